"""The double-walled cup of the wellness set: the tea floats above the table."""

import math

import numpy as np

from goods.bubbles import bubbles
from goods.tea import BREWS, STEEP_INDEX, TEA_INDEX
from goods.vessel import clear_glass, shade_below
from kit.colour import linear
from kit.mesh import curve, group, mesh, turned
from kit.noise import layered_noise
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
# How thick the inner wall is.
WALL = 0.011
# Tea climbs the wall by 1.4 mm.
CLIMB, CAPILLARY = 0.014, 0.017
# Where one looks along a wall there are a dark, a bright and a dark line.
THIN_EDGE = [
    (0.0, "#fcfdfd"),
    (0.60, "#f6f7f9"),
    (0.74, "#d9dbe1"),
    (0.83, "#b6b9c2"),
    (0.90, "#f2f4f7"),
    (0.97, "#b3b5be"),
    (1.0, "#6d6f78"),
]
# What it mirrors: from and to azimuth (0 is towards the camera, left is negative), each with how
# softly it begins and ends, from and to height, strength. A window, and a pale wall on the right.
WINDOWS = [
    (-1.50, 0.60, -0.74, 0.07, -0.90, 0.42, 0.17),
    (0.95, 0.12, 1.75, 0.60, -0.80, 0.30, 0.045),
]


def double_cup(level=0.665, brew="blue", strong=1.0):
    """The cup, full of tea up to `level`; `strong` multiplies what its brew takes away."""
    inside = curve(INSIDE, 8)
    wall, surface = _body(inside, level)
    # Walls of 1.5 mm with air on both sides shift light and do not bend it: only the tea does.
    # Two bent walls and their mirror images in each other were blotches in the tea.
    tea = turned("tea", wall + surface[1:], _tea(brew, strong), 192)
    shell = _shell()
    outer = turned("outer wall", [tuple(p) for p in curve(OUTSIDE, 8)], shell, 192)
    edge = turned("edge", _edge(inside, wall[-1]), _line(), 192)
    above = [tuple(p) for p in inside if p[1] > wall[-1][1]]
    inner = turned("inner wall", [wall[-1], *above], shell, 192)
    # What one sees between tea and air: the inner wall's own thickness, light passing in it.
    round_tea = [(r + WALL * min(1.0, r / 0.2), h - WALL) for r, h in inside if h < 0.70]
    skin = turned("skin", round_tea, shell, 192)
    top = [inner, skin, _dew(inside, wall[-1][1]), _lip(), bubbles(INSIDE, level)]
    return group("double-walled cup", tea, edge, outer, *top, *_foot())


def _shell():
    """A thin wall that mirrors a window and little else: (azimuth, height) of what it sees decide.

    What it mirrored of a room was a brown band and a dark square in the tea. Near its edge, where
    one looks along it, it mirrors what is truly there.
    """
    s = Surface("thin wall")
    slant = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    straight = s.node("ShaderNodeBsdfTransparent", {0: s.ramp(slant, THIN_EDGE)})
    mirror = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff"}, distribution="SHARP")
    seen = s.math("SUBTRACT", 1.0, s.only_lit_by())
    share = s.math("MULTIPLY", s.math("POWER", slant, 5.0), 0.6)
    wall = s.mixed_shaders(s.math("MULTIPLY", share, seen), straight, mirror)
    geometry = s.node("ShaderNodeNewGeometry").outputs
    # Blown by mouth: hardly uneven, but no edge that it mirrors is ruled.
    blown = s.bump(s.noise(3.0, 1), 0.5, 0.012)
    way = s.node("ShaderNodeVectorMath", {0: geometry["Incoming"]}, operation="SCALE")
    way.inputs["Scale"].default_value = -1.0
    back = s.node("ShaderNodeVectorMath", {0: way.outputs[0], 1: blown}, operation="REFLECT")
    x, y, z = s.node("ShaderNodeSeparateXYZ", {0: back.outputs[0]}).outputs
    around = s.math("ARCTAN2", x, s.math("MULTIPLY", y, -1.0))
    light = None
    for left, soft_left, right, soft_right, low, high, power in WINDOWS:
        one = s.between(around, 0.0, 1.0, left, left + soft_left, "SMOOTHSTEP")
        for value, inner, edge in (
            (around, right - soft_right, right),
            (z, low + 0.25, low),
            (z, high - 0.12, high),
        ):
            start, end = sorted((inner, edge))
            ends = (0.0, 1.0) if edge < inner else (1.0, 0.0)
            soft = s.between(value, *ends, start, end, "SMOOTHSTEP")
            one = s.math("MULTIPLY", one, soft)
        one = s.math("MULTIPLY", one, power)
        light = one if light is None else s.math("ADD", light, one)
    # The far walls, seen from within, mirror it once more, faintly.
    light = s.math("MULTIPLY", light, s.between(geometry["Backfacing"], 1.0, 0.35))
    s.unsampled()
    strength = s.math("MULTIPLY", light, seen)
    glow = s.node("ShaderNodeEmission", {"Color": "#f3f1ff", "Strength": strength})
    both = s.node("ShaderNodeAddShader")
    s.set(both.inputs[0], wall.outputs[0])
    s.set(both.inputs[1], glow.outputs[0])
    return s.finish(both)


