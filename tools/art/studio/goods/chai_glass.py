"""The small tumbler that tea is sold in on every platform."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.vessel import filled, glassware, shade_below
from kit.mesh import curve, group, turned
from kit.surface import Surface

# A thicker foot fills with scattered light: a white block under the tea.
INSIDE = [(0, 0.045), (0.16, 0.047), (0.203, 0.072), (0.224, 0.30), (0.262, 0.84)]
OUTSIDE = [(0, 0), (0.19, 0.0), (0.222, 0.018), (0.245, 0.30), (0.284, 0.84)]
RIM = [
    (0.273 + 0.011 * math.cos(a), 0.84 + 0.011 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]


def chai_glass(level=0.62, brew="blue"):
    """The tumbler, full of tea up to `level`."""
    outside, inside = curve(OUTSIDE, 8), curve(INSIDE, 8)
    parts = filled("chai glass", outside, RIM, inside, level, brew)
    return group("chai glass", *parts, bubbles(INSIDE, level, 18, seed=3), *_foot())


def _foot():
    """What draws the foot on a pale table: the dark of its edge, and the shade below."""
    s = Surface("edge of the foot")
    edge = s.finish(s.node("ShaderNodeBsdfTransparent", {0: "#8d8fa3"}))
    rims = [(0.191, 0.002), (0.208, 0.006)], [(0.2232, 0.019), (0.2248, 0.032)]
    return [*(turned("edge", rim, edge, 128) for rim in rims), shade_below(0.20)]


def chai_glassware(at, level=0.62):
    outside, inside = curve(OUTSIDE, 4), curve(INSIDE, 4)
    return glassware(outside, RIM, inside, level, at)
