"""The list of pictures: what is built, how large, how many samples."""

from typing import Callable, NamedTuple

from sets import about, brewing, hero
from sets import blend, dried_flowers, gift_set, premium_pack, travel_pack, wellness_set


class Picture(NamedTuple):
    build: Callable[[], None]
    width: int = 1280
    height: int = 1280
    samples: int = 26
    # Where the light has settled to this, no more samples are spent.
    noise_limit: float = 0.015
    # How often light goes on from wall to wall; in a bright room the second time is hardly seen.
    diffuse_bounces: int = 2


PRODUCT_SETS = {
    1: dried_flowers,
    2: premium_pack,
    3: wellness_set,
    4: blend,
    5: travel_pack,
    6: gift_set,
}

PICTURES = {}
for _id, _set in PRODUCT_SETS.items():
    PICTURES[f"{_id}-pack"] = Picture(_set.pack)
    PICTURES[f"{_id}-inside"] = Picture(_set.inside)
    PICTURES[f"{_id}-in-use"] = Picture(
        _set.in_use, samples=32, noise_limit=0.03, diffuse_bounces=1
    )

# Rendered larger, so that their labels can be read. More pixels need fewer samples each.
for _id in (2, 3, 4, 5, 6):
    PICTURES[f"{_id}-pack"] = Picture(PRODUCT_SETS[_id].pack, 2400, 2400, samples=16)

# Its straw and its paper were blotches with fewer.
PICTURES["6-pack"] = PICTURES["6-pack"]._replace(samples=20)

# Two walls of glass with tea between: with fewer samples cloudy.
PICTURES["3-pack"] = PICTURES["3-pack"]._replace(samples=20)
PICTURES["3-in-use"] = PICTURES["3-in-use"]._replace(samples=48, noise_limit=0.02)

PICTURES["hero-wide"] = Picture(hero.wide, 2000, 1000, 30, 0.03, 1)
PICTURES["hero-tall"] = Picture(hero.tall, 1170, 1462, 24, 0.03, 1)
PICTURES["about-story"] = Picture(about.story, 1280, 960, 20, 0.03, 1)
PICTURES["about-vine"] = Picture(about.vine, 1280, 960, 36)
PICTURES["about-packaging"] = Picture(about.packaging, 1280, 960, 22, 0.03, 1)
PICTURES["about-farm"] = Picture(about.farm, 1280, 960, 22, 0.025, 1)
for _step in (1, 2, 3, 4):
    PICTURES[f"brew-{_step}"] = Picture(getattr(brewing, f"step_{_step}"), 960, 960, 32)