def _dew(inside, low):
    """What hot tea leaves on the wall above it: drops, fine and close, fewer towards the lip."""
    s = Surface("dew")
    at = s.coordinates()
    height = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs[2]
    size = s.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 130.0}).outputs["Distance"]
    drop = s.between(size, 1.0, 0.0, 0.25, 0.45)
    near = s.between(height, 0.95, 0.0, low - 0.01, 0.742)
    many = s.between(s.noise(7, 3, at), -0.5, 0.55, 0.3, 0.7)
    there = s.between(s.math("ADD", near, many), 0.0, 1.0, 0.25, 0.75)
    there = s.math("MULTIPLY", s.math("MULTIPLY", drop, there), 0.45)
    there = s.math("MULTIPLY", there, s.math("SUBTRACT", 1.0, s.only_lit_by()))
    clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    white = s.principled("#f4f3fa", 0.25, Specular=0.5, Normal=s.bump(drop, 0.5, 0.004))
    material = s.finish(s.mixed_shaders(there, clear, white))
    return turned("dew", [(r - 0.001, h) for r, h in inside if h > low], material, 192)


def _lip():
    radius, height, half = LIP
    return _ring("lip", radius, height, half, half)


def _foot():
    """Where it stands glass has run together: thick, and nowhere level; and the shade below."""
    turns, outs = np.linspace(0, 2 * math.pi, 97)[:-1], np.linspace(0, 1, 25)
    a, t = [g.ravel() for g in np.meshgrid(turns, outs)]
    x, y = 0.212 * t * np.cos(a), 0.212 * t * np.sin(a)
    waves = layered_noise(5 * x, 5 * y, seed=4, layers=1)
    swirl = np.sin(24 * t + 3 * waves + np.cos(a + 1.0))
    thick = 0.022 + 0.004 * waves + 0.0007 * swirl - 0.009 * np.exp(-((t / 0.34) ** 2))
    thick = np.where(t > 0.8, thick * np.sqrt(np.maximum(0.0, 1 - ((t - 0.8) / 0.2) ** 2)), thick)
    upper = np.c_[x, y, 0.003 + np.maximum(thick, 0.0)]
    lower = np.c_[x, y, np.full_like(x, 0.003)]
    count, faces = len(x), []
    for j in range(len(outs) - 1):
        for k in range(96):
            n = (k + 1) % 96
            p, q, r, s = j * 96 + k, j * 96 + n, (j + 1) * 96 + n, (j + 1) * 96 + k
            faces += [(p, s, r, q), (count + p, count + q, count + r, count + s)]
    base = mesh("foot", np.vstack([upper, lower]), faces, clear_glass(straight_below=0.02))
    # A cup that lets light through: its shade is faint below the foot, soft round it.
    faint = [(0.0, "#efecf3"), (0.52, "#e4e0ea"), (0.64, "#a9a4b5"), (0.76, "#c9c5d1")]
    return [base, shade_below(0.21, 0.34, faint, 0.002)]


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
    # Near the wall towards the camera one looks through it to the dark foot: it was black there.
    y = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs[1]
    front = s.between(y, 1.0, 0.0, -0.40, 0.1)
    lit = s.math("MULTIPLY", s.math("MULTIPLY", front, top), s.math("SUBTRACT", 1.0, leaving))
    lit = s.math("MULTIPLY", lit, 0.22)
    glow = s.node("ShaderNodeEmission", {"Color": "#10189a", "Strength": lit})
    s.unsampled()
    both = s.node("ShaderNodeAddShader")
    s.set(both.inputs[0], clear.outputs[0])
    s.set(both.inputs[1], glow.outputs[0])
    clear = both
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
