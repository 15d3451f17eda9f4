"""How to brew, four steps seen by one camera: flowers, hot water, steeping, lemon."""

import math
import random

from goods.bowl import scoop
from goods.churning import churned
from goods.cup import FULL, cup, cup_glassware
from goods.flower import dried
from goods.in_cup import lit_through, tumbled, unveiled
from goods.infusing import first_colour, soaked, threads
from goods.kettle import kettle
from goods.lemon import lemon_half
from goods.linen import linen
from goods.pouring import pour_into
from goods.spilling import spill
from goods.steam import steam
from goods.strewing import heap, lay
from goods.tea import BREWS
from goods.traces import crumbs
from kit.mesh import place
from kit.room import light_through, room
from kit.stage import camera, card

CUP = (0.0, 0.0, 0.0)
LINEN = "#e2d9cc"
# What water full of threads takes away, all of it together.
OPENING = (7.5, 3.7, 0.6)


def _stage(level=None, brew=None):
    """Table, light and camera; returns the cloth.

    A cup filled to `level` throws the light of its tea; `brew` is a name or what it takes away. No
    saucer: its far edge would stand in the tea as a band. The cloth reaches far behind the cup.
    """
    room(key=330, fill=0.42, behind="corner")
    folds = [
        (1.5, 0.9, 24, 1.9, 0.10, 0.045),
        (-1.5, 0.5, 68, 1.5, 0.08, 0.040),
        (1.1, -1.3, -16, 1.0, 0.06, 0.028),
    ]
    cloth = linen(LINEN, flat=[(0, 0, 0.75)], folds=folds)
    if brew:
        absorbed = BREWS.get(brew, brew)
        light_through(cup_glassware(CUP, level), absorbed, [(cloth, LINEN)], *CUP[:2])
    # Above what is seen of the wall: the foot's thick glass and the tea's surface mirror it. A pale
    # wall made one milky, the other grey.
    card((0, 3.6, 2.3), (0, 0, 2.3), 5.0, 2.7, "#453f47")
    camera((0, -5.1, 2.35), (0.02, 0, 0.42), 88, aperture=1.6, focus=(0, -0.38, 0.45))
    return cloth


def _flowers(height, spread, count, seed=3, inner=0.45):
    """Whole flowers in the cup, round a height; returns them.

    Every second one lies nearer to the middle, at `inner` of the spread.
    """
    rng = random.Random(seed)
    laid = []
    for i in range(count):
        a = 6.283 * i / count + rng.uniform(-0.3, 0.3)
        r = spread * (inner + (1 - inner) * (i % 2))
        at = (r * math.cos(a), r * math.sin(a), height + CUP[2] + rng.uniform(0, 0.03))
        shape = rng.choice(dried())
        laid.append(lay(shape, at, (rng.gauss(0, 0.3), rng.gauss(0, 0.3), a), 0.42))
    return laid


def step_1():
    cloth = _stage()
    empty = unveiled(cup())
    lit_through(empty, [(cloth, LINEN)], CUP)
    place(empty, CUP, (0, 0, -20))
    tumbled(CUP, 9)
    crumbs(-0.35, -1.0, 0.2, seed=19, ground=cloth)
    place(scoop(), (-0.72, -0.74, 0), (0, 0, -28))
    heap((-0.72, -0.74, 0), 0.08, 0.08, 0.13, 8, scale=0.28, seed=5)
    spill(0.70, -0.80, 2, 1, 5, way=75, reach=0.42, seed=8, scale=0.5, floor=cloth)


def step_2():
    level, turn, heading = 0.40, -20, -36
    cloth = _stage(level, OPENING)
    filled = unveiled(cup(level=level, brew="weak", rings=(0, 0)))
    # The stream keeps the middle free.
    flowers = soaked(_flowers(0.385, 0.265, 6, inner=0.74))
    places = [one.location[:2] for one in flowers]
    a = math.radians(-turn)
    c, s = math.cos(a), math.sin(a)
    inside = [(c * x - s * y, s * x + c * y) for x, y in places]
    water, tip = pour_into(filled, 0.62, turn, heading, floating=inside)
    water.data.materials[0] = first_colour(level, inside)
    place(filled, CUP, (0, 0, turn))
    kettle(tip, yaw=-heading)
    churned(level, places)
    threads(places, level)
    steam((0.03, 0.30, 0.70), width=0.8, height=1.2, strength=0.18, seed=12)
    spill(0.70, -0.80, 2, 1, 5, way=75, reach=0.42, seed=8, scale=0.5, floor=cloth)
    spill(-0.80, -0.66, 1, 0, 2, seed=9, scale=0.5, floor=cloth)


def step_3():
    cloth = _stage(FULL, "blue")
    place(unveiled(cup(brew="steeped")), CUP, (0, 0, -20))
    soaked(_flowers(FULL + 0.004, 0.22, 5), soft=0.85)
    steam((0, 0.30, 0.74), seed=20)
    spill(0.70, -0.80, 2, 1, 5, way=75, reach=0.42, seed=8, scale=0.5, floor=cloth)
    spill(-0.80, -0.66, 1, 0, 2, seed=9, scale=0.5, floor=cloth)


def step_4():
    cloth = _stage(FULL, "violet")
    place(cup(brew="purple", lemon=-65), CUP, (0, 0, -20))
    place(lemon_half(), (-0.66, -0.86, -0.012), scale=0.78)
    spill(0.70, -0.80, 2, 1, 5, way=75, reach=0.42, seed=8, scale=0.5, floor=cloth)
