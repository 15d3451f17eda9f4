"""Steam over a hot cup: a thin veil that only the camera sees."""

import bpy
import numpy as np

from kit.mesh import mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

# How high the veil is, in half its width; cells a unit of the air's speeds.
SPAN, CELLS = 2.2, 64


def steam(at, width=0.7, height=1.5, strength=0.2, seed=4, turn=0.0):
    """Rises from `at`; the veil stands across the line of sight (the camera looks along y)."""
    s = Surface("steam")
    veil = s.node("ShaderNodeTexImage", {"Vector": s.node("ShaderNodeUVMap").outputs[0]})
    veil.image, veil.extension = _wisps(seed), "CLIP"
    # Brighter than cloth in the sun, so that it does not begin only where the wall is behind it.
    light = s.node("ShaderNodeEmission", {"Color": "#fffaf4", "Strength": 1.2})
    clear = s.node("ShaderNodeBsdfTransparent", {0: (1, 1, 1, 1)})
    share = s.math("MULTIPLY", veil.outputs[0], strength)
    s.unsampled()
    x = width / 2
    corners = [(-x, 0, 0), (x, 0, 0), (x, height * 0.25, height), (-x, height * 0.25, height)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    material = s.finish(s.mixed_shaders(share, clear, light))
    plane = mesh("steam", corners, [(0, 1, 2, 3)], material, smooth=False, uvs=uvs)
    plane.location = at
    plane.rotation_euler.z = turn
    plane.visible_diffuse = plane.visible_glossy = plane.visible_shadow = False
    return plane


def _wisps(seed, columns=260, rows=400):
    """Fog that rises from the whole surface and is carried by turning air into sheets and curls.

    Each point is followed back to where its air left the tea: lines drawn by noise alone close into
    loops, which nothing that flows does.
    """
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, SPAN, rows))
    left, age = _left_at(x, y, _turning_air(seed))
    source = np.clip(1 - (left / 0.62) ** 2, 0, 1)
    patches = layered_noise(left * 3.4 + 7, age * 1.2, seed=seed + 3, layers=3)
    fog = source * np.clip(0.30 + 0.75 * patches, 0, 1) ** 1.2 * np.exp(-age / 1.6)
    high = y / SPAN
    fog *= np.clip(high / 0.22, 0, 1) * np.clip((1 - high) / 0.6, 0, 1) ** 1.4
    fog *= np.clip((1 - np.abs(x)) / 0.25, 0, 1)
    veil = _thinned(fog, high)
    picture = bpy.data.images.new("steam", columns, rows, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    pixels = np.dstack([veil, veil, veil, np.ones_like(veil)]).astype(np.float32)
    picture.pixels.foreach_set(pixels.ravel())
    picture.pack()
    return picture


def _turning_air(seed, wide=4.0, tall=7.0):
    """Speeds (across, upwards) of air that turns over without being pressed together, as grids."""
    x, y = np.meshgrid(np.arange(0, wide, 1 / CELLS), np.arange(0, tall, 1 / CELLS))
    whirls = (0.9, 0.42), (2.1, 0.26), (4.6, 0.085), (9.5, 0.02)
    stream = sum(
        strong * value_noise(x * often, y * often * 0.8, seed=seed + k)
        for k, (often, strong) in enumerate(whirls)
    )
    up, across = np.gradient(stream, 1 / CELLS)
    return up, -across


def _left_at(x, y, air, step=0.03, longest=3.6):
    """Where on the surface the air at (x, y) comes from, and how long ago; far off if never."""
    x, y = x.copy(), y.copy()
    left, age = np.full(x.shape, 9.0), np.zeros(x.shape)
    rising = np.ones(x.shape, bool)
    for time in np.arange(0, longest, step):
        # Whirls rise too, more slowly; close above the tea air hardly turns.
        px, py = x[rising], y[rising]
        at = (px + 2) * CELLS, (py + 0.55 * time + 0.8) * CELLS
        turning = np.clip(py / 0.5, 0, 1)
        x[rising] = px - step * turning * _between_cells(air[0], *at)
        y[rising] = py - step * (1 + 0.55 * turning * _between_cells(air[1], *at))
        out = rising & (y <= 0)
        left[out], age[out] = x[out], time
        rising &= ~out
    return left, age


def _between_cells(grid, x, y):
    rows, columns = grid.shape
    x, y = np.clip(x, 0, columns - 1.001), np.clip(y, 0, rows - 1.001)
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    low = grid[j, i] * (1 - u) + grid[j, i + 1] * u
    return low * (1 - v) + (grid[j + 1, i] * (1 - u) + grid[j + 1, i + 1] * u) * v


def _thinned(fog, high):
    """Drops drift apart: the higher, the softer."""
    result = fog
    for reach, start in ((2, -1.0), (4, 0.15), (8, 0.4), (13, 0.7)):
        kernel = np.hanning(2 * reach + 3)
        kernel /= kernel.sum()
        for axis in (0, 1):
            fog = np.apply_along_axis(np.convolve, axis, fog, kernel, "same")
        share = 0.75 * np.clip((high - start) / 0.3, 0, 1)
        result = result * (1 - share) + fog * share
    return result
