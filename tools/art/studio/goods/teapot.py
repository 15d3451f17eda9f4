"""A glass teapot."""

import math

import numpy as np

from goods.handle import handle
from goods.materials import wood
from goods.tea import liquid
from goods.vessel import clear_glass, filled, glassware
from kit.mesh import curve, group, swept, turned

# The wall is as thin as blown glass: where it is thick, light stays in it and never meets the tea.
# Only the foot is thick, where glass sags before it is cold: the clear line below the tea.
INSIDE = [
    (0, 0.088),
    (0.24, 0.090),
    (0.385, 0.114),
    (0.543, 0.212),
    (0.583, 0.36),
    (0.558, 0.534),
    (0.477, 0.684),
    (0.357, 0.788),
    (0.30, 0.86),
]
# It stands on a ring: a flat foot would lie in the table's own plane.
OUTSIDE = [
    (0, 0.018),
    (0.24, 0.015),
    (0.30, 0.0),
    (0.345, 0.0),
    (0.375, 0.014),
    (0.45, 0.046),
    (0.575, 0.18),
    (0.61, 0.36),
    (0.585, 0.54),
    (0.50, 0.70),
    (0.375, 0.81),
    (0.325, 0.86),
]
HANDLE = [
    (-0.40, 0, 0.655),
    (-0.50, 0, 0.735),
    (-0.68, 0, 0.80),
    (-0.87, 0, 0.74),
    (-0.93, 0, 0.54),
    (-0.84, 0, 0.34),
    (-0.62, 0, 0.265),
    (-0.50, 0, 0.255),
]
EDGE = [
    (0.3125 + 0.0125 * math.cos(a), 0.86 + 0.0125 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]


def teapot_glassware(at, level=0.60):
    """What light meets in a filled pot, for kit.caustic: without it the pot stands on black."""
    return glassware(curve(OUTSIDE, 4), EDGE, curve(INSIDE, 4), level, at)


def teapot(level=0.60, brew="blue"):
    """Spout towards +x, handle towards -x."""
    glass = clear_glass()
    spout_path = curve(
        [(0.55, 0, 0.36), (0.70, 0, 0.44), (0.80, 0, 0.60), (0.88, 0, 0.76), (0.99, 0, 0.84)], 10
    )
    thick = lambda t: 0.105 - 0.062 * t**0.7
    spout = [swept("spout", spout_path, thick, glass, 32)]
    spout += _bore(spout_path, thick, level if brew else 0, glass)
    # Its ends run out on the wall, as hot glass does that is pressed on.
    rod = handle(HANDLE, curve(OUTSIDE, 8), lambda t: 0.036, 0.022, glass)
    profiles = curve(OUTSIDE, 8), EDGE, curve(INSIDE, 8)
    body = filled("teapot", *profiles, level, brew, rod=rod, straight=True)
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
        wood(),
        64,
    )
    # Its underside, mirrored by the foot, was a black fleck in the tea.
    for part in (lid, knob):
        part.visible_transmission = part.visible_glossy = False
    return group("teapot", *body, *spout, lid, knob)


def _bore(path, thick, level, glass):
    """The inside of the spout: tea up to its level in the pot, air above."""
    heights = np.array([p[2] for p in path])
    last = len(path) - 1
    # The upper edge of a slanting bore's end is what one sees.
    full = int(np.searchsorted(heights, level - 0.11))

    def part(start, end):
        share = lambda t: (start + t * (end - start)) / last
        return path[start : end + 1], lambda t: thick(share(t)) - 0.016

    air = swept("bore", *part(full, last), glass, 32, hollow=True)
    if full < 2:
        return [air]
    # So narrow a bore is colourless at the brew of the pot, and stood beside it like a white horn.
    tea = swept("tea in the spout", *part(1, full), liquid("blue"), 32)
    colours = tea.data.color_attributes.new(name="Col", type="FLOAT_COLOR", domain="POINT")
    flat = np.tile([1.0, 0.0, 0.0, 1.0], len(tea.data.vertices)).astype(np.float32)
    colours.data.foreach_set("color", flat)
    return [air, tea]
