"""Butterfly pea tea: a clear liquid that takes light away on its way through."""

from kit.surface import Surface

TEA_INDEX = 1.335
GLASS_INDEX = 1.47

# Light taken away per 10 cm of tea (red, green, blue; Beer-Lambert). Anthocyanins take red and
# green; lemon gives the red back. A thin layer is lavender, a full cup indigo.
BREWS = {
    "weak": (1.15, 0.95, 0.22),
    "steeping": (5.0, 4.2, 1.12),
    "pale": (1.7, 1.35, 0.28),
    "blue": (6.7, 5.7, 1.6),
    "indigo": (10.5, 8.9, 2.7),
    "violet": (3.6, 6.6, 1.5),
    "magenta": (1.1, 5.6, 1.9),
    "orchid": (1.9, 5.9, 1.5),
    "honey": (0.35, 1.5, 5.5),
}
# What is near the slice of lemon (or the opening flowers), what is still far from it.
MIXING = {
    "lemon": ("magenta", "steeping"),
    "purple": ("orchid", "violet"),
    "opening": ("steeping", "weak"),
    "steeped": ("blue", "steeping"),
    "deep": ("indigo", "pale"),
}


# How unevenly they mix; what has stood for a while has no clouds.
CLOUDS = {"deep": 0.12}


def liquid(brew, near=(0.0, 0.0, 0.0), reach=0.55):
    """The material of a liquid body whose painted red is 1 on the vessel's wall, 0 on the surface.

    One material for both, because Cycles pairs entering and leaving a volume by material. `near`
    is where lemon or flowers float, in the body's coordinates; colour changes over `reach` from
    there.
    """
    s = Surface(f"{brew} tea")
    wall = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
    index = s.between(wall, TEA_INDEX, TEA_INDEX / GLASS_INDEX)
    clear = s.node("ShaderNodeBsdfGlass", {"IOR": index, "Roughness": 0.0, "Color": "#ffffff"})
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    path = s.node("ShaderNodeLightPath").outputs
    fake = s.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])
    surface = s.mixed_shaders(fake, clear, straight)
    density = max(max(kind) for kind in BREWS.values())
    if brew in BREWS:
        passes = _passing(BREWS[brew], density)
    else:
        close, far = (_passing(BREWS[kind], density) for kind in MIXING[brew])
        at = s.coordinates("Object")
        away = s.node("ShaderNodeVectorMath", {0: at, 1: near}, operation="DISTANCE")
        drift = s.noise(2.6, 3, s.stretched(at, (1, 1, 0.45)), 1.6)
        strong = CLOUDS.get(brew, 0.9)
        drift = s.math("SUBTRACT", drift, 0.5)
        cloudy = s.math("MULTIPLY_ADD", drift, strong, away.outputs["Value"])
        passes = s.mixed(s.between(cloudy, 0, 1, 0.12, 0.12 + reach, "SMOOTHSTEP"), close, far)
    volume = s.node("ShaderNodeVolumeAbsorption", {"Color": passes, "Density": density})
    return s.finish(surface, volume)


def _passing(absorbed, density):
    """What Blender calls the colour of an absorbing volume."""
    return tuple(1 - a / density for a in absorbed) + (1.0,)
