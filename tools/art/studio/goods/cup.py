"""The glass cup, its saucer, and the tea in it."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.handle import pressed_on
from goods.lemon import lemon_slice
from goods.materials import glazed
from goods.vessel import filled, glassware
from kit.mesh import curve, group, rounded, turned

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
# Nearly to the rim: the pale band of bare glass above the tea was what one looked at.
FULL = 0.645
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


def cup(level=FULL, brew=None, lemon=None, handle=True, rings=None):
    """A glass cup standing at the origin.

    `brew` names a tea (see goods.tea); None leaves the cup empty. `lemon` is the direction, in
    degrees, of a slice floating on the tea; `rings` (x, y) where a stream falls in.
    """
    floating = (0.0, 0.0, level)
    if lemon is not None:
        a = math.radians(lemon)
        floating = (0.11 * math.cos(a), 0.11 * math.sin(a), level)
    profiles = curve(OUTSIDE, 8), RIM, curve(INSIDE, 8)
    parts = filled("cup", *profiles, level, brew, floating, rings=rings)
    if handle:
        grip = lambda t: 0.033 + 0.010 * abs(2 * t - 1) ** 3
        parts.append(pressed_on(HANDLE, curve(OUTSIDE, 8), grip, 0.016))
    if lemon is not None:
        one = lemon_slice(0.235, 0.04)
        # One side of a slice is under water. The whole of its rind below violet tea was orange.
        one.location = (floating[0], floating[1], level - 0.004)
        one.rotation_euler = (math.radians(4), math.radians(-3.5), math.radians(lemon))
        parts.append(one)
    if brew:
        parts.append(bubbles(INSIDE, level, avoid=None if lemon is None else (*floating[:2], 0.25)))
    return group("cup", *parts)


def cup_glassware(at, level=FULL):
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
