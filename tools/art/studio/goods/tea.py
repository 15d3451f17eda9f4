"""Butterfly pea tea: deep blue, turning violet and magenta where lemon reaches it."""

from kit.colour import linear
from kit.surface import Surface

# Tint of the surface (near the lemon, between, far from it) and light taken away on the way
# through. The tint alone looks electric, absorption alone swallows the violet.
BREWS = {
    "weak": dict(tints=("#b9c6e8", "#adbce4", "#a5b5e0"), absorbs="#a3b4e4", density=0.7),
    "blue": dict(tints=("#7f93d0", "#7488c8", "#6b80c0"), absorbs="#8598d4", density=1.1),
    "lemon": dict(tints=("#d873b4", "#8f63c4", "#5a6db5"), absorbs="#a98fd6", density=1.15),
    "purple": dict(tints=("#cf74b8", "#b268bc", "#935fc0"), absorbs="#b58fd2", density=1.1),
}


def tea(brew, lemon_at=(0, 0, 0), reach=0.75):
    """A material; `lemon_at` is in the tea's own coordinates."""
    kind = BREWS[brew]
    s = Surface("tea")
    at = s.coordinates("Object")
    distance = s.node("ShaderNodeVectorMath", {0: at, 1: lemon_at}, operation="DISTANCE")
    drift = s.noise(3.2, 3, at, 1.2)
    cloudy = s.math("MULTIPLY_ADD", drift, 0.5, distance.outputs["Value"])
    away = s.between(cloudy, 0, 1, 0.36, 0.36 + reach, "SMOOTHSTEP")
    near, between, far = kind["tints"]
    tint = s.ramp(away, [(0, near), (0.6, between), (1, far)])
    liquid = s.node("ShaderNodeBsdfGlass", {"IOR": 1.33, "Roughness": 0.0, "Color": tint})
    clear = s.node("ShaderNodeBsdfTransparent", {0: tint})
    shadow = s.node("ShaderNodeLightPath").outputs["Is Shadow Ray"]
    absorption = s.node(
        "ShaderNodeVolumeAbsorption", {0: linear(kind["absorbs"]), 1: kind["density"]}
    )
    return s.finish(s.mixed_shaders(shadow, liquid, clear), absorption)


def liquid(name, tint, absorbs, density):
    """A liquid of one colour."""
    s = Surface(name)
    inside = s.node("ShaderNodeBsdfGlass", {"IOR": 1.4, "Roughness": 0.0, "Color": tint})
    clear = s.node("ShaderNodeBsdfTransparent", {0: linear(tint)})
    shadow = s.node("ShaderNodeLightPath").outputs["Is Shadow Ray"]
    absorption = s.node("ShaderNodeVolumeAbsorption", {0: linear(absorbs), 1: density})
    return s.finish(s.mixed_shaders(shadow, inside, clear), absorption)
