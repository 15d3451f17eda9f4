"""An insulated travel flask with a wooden cap."""

from goods.materials import brushed_metal, wood
from kit.mesh import group, mesh, place, rounded, turned
from kit.surface import Surface


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
    top = turned("cap", [tuple(p) for p in rounded(cap, 0.02, 5)], wood(along=(6, 6, 1.4)), 128)
    flask_ = group("flask", body, foot, neck, place(top, (0, 0, h + 0.044)))
    return group("standing flask", place(flask_, (0, 0, 0.016)))


def _powder_coat(colour):
    """Paint on steel, carried about: glossy on top, with hairlines, dull and bare low down."""
    s = Surface("powder coat")
    at = s.coordinates()
    orange_peel = s.bump(s.noise(150, 2), 0.18, 0.002)
    hairlines = None
    # Put into a bag and taken out again: most of them run lengthwise.
    for turn in (0.10, -0.16, 0.55):
        lying = s.stretched(at, (46, 46, 1.1), (turn, turn * 0.7, 0))
        one = s.between(s.noise(1.0, 0, lying), 0.0, 1.0, 0.80, 0.84)
        hairlines = one if hairlines is None else s.math("MAXIMUM", hairlines, one)
    height = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs[2]
    low = s.between(height, 1.0, 0.0, 0.0, 0.22)
    rubbed = s.between(s.noise(8, 4), 0.0, 1.0, 0.45, 0.75)
    dull = s.math("MAXIMUM", s.math("MULTIPLY", low, rubbed), s.math("MULTIPLY", rubbed, 0.35))
    chips = s.math("ADD", s.noise(26, 3), s.between(height, 0.10, -0.2, 0.0, 0.07))
    bare = s.between(chips, 0.0, 1.0, 0.735, 0.75)
    tone = s.mixed(s.math("MULTIPLY", hairlines, 0.22), colour, "#8f8fd0")
    rough = s.math("MULTIPLY_ADD", dull, 0.12, 0.34)
    gloss = s.math("MULTIPLY_ADD", s.math("MAXIMUM", dull, hairlines), 0.16, 0.09)
    coat = dict(Clearcoat=0.55, Clearcoat_Roughness=gloss, Clearcoat_Normal=orange_peel)
    paint = s.principled(tone, rough, Specular=0.4, Normal=orange_peel, **coat)
    steel = s.principled("#b9b9be", 0.38, Metallic=1.0)
    return s.finish(s.mixed_shaders(bare, paint, steel))
