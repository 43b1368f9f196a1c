"""A client of LoreKeeper: a method for each operation, and what has changed since a time."""

from dataclasses import dataclass, field
from typing import Any

from .operations import Operations
from .operations.exceptions import GraphQLClientGraphQLMultiError as Refused

__all__ = ["Changes", "LoreKeeper", "Refused"]

FAMILIES = ("spells", "creatures", "equipment", "character_options", "rules")


@dataclass
class Changes:
    """What is new or changed since a time, and what is gone. Ask next since `complete_until`."""

    changed: list[Any] = field(default_factory=list)
    removed: list[Any] = field(default_factory=list)
    complete_until: str = ""


class LoreKeeper(Operations):
    """The client of the endpoint at `url`. What is refused is raised as `Refused`, whose errors have codes in `extensions`."""

    def __init__(self, url: str = "http://127.0.0.1:8080/graphql", token: str | None = None) -> None:
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        super().__init__(
            url=url,
            # Where refusals are asked for as application/json, they come with status 200, and the client reads them.
            headers={"Accept": "application/json", **authorization},
            ws_url=f"{url.replace('http', 'ws', 1)}/ws",
            ws_connection_init_payload=authorization,
        )

    async def changes_since(self, since: str) -> Changes:
        """Reads all pages of what has changed since a time."""
        changes = Changes()
        # The cursor of each list. One that has ended goes on where it ended, so nothing is read twice.
        after: dict[str, str] = {}
        while True:
            page = await self.changes(since, **after)
            lists = {name: getattr(page, name) for name in FAMILIES}
            changes.changed += [node for part in lists.values() for node in part.nodes]
            changes.removed += page.removed.nodes
            # Of the first page, the earliest: a later one could lose something.
            times = [part.meta.complete_until or since for part in lists.values()]
            changes.complete_until = changes.complete_until or min(*times, page.removed.complete_until)
            lists["removed"] = page.removed
            after |= {name: part.page_info.end_cursor for name, part in lists.items() if part.page_info.end_cursor}
            if not any(part.page_info.has_next_page for part in lists.values()):
                return changes
