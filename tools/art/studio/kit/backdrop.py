"""What is seen behind a scene: part of a photograph, out of focus.

Drawn walls, gardens and fields are among the first things that give a render away. Blender brings
photographs of all directions, by Greg Zaal (CC0): "interior" is a hotel room with a curtained
window, "forest" a garden with a lawn, hedges and trees.
"""

import os
from typing import NamedTuple

import bpy
import numpy as np

from kit.mesh import mesh
from kit.surface import Surface

COLUMNS = 960
# No light of the photograph is brighter: lamps and the sun would be white discs over everything.
BRIGHTEST = 14


class View(NamedTuple):
    """A part of a photograph; angles in degrees."""

    photo: str
    # What is seen at the middle of a backdrop, and how much from side to side.
    around: float
    up: float
    wide: float
    flipped: bool = False


def photographed(view, at, disc, strength, span=(-4.0, 4.0), heights=(-1.6, 3.6), fading=0):
    """A plane at y = `at` that shows a `View`, whose `up` is at z = 0.

    From z = 0 on it appears over `fading`: a table that it cuts off ends out of focus.
    `disc` is the radius, as a share of the span, over which the lens spreads each point.
    """
    seen = _spread(_part(view, span, heights), disc)
    rows, columns = seen.shape[:2]
    picture = bpy.data.images.new(view.photo, columns, rows, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    opaque = np.dstack([seen, np.ones((rows, columns))])
    picture.pixels.foreach_set(opaque.astype(np.float32).ravel())
    picture.pack()
    s = Surface("photograph")
    tile = s.node("ShaderNodeTexImage", {0: s.node("ShaderNodeUVMap").outputs[0]})
    tile.image, tile.interpolation, tile.extension = picture, "Cubic", "EXTEND"
    glow = s.node("ShaderNodeEmission", {"Color": tile.outputs[0], "Strength": strength})
    s.unsampled()
    if fading:
        height = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs[2]
        there = s.between(height, 0.0, 1.0, 0.0, fading, "SMOOTHSTEP")
        glow = s.mixed_shaders(there, s.node("ShaderNodeBsdfTransparent"), glow)
    (left, right), (low, high) = span, heights
    corners = [(left, at, low), (right, at, low), (right, at, high), (left, at, high)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return mesh("photograph", corners, [(0, 1, 2, 3)], s.finish(glow), smooth=False, uvs=uvs)


def taken_all_around(photo):
    """One of Blender's photographs, as an image."""
    folder = bpy.utils.system_resource("DATAFILES")
    file = os.path.join(folder, "studiolights/world", f"{photo}.exr")
    return bpy.data.images.load(file, check_existing=True)


def _part(view, span, heights):
    """What is seen, as (rows, columns, 3) of linear light, its bottom row first."""
    whole = taken_all_around(view.photo)
    columns, rows = whole.size
    light = np.empty(columns * rows * 4, np.float32)
    whole.pixels.foreach_get(light)
    light = np.minimum(light.reshape(rows, columns, 4)[..., :3], BRIGHTEST)
    across = span[1] - span[0]
    turn = np.linspace(-0.5, 0.5, COLUMNS) * view.wide * (-1 if view.flipped else 1)
    height = np.arange(heights[0], heights[1], across / COLUMNS) * view.wide / across
    x = ((view.around + turn) / 360 * columns - 0.5) % columns
    y = np.clip((0.5 + (view.up + height) / 180) * rows - 0.5, 0, rows - 2)
    left, below = x.astype(int), y.astype(int)
    right = (left + 1) % columns
    to_right, upwards = (x - left)[None, :, None], (y - below)[:, None, None]

    def row(of):
        return light[of][:, left] * (1 - to_right) + light[of][:, right] * to_right

    return row(below) * (1 - upwards) + row(below + 1) * upwards


def _spread(view, radius):
    """Each point as a disc, a little brighter at its rim, as simple lenses draw it."""
    radius = radius * view.shape[1]
    margin = int(radius) + 1
    view = np.pad(view, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    rows, columns = view.shape[:2]
    y, x = np.mgrid[-(rows // 2) : rows - rows // 2, -(columns // 2) : columns - columns // 2]
    away = np.hypot(x, y) / radius
    disc = np.clip((1 - away) * radius / 1.5, 0, 1) * (0.85 + 0.3 * np.clip(away, 0, 1) ** 4)
    disc = np.fft.rfft2(np.fft.ifftshift(disc / disc.sum()))
    spread = [np.fft.irfft2(np.fft.rfft2(view[..., k]) * disc, s=(rows, columns)) for k in range(3)]
    return np.maximum(np.dstack(spread), 0)[margin:-margin, margin:-margin]
