"""The first colour in hot water: it comes off flowers in threads that sink, part and curl."""

import math
import random

import numpy as np

from goods.cup import INSIDE
from goods.tea import BREWS, GLASS_INDEX, SHEEN_INDEX, STEEP_INDEX, TEA_INDEX
from kit.colour import smooth
from kit.mesh import curve, mesh
from kit.noise import value_noise
from kit.surface import Surface


# What water has taken on everywhere by then, a little more than the weakest brew.
EVERYWHERE = (2.7, 1.75, 0.52)
# How much of what the surface mirrors is left out: all of it lay between the flowers as a fog.
UNMIRRORED_SHARE = 0.88
# What the stream lets pass where it is seen straight on, ..., along its edge; and of the sun's light.
EDGE = [(0.0, "#ffffff"), (0.22, "#eceef3"), (0.42, "#a9aebc"), (0.62, "#565c70"), (1.0, "#1f2230")]
SHADE = [(0.0, "#f4f4f6"), (0.5, "#d5d5da"), (1.0, "#77757f")]
# How much of what meets the stream is thrown back by waves too small to model.
GLITTER = 0.05


def first_colour(level, flowers):
    """Water that takes its first colour: clouds below each flower, more of it on the bottom.

    `flowers` lists (x, y) in the vessel's coordinates. Above the surface it is clear.
    """
    s = Surface("first colour")
    at = s.coordinates()
    height = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs[2]
    in_cup = s.between(height, 1.0, 0.0, level - 0.01, level + 0.03)
    density = max(BREWS["blue"])
    taken = EVERYWHERE, BREWS["blue"]
    passes = [tuple(1 - a / density for a in kind) + (1.0,) for kind in taken]
    strong = s.math("MULTIPLY", _clouds(s, at, level, flowers), in_cup)
    amount = s.math("MULTIPLY", s.between(in_cup, 0.05, 1.0), density)
    inputs = {"Color": s.mixed(strong, *passes), "Density": amount}
    volume = s.node("ShaderNodeVolumeAbsorption", inputs)
    # Above the waves of the surface there is only the stream.
    low = s.between(height, 1.0, 0.0, level + 0.018, level + 0.030)
    material = s.finish(_boundary(s, at, in_cup, low), volume)
    material.cycles.volume_step_rate = 0.5
    return material


def _boundary(s, at, in_cup, low):
    """Where water meets air or glass (see goods.tea); from above it mirrors less round the foot."""
    wall = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
    index = s.between(wall, TEA_INDEX, TEA_INDEX / GLASS_INDEX)
    smooth_ = {"Roughness": 0.0}
    passed = _dark_edge(s, in_cup, EDGE)
    whole = s.node("ShaderNodeBsdfGlass", {"IOR": index, "Color": passed, **smooth_})
    bent = s.node("ShaderNodeBsdfRefraction", {"IOR": STEEP_INDEX, "Color": "#ffffff", **smooth_})
    mirrored = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff", **smooth_})
    out = s.node("ShaderNodeVectorMath", {0: s.stretched(at, (1, 1, 0))}, operation="LENGTH")
    sheen = s.node("ShaderNodeFresnel", {"IOR": SHEEN_INDEX}).outputs[0]
    kept = s.between(out.outputs["Value"], 1.0, 1 - UNMIRRORED_SHARE, 0.06, 0.18)
    from_above = s.mixed_shaders(s.math("MULTIPLY", sheen, kept), bent, mirrored)
    top = low
    for but in (wall, s.node("ShaderNodeNewGeometry").outputs["Backfacing"]):
        top = s.math("MULTIPLY", top, s.math("SUBTRACT", 1.0, but))
    straight = s.node("ShaderNodeBsdfTransparent", {0: _dark_edge(s, in_cup, SHADE)})
    # Its furrows glitter in the sun.
    glitter = s.node("ShaderNodeBsdfGlossy", {"Color": "#fffaf0", "Roughness": 0.07})
    outside = s.math("MULTIPLY", s.math("SUBTRACT", 1.0, in_cup), GLITTER)
    whole = s.mixed_shaders(outside, whole, glitter)
    clear = s.mixed_shaders(top, whole, from_above)
    return s.mixed_shaders(s.only_lit_by(), clear, straight)


