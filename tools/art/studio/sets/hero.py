"""The hero: morning light on lilac, the pouch, a cup of tea, flowers. Room for words."""

from goods.bowl import BOWL_INSIDE, bowl
from goods.cup import cup, cup_glassware, saucer
from goods.leaf_shade import SUN, morning
from goods.lemon import lemon_half, lemon_slice
from goods.pouch import pouch
from goods.strewing import fresh, heap, strew
from goods.tea import BREWS
from kit.caustic import cast
from kit.colour import linear
from kit.mesh import place
from kit.stage import air, backdrop, camera, card, clear_stage, softbox

LILAC = "#d3c4ef"


def _table(x, y, cloth):
    """Cup with lemon, the thing both heroes turn on, and the light that falls through it."""
    at = (x, y, 0.045)
    place(cup(brew="lemon", lemon=-65), at, (0, 0, -22))
    under = saucer()
    place(under, (x, y, 0))
    sun = (SUN, 3.6, linear("#ffe6c2"), 1.3)
    on = [(cloth, linear(LILAC)), (under, linear("#f3eee6"))]
    cast(cup_glassware(at), BREWS["violet"], sun, on, (x + 0.5, y + 0.2), floor=0.05)


def _light(x):
    air("#bcb8ea", "#fff3ea", 0.62)
    softbox((-3, -3.5, 4.5), (0, 0, 0.4), 4.0, 150, "#eef2ff", 3.0)
    softbox((4.6, 2.2, 3.0), (1, 0, 0.5), 1.6, 130, "#e6ecff", 2.6)
    card((x, -9.5, 3.2), (x, 0, 0.5), 12, 6, "#15132b", True)
    card((x + 5.8, -4.0, 2.4), (x, 0, 0.5), 5, 5, "#15132b", True)


def wide():
    clear_stage(0.50)
    cloth = backdrop(LILAC, depth=4.6, bend=2.4, mirrored=False)
    _table(0.62, -0.55, cloth)
    place(pouch(), (1.58, 0.55, 0), (0, 0, 6))
    bowl_at = (2.14, -0.62, 0)
    place(bowl(), bowl_at, scale=0.72)
    small = [(h * 0.72, r * 0.72) for h, r in BOWL_INSIDE]
    heap(bowl_at, 0.39, 0.235, 0.37, 120, scale=0.50, vessel=small)
    place(lemon_half(), (-0.46, -0.80, 0.255), (54, -16, 0), 0.92)
    place(lemon_slice(), (-0.70, -1.20, 0.024), (0, 0, 40), 0.92)
    strew(
        [(-2.1, -1.18), (-1.62, -1.46), (-1.16, -1.10), (0.10, -1.52), (0.92, -1.36)]
        + [(1.42, -1.02), (1.78, -1.40), (2.30, -1.34)],
        seed=21,
        scale=0.52,
    )
    fresh(
        (1, 0.52, -1.46, 23, 6, 22, 0.80),
        (3, 1.36, -1.42, 24, 8, 38, 0.74),
        (2, -1.36, -1.42, 18, 10, 75, 0.74),
    )
    morning()
    _light(0.7)
    camera((0.12, -7.7, 2.4), (0.12, 0, 0.73), 50.5, aperture=4.0, focus=(0.8, -0.8, 0.45))


def tall():
    clear_stage(0.50)
    cloth = backdrop(LILAC, depth=4.6, bend=2.4, mirrored=False)
    _table(-0.34, -0.55, cloth)
    place(pouch(), (0.48, 0.50, 0), (0, 0, -4))
    bowl_at = (0.86, -0.78, 0)
    place(bowl(), bowl_at, scale=0.62)
    small = [(h * 0.62, r * 0.62) for h, r in BOWL_INSIDE]
    heap(bowl_at, 0.33, 0.20, 0.32, 90, scale=0.45, vessel=small)
    place(lemon_half(), (-0.98, -1.12, 0.23), (54, -16, 0), 0.80)
    strew([(-0.52, -1.42), (0.02, -1.52), (0.52, -1.46), (1.20, -1.30)], seed=21, scale=0.5)
    fresh((1, -0.06, -1.30, 22, 6, 22, 0.74), (2, 1.0, -1.50, 22, 8, 40, 0.62))
    morning(falls_on=(-0.6, 1.6, 1.9), seed=3, size=1.1)
    _light(0)
    camera((0.0, -7.7, 2.5), (0.02, 0, 1.04), 70, aperture=4.0, focus=(-0.2, -0.8, 0.45))
