"""A garden fence of weathered slats, and the garden behind it."""

from goods.materials import wood
from kit.mesh import block, mesh, place
from kit.surface import Surface


def fence(slats=(-2.05, -1.12, -0.18, 0.78, 1.70), width=0.44, at=0.0):
    """Upright slats before one rail; the gaps show what is behind."""
    for i, x in enumerate(slats):
        grey = wood("#6a5c4e", "#8f8171", "#b3a692", along=(11, 11, 0.8), cut=2.3 * (i + 1))
        slat = block("slat", width, 0.07, 5.0, 0.015, grey)
        place(slat, (x, at, -2.6), (0, 1.2 * (-1) ** i, 3 * (-1) ** i))
    rail = wood("#5d5145", "#857868", "#a5988a", along=(0.7, 10, 10), cut=1.1)
    place(block("rail", 8.0, 0.09, 0.34, 0.02, rail), (0, at + 0.10, -0.72))


def garden(at=16.0, strength=1.5):
    """Green in morning light, out of focus: shade below, sky between leaves above."""
    s = Surface("garden")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    height = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs[1]
    leaves, crowns = s.noise(34, 3, uv), s.noise(7, 4, uv)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", crowns, 0.5), 1.1, height)
    tone = s.math("MULTIPLY_ADD", s.math("SUBTRACT", leaves, 0.5), 0.55, tone)
    stops = [(0.1, "#1f3018"), (0.4, "#4c6a2c"), (0.6, "#8fa650")]
    stops += [(0.78, "#d9dca2"), (0.95, "#fff7df")]
    light = s.node("ShaderNodeEmission", {"Color": s.ramp(tone, stops), "Strength": strength})
    s.unsampled()
    corners = [(-9, at, -6), (9, at, -6), (9, at, 7), (-9, at, 7)]
    uvs = [(0, 0), (1.4, 0), (1.4, 1), (0, 1)]
    return mesh("garden", corners, [(0, 1, 2, 3)], s.finish(light), smooth=False, uvs=uvs)
