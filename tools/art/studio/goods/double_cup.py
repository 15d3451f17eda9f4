"""The double-walled cup of the wellness set: the tea floats above the table."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.tea import BREWS, STEEP_INDEX, TEA_INDEX
from goods.vessel import clear_glass, shade_below, thin_glass
from kit.colour import linear
from kit.mesh import curve, group, mesh, turned
from kit.photons import AIR, Glassware
from kit.surface import Surface

# Widest below the middle: the upper half leans back and mirrors a window instead of the table.
OUTSIDE = [
    (0, 0),
    (0.19, 0),
    (0.262, 0.012),
    (0.36, 0.085),
    (0.438, 0.22),
    (0.468, 0.37),
    (0.464, 0.53),
    (0.447, 0.67),
    (0.437, 0.744),
]
INSIDE = [
    (0, 0.15),
    (0.12, 0.152),
    (0.22, 0.175),
    (0.31, 0.25),
    (0.365, 0.38),
    (0.393, 0.53),
    (0.411, 0.67),
    (0.418, 0.744),
]
# Where both walls are molten together: (radius, height, half its thickness).
LIP = (0.4275, 0.747, 0.0098)
# Tea climbs the wall by 1.4 mm.
CLIMB, CAPILLARY = 0.014, 0.017


def double_cup(level=0.665, brew="blue", strong=1.0):
    """The cup, full of tea up to `level`; `strong` multiplies what its brew takes away."""
    inside = curve(INSIDE, 8)
    wall, surface = _body(inside, level)
    # Walls of 1.5 mm with air on both sides shift light and do not bend it: only the tea does.
    # Two bent walls and their mirror images in each other were blotches in the tea.
    tea = turned("tea", wall + surface[1:], _tea(brew, strong), 192)
    shell = thin_glass()
    outer = turned("outer wall", [tuple(p) for p in curve(OUTSIDE, 8)], shell, 192)
    edge = turned("edge", _edge(inside, wall[-1]), _line(), 192)
    above = [tuple(p) for p in inside if p[1] > wall[-1][1]]
    inner = turned("inner wall", [wall[-1], *above], shell, 192)
    top = [inner, _lip(), bubbles(INSIDE, level)]
    return group("double-walled cup", tea, edge, outer, *top, *_foot())


def _lip():
    radius, height, half = LIP
    return _ring("lip", radius, height, half, half)


def _foot():
    """A ring of solid glass that it stands on, and the shade below: thin walls have none."""
    return [_ring("foot", 0.205, 0.013, 0.016, 0.012), shade_below(0.21)]


def _ring(name, radius, height, across, up):
    """A ring of solid glass; `across` and `up` are half its thickness."""
    turns = np.linspace(0, 2 * math.pi, 25)[:-1]
    profile = [(radius + across * math.cos(a), height + up * math.sin(a)) for a in turns]
    return turned(name, profile, clear_glass(), 192, closed=True)


def _body(inside, level):
    """The tea's wall and its surface, which climbs the glass."""
    edge = level + CLIMB
    radius = float(np.interp(edge, [p[1] for p in inside], [p[0] for p in inside]))
    wall = [tuple(p) for p in inside if p[1] < edge] + [(radius, edge)]
    away = np.array([0.0, 0.004, 0.009, 0.016, 0.026, 0.04, 0.06, 0.09, 0.13])
    surface = list(zip(radius - away, level + CLIMB * np.exp(-away / CAPILLARY)))
    return wall, surface + [(0.24, level), (0.12, level), (0, level)]


def _edge(inside, top):
    """The last half millimetre of the wall below the tea's edge, just outside it."""
    low = top[1] - 0.006
    radius = float(np.interp(low, [p[1] for p in inside], [p[0] for p in inside]))
    return [(radius + 0.0005, low), (top[0] + 0.0005, top[1])]


def _line():
    """Tea as thin as at its edge is all but clear; that it climbs there draws it as a line."""
    s = Surface("edge")
    return s.finish(s.node("ShaderNodeBsdfTransparent", {0: "#5a6cb4"}))


def _tea(brew, strong):
    """Clear tea that bends light where it enters and lets it out straight.

    True tea mirrors its sides in itself: two dark lugs below the surface that nobody takes for tea.
    """
    s = Surface(f"{brew} tea")
    geometry = s.node("ShaderNodeNewGeometry").outputs
    leaving = geometry["Backfacing"]
    up = s.node("ShaderNodeSeparateXYZ", {0: geometry["Normal"]}).outputs[2]
    top = s.between(up, 0.0, 1.0, 0.8, 0.95)
    # Steeply down, as in goods.tea, and tinted: let out near its far edge, light was white there.
    index = s.between(leaving, s.between(top, TEA_INDEX, STEEP_INDEX), 1.0)
    tint = s.mixed(top, (1, 1, 1, 1), linear("#8e9ce2"))
    bent = {"IOR": index, "Roughness": 0.0, "Color": tint}
    clear = s.node("ShaderNodeBsdfGlass", bent)
    unmirrored = s.node("ShaderNodeBsdfRefraction", bent)
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    # With all that it mirrors, a dark tea is grey.
    clear = s.mixed_shaders(0.86, clear, unmirrored)
    fake = s.only_lit_by()
    density = max(BREWS[brew])
    passes = tuple(1 - a / density for a in BREWS[brew]) + (1.0,)
    volume = s.node("ShaderNodeVolumeAbsorption", {"Color": passes, "Density": density * strong})
    return s.finish(s.mixed_shaders(fake, clear, straight), volume)


def clean_ground(x, y, z, colour="#e6ddd2", strength=0.9):
    """What the tea shows of the things it stands on: pale and without a pattern.

    `x` and `y` are (from, to); only light that was bent meets it.
    """
    s = Surface("clean ground")
    s.unsampled()
    glow = s.finish(s.node("ShaderNodeEmission", {"Color": colour, "Strength": strength}))
    corners = [(x[0], y[0], z), (x[1], y[0], z), (x[1], y[1], z), (x[0], y[1], z)]
    ground = mesh("clean ground", corners, [(0, 1, 2, 3)], glow)
    ground.visible_camera = ground.visible_diffuse = ground.visible_glossy = False
    ground.visible_shadow = False
    return ground


def double_glassware(at, level=0.665):
    """What light meets in it, for kit.caustic."""
    wall, surface = _body(curve(INSIDE, 4), level)
    return Glassware(at, [(wall, AIR, TEA_INDEX, True), (surface, AIR, TEA_INDEX, True)])
