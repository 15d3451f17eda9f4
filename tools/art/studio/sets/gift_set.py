"""Product 6, Deluxe Gift Set, 250 g: the indigo box with two tins and a glass cup."""

import math
import random

from goods.cup import cup, cup_glassware
from goods.flower import shapes
from goods.gift_box import HEIGHT, box, crinkled_paper, lid, tied
from goods.gift_tin import gift_tin
from goods.linen import linen
from goods.lying import lie
from goods.satin_ribbon import laid, satin
from goods.steam import steam
from goods.strewing import fresh, lay, strew
from goods.tea import BREWS
from goods.traces import crumbs
from kit.mesh import group, place
from kit.room import light_through, room
from kit.stage import air, backdrop, camera, clear_stage, window_light

LINEN = "#e2d9cc"
# Bedded in the paper like the tins, its handle towards the camera.
CUP_AT = (0.90, 0.28, 0.24)


def filled_box():
    """The box with its contents bedded in paper; the open lid is separate."""
    nest = (*CUP_AT[:2], 0.40)
    parts = [
        box(),
        crinkled_paper(0.36, 300, "#efe2c6", seed=19, round_=nest),
        crinkled_paper(0.46, 620, "#efe2c6", seed=2, round_=nest),
        crinkled_paper(0.48, 150, "#cdbff0", seed=9, round_=nest),
        place(gift_tin("tin-gift-cream.png"), (-0.83, -0.42, 0.50), (-58, 0, 4)),
        place(gift_tin("tin-gift-indigo.png"), (0.055, -0.45, 0.50), (-58, 0, -3)),
        place(cup(), CUP_AT, (0, 0, -58), 0.92),
        *_cupful(),
    ]
    rng = random.Random(5)
    for x, y in [
        (0.62, -0.55),
        (0.80, -0.62),
        (0.98, -0.50),
        (1.10, -0.66),
        (0.72, -0.74),
        (1.0, -0.76),
        (0.55, -0.72),
    ]:
        turn = (rng.gauss(0, 0.4), rng.gauss(0, 0.4), rng.random() * 6.28)
        parts.append(lay(rng.choice(shapes(True)), (x, y, 0.60), turn, 0.5))
    return group("filled box", *parts)


def _cupful(count=44):
    """Dried flowers in the cup: an empty one is, from above, a ring of glass."""
    rng = random.Random(12)
    x, y, z = CUP_AT
    flowers = []
    for i in range(count):
        up = 0.13 + 0.30 * i / count
        r, a = (0.13 + 0.30 * up) * rng.random() ** 0.5, rng.random() * 6.283
        turn = (rng.gauss(0, 0.5), rng.gauss(0, 0.5), rng.random() * 6.283)
        at = (x + r * math.cos(a), y + r * math.sin(a), z + up)
        flowers.append(lay(rng.choice(shapes(True)), at, turn, 0.46))
    return flowers


def closed_box():
    return group(
        "closed box", box(), place(lid(), (0, 0, HEIGHT)), tied(-0.92, HEIGHT + 0.045, satin())
    )


def by_the_window(rim):
    """Two thirds of the light from the window's side."""
    window_light(0.5, key=460, rim=rim, fill=24, back=140, at=(-4.3, -1.6, 3.2))


def pack():
    clear_stage(0.70)
    backdrop(depth=6, bend=3.5)
    air(strength=0.20)
    leaning = place(lid(1.3, 0.40), (-0.1, 1.55, 1.0), (72, 0, -3))
    place(group("gift", filled_box(), leaning), (0, 0, 0), (0, 0, 8))
    path = [
        (-1.72, -1.16, 0.01),
        (-1.40, -1.44, 0.06),
        (-1.00, -1.44, 0.02),
        (-0.60, -1.30, 0.14),
        (-0.20, -1.36, 0.02),
        (0.16, -1.58, 0.07),
        (0.56, -1.60, 0.02),
        (0.94, -1.42, 0.02),
    ]
    # Twice it turns over between places where it lies.
    laid(path, 0.17, [0, 70, 170, 180, 190, 270, 350, 360], satin())
    lie(fresh((1, 1.45, -1.12, 18, 8, 30, 0.9)), sink=0.035)
    lie(strew([(1.12, -1.50), (-1.22, -1.78)], seed=6))
    by_the_window(140)
    camera((0, -7.6, 5.0), (0.0, 0.14, 0.64), 76, aperture=9, focus=(0, -0.5, 0.7))


def inside():
    clear_stage(0.70)
    backdrop("#d0c3ee", depth=7, bend=3.5)
    air(strength=0.22)
    place(filled_box(), (0, 0, 0), (0, 0, 0))
    by_the_window(130)
    camera((0, -3.9, 6.7), (0, 0.02, 0.36), 80, aperture=11, focus=(0, -0.3, 0.7))


def in_use():
    room(wall="#b2a3ad")
    folds = [(0.9, -1.35, -10, 1.4, 0.08, 0.04), (-1.5, 0.1, 66, 1.5, 0.09, 0.05)]
    flat = [(0.10, 1.30, 1.7), (-0.50, -0.98, 0.6), (0.92, -0.48, 0.5)]
    cloth = linen(LINEN, flat=flat, folds=folds)
    # Far enough behind for the tea to be seen against linen, not against the box.
    place(closed_box(), (0.10, 1.30, 0), (0, 0, -7))
    place(gift_tin("tin-gift-indigo.png"), (0.90, -0.46, 0), (0, 0, 6))
    at = (-0.50, -0.98, 0)
    place(cup(brew="purple", lemon=-50), at, (0, 0, -24))
    light_through(cup_glassware(at), BREWS["violet"], [(cloth, LINEN)], *at[:2])
    steam((-0.50, -0.98, 0.60), strength=0.11, seed=24)
    lie(strew([(-1.22, -0.96), (-0.98, -1.46), (0.44, -1.30)], seed=50, scale=0.5), cloth)
    crumbs(-1.08, -1.24, 0.16, seed=13)
    camera((0, -7.0, 3.4), (0.04, 0.05, 0.44), 76, aperture=1.1, focus=(0, -1.25, 0.45))