def _dark_edge(s, in_cup, shades):
    """What the stream lets pass: less at its edges, all of it within the cup.

    A room has dark corners that a stream bends into view along its edges and furrows. Between pale
    cloth and pale wall it has none, and is hardly seen.
    """
    facing = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    return s.mixed(in_cup, s.ramp(facing, shades, "LINEAR"), (1, 1, 1, 1))


def _clouds(s, at, level, flowers):
    """0 where no colour has come yet, 1 in the middle of what sinks from a flower."""
    bend = s.node("ShaderNodeTexNoise", {"Vector": s.stretched(at, (1, 1, 0.7)), "Scale": 4.5})
    centred = {0: bend.outputs["Color"], 1: (0.5, 0.5, 0.5)}
    moved = s.node("ShaderNodeVectorMath", centred, operation="SUBTRACT")
    moved = s.node("ShaderNodeVectorMath", {0: moved.outputs[0]}, operation="SCALE")
    moved.inputs["Scale"].default_value = 0.22
    swayed = s.node("ShaderNodeVectorMath", {0: at, 1: moved.outputs[0]}, operation="ADD")
    x, y, z = s.node("ShaderNodeSeparateXYZ", {0: swayed.outputs[0]}).outputs
    deep = s.math("MAXIMUM", s.math("SUBTRACT", level, z), 0.0)
    width = s.math("POWER", s.math("MULTIPLY_ADD", deep, 0.10, 0.058), 2.0)
    fading = s.between(deep, 1.0, 0.15, 0.0, 0.30, "SMOOTHSTEP")
    # What has come down spreads on the bottom.
    strong = s.between(deep, 0.0, 0.17, 0.05, 0.34, "SMOOTHSTEP")
    for fx, fy in flowers:
        off = [s.math("POWER", s.math("SUBTRACT", p, f), 2.0) for p, f in ((x, fx), (y, fy))]
        off = s.math("DIVIDE", s.math("ADD", *off), width)
        cloud = s.math("EXPONENT", s.math("MULTIPLY", off, -1.0))
        strong = s.math("MULTIPLY_ADD", cloud, fading, strong)
    return s.math("MINIMUM", strong, 1.0)


def soaked(flowers, soft=0.62):
    """Gives dried flowers what they are once they float: soft, dark, glossy, of one deep blue.

    Water fills what was matt between fibres, and the browned rims take up colour from all around.
    `soft` is how much of their height they keep.
    """
    wet = _wet_petal()
    for flower in flowers:
        slot = flower.material_slots[0]
        slot.link, slot.material = "OBJECT", wet
        flower.scale.z *= soft
    return flowers


def _wet_petal():
    s = Surface("wet petal")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    fibres = s.noise(1.0, 3, s.stretched(uv, (90, 5, 1)))
    folds = s.noise(14, 3)
    normal = s.bump(fibres, 0.30, 0.004, s.bump(folds, 0.4, 0.006))
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    inputs = {"Color": s.painted(), "Saturation": 1.35, "Value": s.between(chance, 0.55, 0.95)}
    own = s.node("ShaderNodeHueSaturation", inputs).outputs[0]
    deep = s.ramp(folds, [(0.3, "#100e40"), (0.7, "#23216f")])
    tone = s.mixed(0.5, own, deep)
    coat = dict(Specular=0.4, Clearcoat=0.14, Clearcoat_Roughness=0.2)
    front = s.principled(tone, 0.46, Normal=normal, **coat)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": "#2a2c8e", "Normal": normal})
    return s.finish(s.mixed_shaders(0.18, front, through))


