"""An insulated travel flask with a wooden cap."""

import math

from goods.materials import brushed_metal
from goods.timber import timber
from kit.mesh import group, place, rounded, turned
from kit.surface import Surface

# Where it is scuffed, and where its mark is: turns from the front, height.
SCUFF, MARK = (0.20, -0.21, 0.34), (0.02, 0.74)
ACACIA = ("#54331c", "#8a5b34", "#b08252")


def flask(colour="#2a2a86", radius=0.30, height=1.35):
    r, h = radius, height
    profile = [(0, 0), (r - 0.02, 0), (r, 0.02), (r, h - 0.20), (r - 0.07, h - 0.06), (r - 0.08, h)]
    profile = [
        tuple(p) for p in rounded(profile + [(0, h)], [0, 0.02, 0.02, 0.16, 0.05, 0.01, 0], 8)
    ]
    body = turned("flask", profile, _powder_coat(colour), 160)
    collar = [
        (r - 0.076, h - 0.004),
        (r - 0.068, h - 0.002),
        (r - 0.068, h + 0.04),
        (r - 0.08, h + 0.044),
    ]
    foot = [(r - 0.035, -0.016), (r - 0.012, -0.014), (r - 0.010, 0.004)]
    foot = turned("foot", [(0, -0.012), *foot], brushed_metal("#c9c9cf", 0.36), 160)
    neck = turned("collar", collar + [(0, h + 0.044)], brushed_metal("#d4d4da", 0.24), 160)
    cap = [
        (0, 0.0),
        (r - 0.075, 0.0),
        (r - 0.06, 0.01),
        (r - 0.06, 0.20),
        (r - 0.075, 0.215),
        (0, 0.22),
    ]
    sawn = timber(ACACIA, cut=1.1, tone=1.0, pith=0.5, rings=50.0, vessels=0.9)
    top = turned("cap", [tuple(p) for p in rounded(cap, 0.02, 5)], sawn, 128)
    flask_ = group("flask", body, foot, neck, place(top, (0, 0, h + 0.044)))
    return group("standing flask", place(flask_, (0, 0, 0.016)))


def _powder_coat(colour):
    """Powder baked on to steel, carried about: grained, with hairlines, a scuff and a burnt-in mark."""
    s = Surface("powder coat")
    at = s.coordinates()
    x, y, height = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs
    grain = s.noise(120, 2)
    normal = s.bump(s.noise(11, 2), 0.10, 0.02, s.bump(grain, 0.42, 0.004))
    hairlines = None
    # Put into a bag and taken out again: most of them run lengthwise.
    for turn in (0.10, -0.16, 0.55):
        lying = s.stretched(at, (46, 46, 1.1), (turn, turn * 0.7, 0))
        one = s.between(s.noise(1.0, 0, lying), 0.0, 1.0, 0.80, 0.84)
        hairlines = one if hairlines is None else s.math("MAXIMUM", hairlines, one)
    low = s.between(height, 1.0, 0.0, 0.0, 0.22)
    rubbed = s.between(s.noise(8, 4), 0.0, 1.0, 0.45, 0.75)
    dull = s.math("MAXIMUM", s.math("MULTIPLY", low, rubbed), s.math("MULTIPLY", rubbed, 0.45))
    chips = s.math("ADD", s.noise(26, 3), s.between(height, 0.10, -0.2, 0.0, 0.07))
    bare = s.between(chips, 0.0, 1.0, 0.72, 0.735)
    scuffed = _scuff(s, at)
    mark = _mark(s, x, y, height)
    speckle = s.between(grain, 0.86, 1.14, 0.3, 0.7)
    faded = s.math("MAXIMUM", s.math("MULTIPLY", hairlines, 0.26), s.math("MULTIPLY", scuffed, 0.5))
    tone = s.mixed(faded, s.shaded(colour, speckle), "#9d9bce")
    rough = s.math("MULTIPLY_ADD", dull, 0.14, 0.40)
    coat = dict(Clearcoat=0.30, Clearcoat_Roughness=0.20, Clearcoat_Normal=normal)
    paint = s.principled(tone, rough, Specular=0.42, Normal=normal, **coat)
    steel = s.principled("#b4b4bb", 0.34, Metallic=1.0)
    return s.finish(s.mixed_shaders(s.math("MAXIMUM", bare, mark), paint, steel))


def _scuff(s, at):
    """Where it once fell against a wall: short strokes close together."""
    off = s.node("ShaderNodeVectorMath", {0: at, 1: SCUFF}, operation="SUBTRACT").outputs[0]
    wide = s.stretched(off, (13, 13, 6.5))
    away = s.node("ShaderNodeVectorMath", {0: wide}, operation="LENGTH").outputs["Value"]
    near = s.between(away, 1.0, 0.0, 0.1, 1.0, "SMOOTHSTEP")
    strokes = s.noise(1.0, 2, s.stretched(at, (24, 24, 150), (0.0, 0.5, 0.0)))
    worn = s.math("MULTIPLY_ADD", near, 0.30, strokes)
    return s.math("MULTIPLY", s.between(worn, 0.0, 1.0, 0.74, 0.80), s.between(near, 0, 1, 0, 0.2))


def _mark(s, x, y, height):
    """The flower of the tube's print, burnt through the paint by a laser at the front."""
    around = s.math("DIVIDE", s.math("ARCTAN2", x, s.math("MULTIPLY", y, -1.0)), 2 * math.pi)
    u = s.math("MULTIPLY_ADD", s.math("SUBTRACT", around, MARK[0]), 1.25, 0.5)
    v = s.math("MULTIPLY_ADD", s.math("SUBTRACT", height, MARK[1]), 1.0, 0.655)
    spot = s.node("ShaderNodeCombineXYZ", {0: u, 1: v}).outputs[0]
    print_ = s.image("tube-travel.png", spot).outputs[0]
    drawn = s.between(s.node("ShaderNodeSeparateRGB", {"Image": print_}).outputs[0], 0, 1, 0.32, 0.55)
    for place, low, high in ((u, 0.405, 0.595), (v, 0.565, 0.79)):
        inside = s.math("MULTIPLY", s.math("GREATER_THAN", place, low), s.math("LESS_THAN", place, high))
        drawn = s.math("MULTIPLY", drawn, inside)
    return drawn
