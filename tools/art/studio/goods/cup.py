"""The glass cup, its saucer, and the tea in it."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.lemon import lemon_slice
from goods.materials import glazed
from goods.vessel import clear_glass, filled, glassware
from kit.mesh import curve, group, rounded, swept, turned

INSIDE = [
    (0.0, 0.075),
    (0.14, 0.076),
    (0.235, 0.088),
    (0.305, 0.135),
    (0.352, 0.235),
    (0.382, 0.38),
    (0.398, 0.55),
    (0.405, 0.69),
]
OUTSIDE = [
    (0.0, 0.0),
    (0.12, 0.0),
    (0.20, 0.002),
    (0.255, 0.012),
    (0.325, 0.075),
    (0.378, 0.2),
    (0.410, 0.37),
    (0.427, 0.55),
    (0.432, 0.69),
]
RIM = [
    (0.4185 + 0.0135 * math.cos(a), 0.69 + 0.0135 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]
DOUBLE_OUTSIDE = [
    (0, 0),
    (0.20, 0),
    (0.27, 0.012),
    (0.36, 0.09),
    (0.425, 0.25),
    (0.45, 0.45),
    (0.452, 0.62),
    (0.448, 0.74),
]
DOUBLE_INSIDE = [
    (0, 0.15),
    (0.12, 0.152),
    (0.22, 0.175),
    (0.31, 0.25),
    (0.365, 0.38),
    (0.395, 0.55),
    (0.416, 0.68),
    (0.424, 0.74),
]
DOUBLE_RIM = [
    (0.436 + 0.012 * math.cos(a), 0.74 + 0.012 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]
GAP = [
    (0, 0.134),
    (0.125, 0.136),
    (0.228, 0.16),
    (0.322, 0.238),
    (0.380, 0.372),
    (0.410, 0.54),
    (0.424, 0.64),
    (0.430, 0.655),
    (0.434, 0.64),
    (0.433, 0.46),
    (0.409, 0.255),
    (0.346, 0.103),
    (0.262, 0.03),
    (0.19, 0.018),
    (0, 0.018),
]
TUMBLER_INSIDE = [(0, 0.09), (0.15, 0.092), (0.195, 0.115), (0.222, 0.30), (0.262, 0.84)]
TUMBLER_OUTSIDE = [(0, 0), (0.19, 0.0), (0.222, 0.018), (0.245, 0.30), (0.284, 0.84)]
TUMBLER_RIM = [
    (0.273 + 0.011 * math.cos(a), 0.84 + 0.011 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]
HANDLE = [
    (0.418, 0, 0.56),
    (0.50, 0, 0.605),
    (0.60, 0, 0.585),
    (0.645, 0, 0.48),
    (0.62, 0, 0.36),
    (0.53, 0, 0.255),
    (0.415, 0, 0.215),
    (0.385, 0, 0.21),
]


def cup(level=0.58, brew=None, lemon=None, handle=True):
    """A glass cup standing at the origin.

    `brew` names a tea (see goods.tea); None leaves the cup empty. `lemon` is the direction, in
    degrees, of a slice floating on the tea.
    """
    floating = (0.0, 0.0, level)
    if lemon is not None:
        a = math.radians(lemon)
        floating = (0.11 * math.cos(a), 0.11 * math.sin(a), level)
    parts = filled("cup", curve(OUTSIDE, 8), RIM, curve(INSIDE, 8), level, brew, floating)
    if handle:
        grip = lambda t: 0.033 + 0.010 * abs(2 * t - 1) ** 3
        parts.append(swept("handle", curve(HANDLE, 10), grip, clear_glass(), 28))
    if lemon is not None:
        one = lemon_slice(0.235, 0.04)
        one.location = (floating[0], floating[1], level + 0.008)
        one.rotation_euler = (math.radians(3), math.radians(-4), math.radians(lemon))
        parts.append(one)
    if brew:
        parts.append(bubbles(INSIDE, level, avoid=None if lemon is None else (*floating[:2], 0.25)))
    return group("cup", *parts)


def chai_glass(level=0.62, brew="blue"):
    """The small ribless tumbler that tea is sold in on every platform."""
    outside, inside = curve(TUMBLER_OUTSIDE, 8), curve(TUMBLER_INSIDE, 8)
    parts = filled("chai glass", outside, TUMBLER_RIM, inside, level, brew)
    return group("chai glass", *parts, bubbles(TUMBLER_INSIDE, level, 18, seed=3))


def chai_glassware(at, level=0.62):
    outside, inside = curve(TUMBLER_OUTSIDE, 4), curve(TUMBLER_INSIDE, 4)
    return glassware(outside, TUMBLER_RIM, inside, level, at)


def double_cup(level=0.60, brew="blue"):
    """The double-walled cup of the wellness set: the tea floats above the table."""
    parts = filled("cup", curve(DOUBLE_OUTSIDE, 8), DOUBLE_RIM, curve(DOUBLE_INSIDE, 8), level, brew)
    # Air between the walls: a surface of the glass like any other, facing inwards.
    gap = turned("gap", [tuple(p) for p in curve(GAP, 6)], clear_glass(), 192)
    return group("double-walled cup", *parts, gap, bubbles(DOUBLE_INSIDE, level))


def double_glassware(at, level=0.60):
    outside, inside = curve(DOUBLE_OUTSIDE, 4), curve(DOUBLE_INSIDE, 4)
    return glassware(outside, DOUBLE_RIM, inside, level, at, curve(GAP, 3))


def cup_glassware(at, level=0.58):
    """What light meets in a filled cup, for kit.caustic."""
    return glassware(curve(OUTSIDE, 4), RIM, curve(INSIDE, 4), level, at)


def saucer(radius=0.72, colour="#f3eee6"):
    r = radius
    profile = [
        (0, 0.0),
        (0.34, 0.0),
        (0.36, 0.018),
        (0.40, 0.02),
        (0.60, 0.05),
        (r, 0.105),
        (r + 0.012, 0.118),
        (r, 0.128),
        (0.60, 0.08),
        (0.42, 0.05),
        (0.34, 0.045),
        (0, 0.045),
    ]
    return turned(
        "saucer", [tuple(p) for p in rounded(profile, 0.012, 4)], glazed(colour=colour), 160
    )
