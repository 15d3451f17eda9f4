"""The garden behind the drying trays."""

from kit.mesh import mesh
from kit.surface import Surface


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
