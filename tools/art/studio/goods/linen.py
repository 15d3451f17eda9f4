"""Linen: a cloth with folds."""

import math

import bpy
import numpy as np

from kit.caustic import UNMIRRORED
from kit.mesh import grid_faces, mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface


def linen(colour="#d8cfc2", flat=(), folds=(), size=(12.0, 8.0), middle=(0.0, 0.6), cell=0.045):
    """A cloth on the table, at z = 0 where things stand.

    `flat` lists (x, y, radius) of things it lies smooth under; `folds` lists (x, y, degrees,
    length, width, height) of soft ridges.
    """
    columns, rows = int(size[0] / cell), int(size[1] / cell)
    x, y = np.meshgrid(
        np.linspace(-size[0] / 2, size[0] / 2, columns) + middle[0],
        np.linspace(-size[1] / 2, size[1] / 2, rows) + middle[1],
    )
    x, y = x.ravel(), y.ravel()
    rise = 0.012 * layered_noise(x * 0.9, y * 0.9, seed=5)
    rise += 0.004 * value_noise(x * 4, y * 3, seed=8)
    for i, (fx, fy, turn, length, width, height) in enumerate(folds):
        a = math.radians(turn)
        along = (x - fx) * math.cos(a) + (y - fy) * math.sin(a)
        across = -(x - fx) * math.sin(a) + (y - fy) * math.cos(a)
        across = across + 0.10 * value_noise(along * 1.1, along * 0, seed=20 + i)
        ends = np.clip(1 - (along / length) ** 2, 0, 1) ** 1.5
        # Steeper on one side than on the other, as a fold that fell over.
        side = np.where(across > 0, across / width, across / (width * 0.45))
        rise = rise + height * ends * np.exp(-(side**2)) - 0.25 * height * ends * np.exp(
            -((side - 1.9) ** 2)
        )
    smooth = np.ones_like(x)
    for fx, fy, radius in flat:
        t = np.clip((np.hypot(x - fx, y - fy) - radius) / 0.35, 0, 1)
        smooth = smooth * t * t * (3 - 2 * t)
    z = rise * smooth
    cloth = mesh("linen", np.c_[x, y, z - 0.002], grid_faces(columns, rows), woven(colour))
    return unmirrored(cloth)


def unmirrored(ground):
    """What a glass stands on, not mirrored in it; brushed metal still shows it.

    Sunlit, with the shadows of strewn things on it, it lay on the glass as a veil with dark flecks,
    and the tea behind was milky.
    """
    tree = ground.data.materials[0].node_tree
    if UNMIRRORED in tree.nodes:
        return ground
    output = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeOutputMaterial")
    path = tree.nodes.new("ShaderNodeLightPath")
    # Only glass mirrors sharply.
    sharp = tree.nodes.new("ShaderNodeMath")
    sharp.operation = "MULTIPLY"
    tree.links.new(path.outputs["Is Singular Ray"], sharp.inputs[0])
    tree.links.new(path.outputs["Is Reflection Ray"], sharp.inputs[1])
    seen = tree.nodes.new("ShaderNodeMixShader")
    seen.name = UNMIRRORED
    tree.links.new(sharp.outputs[0], seen.inputs[0])
    tree.links.new(output.inputs["Surface"].links[0].from_socket, seen.inputs[1])
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    tree.links.new(clear.outputs[0], seen.inputs[2])
    tree.links.new(seen.outputs[0], output.inputs["Surface"])
    return ground


def woven(colour, thread=0.0125):
    """Plain weave of uneven threads; drawn once as a tile, which is cheaper than noise."""
    s = Surface("linen")
    at = s.stretched(s.coordinates(), [1 / (thread * THREADS)] * 3)
    tile = s.node("ShaderNodeTexImage", {"Vector": at})
    tile.image = _weave()
    parts = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    clouds = s.between(s.noise(0.8, 1), 0.95, 1.03, 0.3, 0.7)
    thick = _slubs(s)
    shade = s.math("MULTIPLY", s.math("MULTIPLY", parts[1], clouds), s.between(thick, 1.0, 1.07))
    normal = s.bump(_rumpled(s), 0.55, 0.05)
    normal = s.bump(s.math("MULTIPLY_ADD", thick, 0.8, parts[0]), 0.7, 0.006, normal)
    tone = s.shaded(colour, shade)
    return s.finish(s.principled(tone, 0.95, Specular=0.1, Sheen=0.3, Normal=normal))


def _slubs(s):
    """1 where a thread is thick for a finger's width, as in hand-spun flax; the tile alone repeats."""
    at = s.coordinates()
    both = None
    for along in ((1.6, 70, 1), (70, 1.6, 1)):
        one = s.between(s.noise(1.0, 1, s.stretched(at, along)), 0.0, 1.0, 0.66, 0.74)
        both = one if both is None else s.math("MAXIMUM", both, one)
    return both


def _rumpled(s):
    """Soft wrinkles of a cloth that was washed and shaken out, not ironed."""
    at = s.coordinates()
    ridge = s.math("ABSOLUTE", s.math("SUBTRACT", s.noise(1.3, 3, at, 0.9), 0.5))
    line = s.math("POWER", s.between(ridge, 1.0, 0.0, 0.0, 0.09), 2.0)
    some = s.between(s.noise(0.9, 2, at), 0.15, 1.0, 0.42, 0.62)
    return s.math("MULTIPLY_ADD", line, some, s.math("MULTIPLY", s.noise(2.2, 3, at), 0.8))


THREADS, PER_THREAD = 120, 12


def _weave(seed=3):
    """A tile of linen: height in red, tone in green."""
    rng = np.random.default_rng(seed)
    count = THREADS * PER_THREAD

    def uneven(points, low, high):
        """One row for each thread: smooth chance along it, closed on itself."""
        knots = rng.random((THREADS, points)) ** 2 * (high - low) + low
        along = np.arange(count) / count * points
        i = along.astype(int)
        t = along - i
        t = t * t * (3 - 2 * t)
        return knots[:, i % points] * (1 - t) + knots[:, (i + 1) % points] * t

    pixel = np.arange(count)
    index, inside = pixel // PER_THREAD, (pixel % PER_THREAD + 0.5) / PER_THREAD * 2 - 1

    def threads():
        thick, tone = uneven(26, 0.66, 1.25), uneven(9, 0.0, 1.0)
        drift = uneven(14, -0.35, 0.35)
        around = (inside[:, None] - drift[index]) / thick[index]
        round_ = np.sqrt(np.maximum(0, 1 - around**2))
        weave = np.cos(np.pi * (pixel[None, :] + 0.5) / PER_THREAD + np.pi * index[:, None])
        own = 0.94 + 0.12 * rng.random(THREADS)
        return round_ * (0.62 + 0.38 * weave), own[index][:, None] * (0.93 + 0.14 * tone[index])

    (warp, warp_tone), (weft, weft_tone) = threads(), threads()
    warp, warp_tone = warp.T, warp_tone.T
    height = np.maximum(warp, weft)
    tone = np.where(warp > weft, warp_tone, weft_tone)
    tone = tone * (0.72 + 0.30 * np.clip(height, 0, 1)) * (0.97 + 0.06 * rng.random(height.shape))
    tile = bpy.data.images.new("weave", count, count, float_buffer=True)
    tile.colorspace_settings.name = "Raw"
    flat = np.dstack([height, tone, tone, np.ones_like(tone)]).astype(np.float32)
    tile.pixels.foreach_set(flat.ravel())
    tile.pack()
    return tile
