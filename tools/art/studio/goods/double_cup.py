"""The double-walled cup of the wellness set: the tea floats above the table."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.vessel import clear_glass, filled, glassware
from kit.mesh import curve, group, turned

OUTSIDE = [
    (0, 0),
    (0.20, 0),
    (0.27, 0.012),
    (0.36, 0.09),
    (0.425, 0.25),
    (0.45, 0.45),
    (0.452, 0.62),
    (0.448, 0.74),
]
INSIDE = [
    (0, 0.15),
    (0.12, 0.152),
    (0.22, 0.175),
    (0.31, 0.25),
    (0.365, 0.38),
    (0.395, 0.55),
    (0.416, 0.68),
    (0.424, 0.74),
]
RIM = [
    (0.436 + 0.012 * math.cos(a), 0.74 + 0.012 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]
# It ends close below the rim: a taller ring of solid glass mirrors the dark of the tea as black folds.
GAP = [
    (0, 0.134),
    (0.125, 0.136),
    (0.228, 0.16),
    (0.322, 0.238),
    (0.380, 0.372),
    (0.410, 0.54),
    (0.423, 0.65),
    (0.430, 0.706),
    (0.4335, 0.716),
    (0.437, 0.706),
    (0.436, 0.60),
    (0.433, 0.46),
    (0.409, 0.255),
    (0.346, 0.103),
    (0.262, 0.03),
    (0.19, 0.018),
    (0, 0.018),
]


def double_cup(level=0.60, brew="blue", near=(0, 0, 0)):
    """The cup, full of tea up to `level`; a brew that mixes starts at `near`."""
    parts = filled("cup", curve(OUTSIDE, 8), RIM, curve(INSIDE, 8), level, brew, near)
    # Air between the walls: a surface of the glass like any other, facing inwards.
    gap = turned("gap", [tuple(p) for p in curve(GAP, 6)], clear_glass(), 192)
    return group("double-walled cup", *parts, gap, bubbles(INSIDE, level))


def double_glassware(at, level=0.60):
    outside, inside = curve(OUTSIDE, 4), curve(INSIDE, 4)
    return glassware(outside, RIM, inside, level, at, curve(GAP, 3))
