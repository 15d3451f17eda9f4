"""A glass teapot."""

import math

import numpy as np

from goods.handle import handle, melted_on
from goods.timber import timber
from goods.vessel import clear_glass, filled, glassware, thin_glass
from kit.mesh import curve, group, rounded, swept, turned
from kit.surface import Surface

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
SPOUT = [(0.55, 0, 0.36), (0.70, 0, 0.44), (0.80, 0, 0.60), (0.88, 0, 0.76), (0.99, 0, 0.84)]
# Dark late wood, the wood between, pale early wood.
ACACIA = ("#5a371d", "#8f5f36", "#b98a58")
# From hole to hole of the basket.
PITCH = 0.030
EDGE = [
    (0.3125 + 0.0125 * math.cos(a), 0.86 + 0.0125 * math.sin(a))
    for a in np.linspace(0.2, math.pi - 0.2, 8)
]


def teapot_glassware(at, level=0.60):
    """What light meets in a filled pot, for kit.caustic: without it the pot stands on black."""
    return glassware(curve(OUTSIDE, 4), EDGE, curve(INSIDE, 4), level, at)


def teapot(level=0.60, brew="blue"):
    """Spout towards +x, handle towards -x; leaves steep in a basket of pierced steel."""
    glass = clear_glass()
    # Its ends run out on the wall, as hot glass does that is pressed on.
    rod = handle(HANDLE, curve(OUTSIDE, 8), lambda t: 0.036, 0.022, glass)
    profiles = curve(OUTSIDE, 8), EDGE, curve(INSIDE, 8)
    body = filled("teapot", *profiles, level, brew, rod=rod, straight=True)
    return group("teapot", *body, *_spout(level if brew else None), *_basket(), *_lid())


def _lid():
    """A disc sawn from a board, its edges broken, and a knob turned from another piece."""
    rim = [(0, 0.868), (0.345, 0.868), (0.358, 0.876), (0.358, 0.920), (0.348, 0.931), (0, 0.938)]
    board = timber(ACACIA, cut=2.3, tone=1.15, pith=0.5, rings=44.0, vessels=0.9)
    disc = turned("lid", [tuple(p) for p in rounded(rim, 0.006, 3)], board, 128)
    disc.rotation_euler.z = math.radians(38)
    outline = [(0.040, 0.93), (0.036, 0.955), (0.078, 0.985), (0.080, 1.01), (0.058, 1.035)]
    outline.append((0, 1.04))
    upright = timber(ACACIA, cut=0.7, tone=0.95, pith=0.2, rings=60.0, vessels=0.9)
    knob = turned("knob", [tuple(p) for p in curve(outline, 6)], upright, 64)
    # Its underside, mirrored by the foot, was a black fleck in the tea.
    for part in (disc, knob):
        part.visible_transmission = part.visible_glossy = False
    return disc, knob


def _spout(level):
    """A tube blown thin, melted on to the wall, and the tea in it, level with the pot's.

    Solid glass with a bore bent the pale table into it, and was a white horn. So its wall only mirrors
    and lets pass, with dark lines where one looks along it.
    """
    path = np.array(curve(SPOUT, 10))
    thick = lambda t: 0.105 - 0.062 * t**0.7
    parts = [melted_on("spout", path, curve(OUTSIDE, 8), thick, 0.030, thin_glass())]
    lip = [path[-1] - 0.006 * (path[-1] - path[-2]), path[-1]]
    parts.append(swept("spout's lip", lip, thick(1.0), clear_glass(), 32))
    if level is None:
        return parts
    bore = lambda t: thick(t) - 0.006
    tea = melted_on("tea", path, curve(INSIDE, 8), bore, 0.03, _tea_in_spout(), level)
    tea.visible_shadow = False
    return [*parts, tea]


def _tea_in_spout():
    """In so narrow a bore the pot's brew is all but colourless: here it is as dark as in the pot."""
    s = Surface("tea in the spout")
    slant = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    depth = [(0.0, "#3a6cba"), (0.6, "#4474c0"), (0.9, "#6f94d6"), (1.0, "#a3b9e8")]
    return s.finish(s.node("ShaderNodeBsdfTransparent", {0: s.ramp(slant, depth, "LINEAR")}))


def _basket():
    """The strainer that hangs in the neck, pierced all round."""
    profile = [(0.322, 0.872), (0.285, 0.868), (0.280, 0.85), (0.262, 0.30), (0.245, 0.275)]
    profile.append((0, 0.272))
    made = turned("basket", [tuple(p) for p in rounded(profile, 0.012, 4)], _pierced(), 96)
    made.visible_shadow = False
    return [made]


def _pierced():
    s = Surface("pierced steel")
    x, y, z = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs
    around = s.math("MULTIPLY", s.math("ARCTAN2", y, x), 0.28 / PITCH)
    row = s.math("DIVIDE", z, 0.87 * PITCH)
    # Every second row is half a hole further.
    odd = s.math("MULTIPLY", s.math("FLOOR", row), 0.5)
    u = s.math("SUBTRACT", s.math("FRACT", s.math("ADD", around, odd)), 0.5)
    v = s.math("SUBTRACT", s.math("FRACT", row), 0.5)
    away = s.math("SQRT", s.math("ADD", s.math("POWER", u, 2.0), s.math("POWER", v, 2.0)))
    hole = s.between(away, 1.0, 0.0, 0.27, 0.31)
    hole = s.math("MULTIPLY", hole, s.between(z, 1.0, 0.0, 0.795, 0.80))
    steel = s.principled("#a9a8a6", s.between(s.noise(9, 3), 0.22, 0.36), Metallic=1.0)
    clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    return s.finish(s.mixed_shaders(hole, steel, clear))
