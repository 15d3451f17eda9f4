"""Butterfly pea tea: a clear liquid that takes light away on its way through."""

from kit.surface import Surface

TEA_INDEX = 1.335
GLASS_INDEX = 1.47
# Light that enters from above is bent as if tea's index were the first, and mirrored as if it were the
# second. With the true one, 20 degrees above the table, one looks out through the back of the cup: at
# cloth between two dark lugs where the wall mirrors. From higher up one sees the foot, as here.
STEEP_INDEX, SHEEN_INDEX = 1.75, 1.22

# Light taken away per 10 cm of tea (red, green, blue; Beer-Lambert). Anthocyanins take red most,
# green less; lemon gives the red back. A thin layer is sky blue, a full cup indigo. Some blue goes
# too: where none did, tea shone like paint.
BREWS = {
    "weak": (1.3, 0.89, 0.32),
    "steeping": (5.6, 3.85, 1.4),
    "pale": (2.0, 1.37, 0.5),
    "blue": (12.0, 8.2, 3.0),
    "violet": (4.6, 6.4, 2.2),
    "magenta": (1.8, 5.4, 2.1),
    "orchid": (2.6, 5.4, 2.2),
    "honey": (0.35, 1.5, 5.5),
}
# What is near the slice of lemon (or the flowers), what is still far from it.
MIXING = {
    "lemon": ("magenta", "steeping"),
    "purple": ("orchid", "violet"),
    "steeped": ("blue", "steeping"),
    "deep": ("blue", "pale"),
}


# How unevenly they mix; what has stood for a while has no clouds.
CLOUDS = {"deep": 0.12}


def liquid(brew, near=(0.0, 0.0, 0.0), reach=0.55, straight=False):
    """The material of a liquid body whose painted red is 1 on the vessel's wall, 0 on the surface.

    One material for both, because Cycles pairs entering and leaving a volume by material. `near`
    is where lemon or flowers float, in the body's coordinates; colour changes over `reach` from
    there. `straight` lets light out through the wall without bending or mirroring it.
    """
    s = Surface(f"{brew} tea")
    wall = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
    index = s.between(wall, TEA_INDEX, TEA_INDEX / GLASS_INDEX)
    clear = s.node("ShaderNodeBsdfGlass", {"IOR": index, "Roughness": 0.0, "Color": "#ffffff"})
    inward = s.node("ShaderNodeNewGeometry").outputs["Backfacing"]
    clear = s.mixed_shaders(s.math("MAXIMUM", wall, inward), _from_above(s), clear)
    unbent = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    as_it_came = s.only_lit_by()
    if straight:
        as_it_came = s.math("MAXIMUM", as_it_came, s.math("MULTIPLY", wall, inward))
    surface = s.mixed_shaders(as_it_came, clear, unbent)
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


def _from_above(s):
    """What the surface does to light that enters it."""
    smooth = {"Roughness": 0.0, "Color": "#ffffff"}
    bent = s.node("ShaderNodeBsdfRefraction", {"IOR": STEEP_INDEX, **smooth})
    mirrored = s.node("ShaderNodeBsdfGlossy", smooth)
    sheen = s.node("ShaderNodeFresnel", {"IOR": SHEEN_INDEX}).outputs[0]
    return s.mixed_shaders(sheen, bent, mirrored)


def _passing(absorbed, density):
    """What Blender calls the colour of an absorbing volume."""
    return tuple(1 - a / density for a in absorbed) + (1.0,)
