"""The glass cup, its saucer, and the tea in it."""

import math

import numpy as np

from goods.lemon import lemon_slice
from goods.materials import clear_glass, glazed
from goods.tea import tea
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
    glass = clear_glass()
    inside, outside = curve(INSIDE, 8), curve(OUTSIDE, 8)
    rim = [
        (0.432 - 0.0135 * (1 - math.cos(a)), 0.69 + 0.0135 * math.sin(a))
        for a in np.linspace(0.2, math.pi - 0.2, 8)
    ]
    profile = [tuple(p) for p in outside] + rim + [tuple(p) for p in inside[::-1]]
    parts = [turned("cup", profile, glass, 160)]
    if handle:
        grip = lambda t: 0.033 + 0.010 * abs(2 * t - 1) ** 3
        parts.append(swept("handle", curve(HANDLE, 10), grip, glass, 28))
    floating = (0.12, 0.0, 0.0)
    if lemon is not None:
        a = math.radians(lemon)
        floating = (0.11 * math.cos(a), 0.11 * math.sin(a), level)
        one = lemon_slice(0.235, 0.04)
        one.location = (floating[0], floating[1], level + 0.008)
        one.rotation_euler = (math.radians(3), math.radians(-4), a)
        parts.append(one)
    if brew:
        parts.append(tea_body(inside, level, brew, floating))
    return group("cup", *parts)


def tea_body(inside, level, brew, lemon_at, segments=128, material=None):
    """Tea filling a vessel up to `level`; it laps 0.7 mm into the glass so that no air shows."""
    lap = 0.007
    wall = [p for p in inside if p[1] < level]
    last = float(np.interp(level, [p[1] for p in inside], [p[0] for p in inside]))
    profile = [(max(0, p[0] + (lap if p[0] > 0.02 else 0)), p[1] - lap * 0.6) for p in wall]
    # The surface climbs the glass a little.
    profile += [(last + lap, level), (last + 0.002, level + 0.006)]
    profile += [(last - 0.008, level + 0.0025), (last - 0.02, level + 0.0006)]
    profile += [(last * x, level) for x in (0.9, 0.6, 0.3)] + [(0, level)]
    return turned("tea", profile, material or tea(brew, lemon_at), segments)


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
