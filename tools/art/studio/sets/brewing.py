"""How to brew, four steps seen by one camera: flowers, hot water, steeping, lemon."""

import math
import random

from goods.bowl import scoop
from goods.cup import cup, cup_glassware, saucer
from goods.flower import shapes
from goods.lemon import lemon_half
from goods.stream import stream
from goods.strewing import heap, lay, strew
from goods.tea import BREWS
from kit.caustic import cast
from kit.colour import linear
from kit.mesh import curve, place
from kit.stage import air, backdrop, camera, card, clear_stage, window_light

CUP = (0.0, 0.0, 0.045)
# The window of `window_light` as the cup sees it: where from, how bright, how wide (degrees).
WINDOW = ((-3.4, -2.6, 3.2), 2.6, linear("#fff1df"), 18)
LILAC, WHITE = "#c9bbeb", "#f3eee6"


def _stage(level=None, brew=None):
    """Saucer, light and camera; a cup filled to `level` throws the light of its tea."""
    clear_stage()
    paper = backdrop(LILAC, depth=3.8, bend=2.6)
    paper.visible_glossy = False
    air()
    under = place(saucer(), (0, 0, 0))
    window_light(0.4, key=230)
    if brew:
        on = [(under, linear(WHITE)), (paper, linear(LILAC))]
        cast(cup_glassware(CUP, level), BREWS[brew], WINDOW, on, (0.35, 0.25), floor=0.05)
    # What the rim mirrors, and the tea's wall from inside: the room behind the camera.
    for side in (-5.2, 0, 5.2):
        card((side, -7.5 + 0.8 * abs(side), 2.4), (0, 0, 0.5), 6, 5, "#5d5980", True)
    camera((0, -5.1, 2.35), (0.02, 0, 0.42), 88, aperture=4.0, focus=(0, -0.38, 0.45))


def _flowers(height, spread, count, seed=3):
    """Whole flowers in the cup, round a height."""
    rng = random.Random(seed)

    for i in range(count):
        a = 6.283 * i / count + rng.uniform(-0.3, 0.3)
        r = spread * (0.45 + 0.55 * (i % 2))
        at = (r * math.cos(a), r * math.sin(a), height + CUP[2] + rng.uniform(0, 0.03))
        lay(rng.choice(shapes(True)), at, (rng.gauss(0, 0.3), rng.gauss(0, 0.3), a), 0.42)


def step_1():
    _stage()
    place(cup(), CUP, (0, 0, -20))
    _flowers(0.14, 0.19, 7)
    place(scoop(), (-0.72, -0.74, 0), (0, 0, -28))
    heap((-0.72, -0.74, 0), 0.10, 0.08, 0.13, 9, scale=0.30, seed=5)
    strew([(0.62, -0.90), (0.92, -0.52)], seed=8, scale=0.5)


def step_2():
    _stage(0.40, "weak")
    place(cup(level=0.40, brew="opening"), CUP, (0, 0, -20))
    _flowers(0.385, 0.20, 6)
    falling = [(-0.30, 0.06, 1.9), (-0.17, 0.04, 1.3), (-0.08, 0.02, 0.8), (-0.04, 0, 0.446)]
    stream(curve(falling, 40))
    strew([(0.62, -0.90), (-0.80, -0.66)], seed=8, scale=0.5)


def step_3():
    _stage(0.58, "blue")
    place(cup(brew="steeped"), CUP, (0, 0, -20))
    _flowers(0.575, 0.22, 5)
    strew([(0.62, -0.90), (-0.80, -0.66), (0.90, -0.50)], seed=8, scale=0.5)


def step_4():
    _stage(0.58, "violet")
    place(cup(brew="purple", lemon=-65), CUP, (0, 0, -20))
    place(lemon_half(), (-0.66, -0.86, 0.225), (54, -16, 0), 0.78)
    strew([(0.62, -0.90), (0.90, -0.50)], seed=8, scale=0.5)
