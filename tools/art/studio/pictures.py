"""The list of pictures: what is built, how large, how many samples."""

from typing import Callable, NamedTuple

from sets import about, brewing, hero
from sets import blend, dried_flowers, gift_set, premium_pack, travel_pack, wellness_set


class Picture(NamedTuple):
    build: Callable[[], None]
    width: int
    height: int
    samples: int
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

# Large enough for labels to be read when they are enlarged; so many pixels need few samples each.
PRODUCT_SIZE = 2400

PICTURES = {}
for _id, _set in PRODUCT_SETS.items():
    PICTURES[f"{_id}-pack"] = Picture(_set.pack, PRODUCT_SIZE, PRODUCT_SIZE, 10)
    PICTURES[f"{_id}-inside"] = Picture(_set.inside, PRODUCT_SIZE, PRODUCT_SIZE, 10)
    PICTURES[f"{_id}-in-use"] = Picture(_set.in_use, PRODUCT_SIZE, PRODUCT_SIZE, 10, 0.03, 1)

PICTURES["hero-wide"] = Picture(hero.wide, 2000, 1000, 14, 0.03, 1)
PICTURES["hero-tall"] = Picture(hero.tall, 1170, 1462, 14, 0.03, 1)
PICTURES["about-story"] = Picture(about.story, 1280, 960, 14, 0.03, 1)
PICTURES["about-vine"] = Picture(about.vine, 1280, 960, 20)
PICTURES["about-packaging"] = Picture(about.packaging, 1280, 960, 14, 0.03, 1)
PICTURES["about-farm"] = Picture(about.farm, 1280, 960, 14, 0.025, 1)
for _step in (1, 2, 3, 4):
    PICTURES[f"brew-{_step}"] = Picture(getattr(brewing, f"step_{_step}"), 960, 960, 20)
