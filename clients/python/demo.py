"""Asks a server everything that the client can ask.

    python demo.py [URL] [WORDS]
"""

import asyncio
import sys

from lorekeeper_client import LoreKeeper, Refused
from lorekeeper_client.operations import EncounterCreature


async def main(url: str = "http://127.0.0.1:8080/graphql", words: str = "protect me from fire") -> None:
    async with LoreKeeper(url) as lore:
        search = (await lore.search(words, first=3)).search
        print(f'Found for "{words}":')
        for edge in search.edges:
            print(f"- {edge.node.name}, {edge.node.document.name} ({edge.score:.2f})")

        node = (await lore.entity(search.edges[0].node.id)).node
        if node.typename__ == "Spell":
            print(f"{node.name} is of level {node.level}, {node.casting_time_label}.")

        party = [3, 3, 3, 3]
        three = EncounterCreature(challenge_rating="1/2", count=3)
        encounter = (await lore.encounter(party, [three])).encounter
        print(
            f"Three creatures of challenge rating 1/2: {encounter.difficulty.value}, {encounter.experience_points} XP"
        )

        changes = await lore.changes_since("2020-01-01T00:00:00Z")
        different = {entity.id for entity in changes.changed}
        print(f"Since 2020: {len(changes.changed)} changed, {len(different)} of them different")
        print(f"{len(changes.removed)} removed, complete until {changes.complete_until}")

        async for event in lore.content_changed():
            print(f"Revision {event.content_changed.revision}")
            break

        # What cannot be asked is refused with a code that a program can act on.
        try:
            await lore.encounter(party, [EncounterCreature(challenge_rating="a quarter")])
        except Refused as refused:
            error = refused.errors[0]
            print(f"Refused ({(error.extensions or {}).get('code')}): {error.message}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