def threads(flowers, level, each=5, seed=3):
    """Threads of colour below floating flowers at (x, y), in a cup filled to `level`.

    They are bodies that only take light away: a cloud in the water itself is met in steps, and
    what is thinner than a step turns into noise.
    """
    rng = random.Random(seed)
    vertices, faces = [], []
    for fx, fy in flowers:
        for _ in range(each):
            at = fx + rng.gauss(0, 0.045), fy + rng.gauss(0, 0.045)
            ring = _ribbon(*_way(*at, level, rng), rng)
            start, (rows, around) = len(vertices), ring.shape[:2]
            vertices += list(ring.reshape(-1, 3))
            for j in range(rows - 1):
                for k in range(around):
                    a, b, n = start + j * around, start + (j + 1) * around, (k + 1) % around
                    faces.append((a + k, a + n, b + n, b + k))
            faces.append(tuple(start + k for k in reversed(range(around))))
            faces.append(tuple(start + (rows - 1) * around + k for k in range(around)))
    made = mesh("threads", vertices, faces, _colour())
    made.visible_glossy = False
    return made


def _way(x, y, level, rng, steps=70):
    """Down from a flower, swaying more and more, and round at its end; with its thickness."""
    t = np.linspace(0, 1, steps)
    reach = rng.uniform(0.10, 0.27)
    chance = rng.uniform(0, 90)
    sway = 0.055 * smooth(0, 1, t)
    px = x * (1 + 0.12 * t) + sway * value_noise(t * 3.4, t * 0 + chance, seed=3)
    py = y * (1 + 0.12 * t) + sway * value_noise(t * 3.4, t * 0 + chance, seed=8)
    z = level - 0.022 - reach * t
    # The end meets still water, spreads and rolls up.
    late, way = smooth(0.62, 1, t), rng.uniform(0, 6.283)
    curl = 0.042 * late
    px = px + curl * np.sin(4.2 * late) * math.cos(way)
    py = py + curl * np.sin(4.2 * late) * math.sin(way)
    z = z + curl * (1 - np.cos(4.2 * late))
    inside = np.array(curve(INSIDE, 8))
    z = np.maximum(z, inside[0, 1] + 0.03)
    most = np.interp(z, inside[:, 1], inside[:, 0]) - 0.035
    out = np.maximum(np.hypot(px, py) / most, 1)
    thick = 0.016 * (1 - smooth(0, 0.3, t)) + 0.0065 + 0.008 * smooth(0.35, 0.9, t)
    thick = thick * (1 + 0.3 * value_noise(t * 6, t * 0 + chance, seed=5))
    thick *= rng.uniform(0.7, 1.3) * np.minimum(1, np.minimum(t, 1 - t) / 0.06 + 0.05)
    path = np.c_[px / out, py / out, z]
    return path, np.minimum(thick, 0.45 * _bend(path))


def _bend(path):
    """The radius of a path's bends: a thread thicker than that would be inside out, and black."""
    along = np.gradient(path, axis=0)
    step = np.linalg.norm(along, axis=1)
    turned = np.linalg.norm(np.gradient(along / step[:, None], axis=0), axis=1)
    radius = np.pad((step / (turned + 1e-6)).clip(0, 1), 2, "edge")
    return np.convolve(radius, np.ones(5) / 5, "valid")


def _ribbon(path, thick, rng, around=14):
    """A flat tube that twists along a path: (rows, around, 3)."""
    angles = np.linspace(0, 2 * math.pi, around, endpoint=False)
    turn = rng.uniform(0, 6.283) + np.linspace(0, rng.uniform(2, 5), len(path))
    wide, flat = np.outer(thick * 1.5, np.cos(angles)), np.outer(thick * 0.6, np.sin(angles))
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = [np.cross(along[0], (0.3, 1.0, 0.1))]
    # Carried along, it never turns over: turned inside out, a thread would be black.
    for way in along[1:]:
        side.append(side[-1] - way * (side[-1] @ way))
    side = np.array(side) / np.linalg.norm(side, axis=1)[:, None]
    other = np.cross(along, side)
    u, v = (c * wide - s * flat)[:, :, None], (s * wide + c * flat)[:, :, None]
    return path[:, None] + u * side[:, None] + v * other[:, None]


def _colour(strength=3.2):
    s = Surface("thread of colour")
    straight = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    density = max(BREWS["blue"])
    passes = tuple(1 - a / density for a in BREWS["blue"]) + (1.0,)
    inputs = {"Color": passes, "Density": density * strength}
    return s.finish(straight, s.node("ShaderNodeVolumeAbsorption", inputs))
