"""Lemon: slices and a cut half."""

import numpy as np

from kit.mesh import group, turned
from kit.surface import Surface


def lemon_slice(radius=0.27, thickness=0.045):
    """A flat slice round the origin."""
    r, t = radius, thickness / 2
    top = [(0, t)] + [(r * x, t) for x in np.linspace(0.05, 0.93, 14)]
    rim = [
        (r * 0.975, t * 0.88),
        (r, t * 0.5),
        (r * 1.005, 0),
        (r, -t * 0.5),
        (r * 0.975, -t * 0.88),
    ]
    bottom = [(x, -z) for x, z in top[::-1][:-1]]
    one = turned("lemon slice", (top + rim + bottom)[::-1], flesh(), 96)
    _flat_uvs(one, radius)
    _cut_by_hand(one, radius)
    return one


def lemon_half(radius=0.27):
    """Half a lemon lying on its round side: the cut faces up at z = 0."""
    angles = np.linspace(0, np.pi / 2, 26)
    bowl = [(radius * np.cos(a), -radius * 1.05 * np.sin(a)) for a in angles]
    nipple = [(radius * 0.05, -radius * 1.09), (0, -radius * 1.10)]
    skin = turned("zest", [(x, z) for x, z in bowl[:-1]] + nipple, zest(), 96)
    cut = turned("cut", [(radius * x, 0.002) for x in np.linspace(0.995, 0, 40)], juicy(), 128)
    _flat_uvs(cut, radius, core=(0.035, -0.025))
    _grown(cut, radius)
    _grown(skin, radius)
    # Mirrored in a cup, it is a pale patch in the tea that nobody can explain.
    skin.visible_glossy = cut.visible_glossy = False
    return group("half lemon", skin, cut)


def _cut_by_hand(thing, radius):
    """Thicker on one side, not quite flat, not quite round."""
    data = thing.data
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    p = flat.reshape(-1, 3)
    angle, out = np.arctan2(p[:, 1], p[:, 0]), np.hypot(p[:, 0], p[:, 1]) / radius
    p[:, 2] *= 0.85 + 0.30 * np.cos(angle - 0.8) * out
    p[:, 2] += 0.05 * radius * out**2 * np.sin(2 * angle + 0.5)
    p[:, :2] *= (1 + 0.022 * np.cos(2 * angle + 0.7) + 0.012 * np.cos(3 * angle + 2.0))[:, None]
    data.vertices.foreach_set("co", p.ravel())
    data.update()


def _grown(thing, radius):
    """No lemon is round: one side fuller, and a cut that is not quite flat."""
    data = thing.data
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    p = flat.reshape(-1, 3)
    angle, out = np.arctan2(p[:, 1], p[:, 0]), np.hypot(p[:, 0], p[:, 1]) / radius
    full = 1 + 0.035 * np.cos(angle * 2 + 0.7) + 0.018 * np.cos(angle * 3 + 2.0)
    full += 0.006 * np.cos(angle * 7 + 1.0)
    p[:, :2] *= full[:, None]
    # The juice stands a little below the skin, and the knife went a little aslant.
    sunk = 0.010 * np.clip(1 - ((out - 0.45) / 0.42) ** 2, 0, 1)
    top = p[:, 2] > -0.01
    p[top, 2] += (0.02 * p[:, 0] + 0.012 * np.sin(p[:, 1] * 9) * out - sunk)[top]
    data.vertices.foreach_set("co", p.ravel())
    data.update()


def _flat_uvs(thing, radius, core=(0.0, 0.0)):
    """Lays the drawing on from above; `core` moves its middle, not its rim."""
    data = thing.data
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    place = flat.reshape(-1, 3)[:, :2] / (2 * radius * 1.01)
    uv = place + 0.5 + np.outer(1 - 4 * np.sum(place**2, axis=1), core)
    corner = np.empty(len(data.loops), np.int32)
    data.loops.foreach_get("vertex_index", corner)
    layer = data.uv_layers.new(name="UV")
    layer.data.foreach_set("uv", uv[corner].astype(np.float32).ravel())


def flesh():
    s = Surface("lemon")
    colour = s.image("lemon.png").outputs[0]
    normal = s.bump(s.image("lemon-height.png", data=True).outputs[0], 0.6, 0.012)
    wet = s.principled(colour, 0.22, Specular=0.5, Normal=normal)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": colour})
    return s.finish(s.mixed_shaders(0.6, wet, through))


def juicy():
    """The cut of a half: wet sacs between dull pith."""
    s = Surface("lemon half")
    colour = s.image("lemon-half.png").outputs[0]
    height = s.image("lemon-half-height.png", data=True).outputs[0]
    normal = s.bump(height, 0.35, 0.016)
    wet = s.principled(colour, 0.20, Specular=0.5, Normal=normal)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": colour})
    return s.finish(s.mixed_shaders(0.40, wet, through))


def zest():
    """Rind: oil glands show as pits, each a little greener and glossier than the skin between."""
    s = Surface("zest")
    at = s.coordinates()
    warped = s.node("ShaderNodeTexNoise", {"Vector": at, "Scale": 14.0, "Detail": 1.0})
    wander = s.node("ShaderNodeVectorMath", {0: warped.outputs["Color"]}, operation="SCALE")
    s.set(wander.inputs["Scale"], 0.03)
    places = s.node("ShaderNodeVectorMath", {0: at, 1: wander.outputs[0]}).outputs[0]
    glands = s.node("ShaderNodeTexVoronoi", {"Vector": places, "Scale": 44.0, "Randomness": 0.85})
    chance = s.node("ShaderNodeSeparateRGB", {"Image": glands.outputs["Color"]}).outputs[0]
    wide = s.between(chance, 0.46, 0.68)
    pit = s.between(s.math("DIVIDE", glands.outputs["Distance"], wide), 0.0, 1.0, 0.1, 1.0)
    pit = s.math("SUBTRACT", 1.0, s.math("POWER", pit, 0.8))
    skin = s.ramp(s.noise(6, 4, at, 0.6), [(0.3, "#d9a012"), (0.5, "#eab920"), (0.7, "#f2ca3f")])
    skin = s.mixed(s.between(s.noise(3.1, 2, at), 0.0, 0.22, 0.5, 0.75), skin, "#c6b52a")
    colour = s.mixed(s.math("MULTIPLY", pit, 0.5), skin, "#bd8c0c")
    swells = s.noise(9, 3, at)
    normal = s.bump(swells, 0.4, 0.03)
    normal = s.bump(pit, -1.0, 0.034, normal)
    rough = s.between(s.noise(17, 3, at), 0.30, 0.46, 0.3, 0.7)
    return s.finish(s.principled(colour, rough, Specular=0.5, Normal=normal))
