"""A glass teapot."""

import math

import numpy as np

from goods.cup import tea_body
from goods.materials import brushed_metal, clear_glass, wood
from kit.mesh import curve, group, swept, turned

INSIDE = [
    (0, 0.06),
    (0.30, 0.065),
    (0.46, 0.12),
    (0.575, 0.30),
    (0.58, 0.46),
    (0.50, 0.66),
    (0.36, 0.79),
    (0.30, 0.86),
]
OUTSIDE = [
    (0, 0.0),
    (0.28, 0.0),
    (0.44, 0.03),
    (0.575, 0.18),
    (0.61, 0.36),
    (0.585, 0.54),
    (0.50, 0.70),
    (0.375, 0.81),
    (0.325, 0.86),
]


def teapot(level=0.60, brew="blue"):
    """Spout towards +x, handle towards -x."""
    glass = clear_glass()
    inside, outside = curve(INSIDE, 8), curve(OUTSIDE, 8)
    edge = [
        (0.3125 + 0.0125 * math.cos(a), 0.86 + 0.0125 * math.sin(a))
        for a in np.linspace(0.2, math.pi - 0.2, 8)
    ]
    profile = [tuple(p) for p in outside] + edge + [tuple(p) for p in inside[::-1]]
    body = turned("teapot", profile, glass, 160)
    spout_path = curve(
        [(0.55, 0, 0.36), (0.70, 0, 0.44), (0.80, 0, 0.60), (0.88, 0, 0.76), (0.99, 0, 0.84)], 10
    )
    spout = swept("spout", spout_path, lambda t: 0.105 - 0.062 * t**0.7, glass, 32)
    handle_path = curve(
        [
            (-0.50, 0, 0.72),
            (-0.68, 0, 0.80),
            (-0.87, 0, 0.74),
            (-0.93, 0, 0.54),
            (-0.84, 0, 0.34),
            (-0.60, 0, 0.26),
        ],
        10,
    )
    handle = swept("handle", handle_path, lambda t: 0.042, glass, 28)
    rim = [(0.352, 0.868), (0.352, 0.892), (0.26, 0.925), (0.0, 0.935)]
    lid = turned("lid", [tuple(p) for p in curve(rim, 6)] + [(0, 0.90), (0.30, 0.868)], wood(), 96)
    knob = turned(
        "knob",
        [
            tuple(p)
            for p in curve(
                [(0.028, 0.93), (0.03, 0.955), (0.075, 0.99), (0.06, 1.035), (0, 1.05)], 6
            )
        ],
        brushed_metal(),
        64,
    )
    parts = [body, spout, handle, lid, knob]
    if brew:
        parts.append(tea_body(inside, level, brew, (9, 9, 9)))
    return group("teapot", *parts)
