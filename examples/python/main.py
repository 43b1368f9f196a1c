"""Finds a spell, pages through creatures, prints a stat block, and is refused.

    python main.py [URL] [WORDS] [CREATURE]
"""

import sys

from lorekeeper_client import LoreKeeper
from lorekeeper_client.exceptions import GraphQLClientGraphQLMultiError
from lorekeeper_client.stat_block import StatBlockCreature


def main(
    url: str = "http://127.0.0.1:8080/graphql",
    words: str = "protect me from fire",
    name: str = "adult-red-dragon",
) -> None:
    # Where refusals are asked for as application/json, they come with status 200, and the client reads them.
    lore = LoreKeeper(url=url, headers={"accept": "application/json"})

    spells = lore.find_spells(words=words).spells
    print(f'Spells for "{words}":')
    for edge in spells.edges:
        spell = edge.node
        book = spell.document.name if spell.document else "no book"
        print(f"- {spell.name}, level {spell.level}, {book} ({edge.score:.2f})")
    for warning in spells.meta.warnings:
        print(warning, file=sys.stderr)

    # A cursor leads to the next page of the same question.
    after: str | None = None
    for page in range(1, 4):
        creatures = lore.creatures_up_to(most="3", after=after).creatures
        print(f"Creatures up to challenge rating 3, {creatures.total_count} in all, page {page}:")
        for creature in creatures.nodes:
            book = creature.document.key if creature.document else "no book"
            print(f"- {creature.name} ({creature.challenge_rating_text}, {book})")
        if not creatures.page_info.has_next_page:
            break
        after = creatures.page_info.end_cursor

    found = lore.stat_block(name=name).creature
    if found:
        show(found)
    else:
        print(f"There is no {name}.")

    # What cannot be asked is refused with a code that a program can act on.
    try:
        lore.creatures_up_to(most="a quarter")
    except GraphQLClientGraphQLMultiError as refused:
        error = refused.errors[0]
        code = (error.extensions or {}).get("code")
        if code != "BAD_USER_INPUT":
            raise
        print(f"Refused ({code}): {error.message}")


def show(creature: StatBlockCreature) -> None:
    speed, scores = creature.speed, creature.ability_scores
    print(f"# {creature.name}")
    print(f"{creature.size} {creature.type_}, {creature.alignment or 'of any alignment'}")
    print(f"Armor class {creature.armor_class}, hit points {creature.hit_points} ({creature.hit_dice})")
    ways = [speed.walk, speed.fly and f"fly {speed.fly}", speed.swim and f"swim {speed.swim}"]
    print(f"Speed {', '.join(str(way) for way in ways if way)} feet")
    print(
        f"STR {scores.strength} DEX {scores.dexterity} CON {scores.constitution}"
        f" INT {scores.intelligence} WIS {scores.wisdom} CHA {scores.charisma}"
    )
    print(f"Challenge {creature.challenge_rating_text} ({creature.experience_points} XP)")
    for action in creature.actions:
        print(f"- {action.name}: {action.text}")
        for attack in action.attacks:
            hits = [
                f"{d.dice or ''}{f'+{d.bonus}' if d.bonus else ''} {d.type_ or ''}" for d in attack.damage
            ]
            to_hit = f"+{attack.to_hit} to hit" if attack.to_hit is not None else ""
            reach = f", reach {attack.reach} feet" if attack.reach else ""
            print(f"  {to_hit}{reach}: {', '.join(hits)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
