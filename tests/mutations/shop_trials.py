"""The solved runs of the practice shop, learnt on the unchanged shop and played on its twins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mutation_drivers import in_process
from mutation_site import Twin
from mutation_trials import Trial, run
from shop_twins import shop_twins, tasks


async def tried(
    home: Path,
    twins: Sequence[Twin],
    *,
    repair: str = "off",
    families: tuple[str, ...] = (),
    say: Callable[[str], None] = lambda _: None,
    each: Callable[[str], None] = lambda _: None,
) -> list[Trial]:
    """Learns in a fresh memory in ``home`` and tries every task on every twin; see ``mutation_trials.run``."""
    async with shop_twins() as shop, in_process(home, repair=repair, origin=shop.origin) as driver:
        async with shop.served(Twin(0)):
            for reason in await driver.learn(shop.reports(families)):
                say(f"learning: {reason}")
        return await run(driver, twins, tasks(families), say, each, shop.served)
