"""Steam over a hot cup: a thin veil that only the camera sees."""

import bpy
import numpy as np

from kit.mesh import mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface


def steam(at, width=0.5, height=1.5, strength=0.2, seed=4, turn=0.0):
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
    plane.visible_transmission = False
    return plane


def _wisps(seed, columns=220, rows=360):
    """Folded sheets that drift apart as they rise."""
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    sway = 0.34 * y**1.2 * value_noise(y * 2.6, y * 0 + seed, seed=seed)
    spread = 0.22 + 0.50 * y
    u = (x - sway) / spread
    bend = layered_noise(u * 0.9, y * 2.4, seed=seed + 3, layers=2)
    sheet = layered_noise(u * 1.3 + 0.9 * bend, y * 1.5 - 0.5 * bend, seed=seed + 9, layers=2)
    fold = np.exp(-np.abs(sheet) * 4) + 0.35 * np.exp(-((sheet - 0.25) ** 2) * 9)
    within = np.clip(1 - u**2, 0, 1) ** 1.5
    rise = np.clip(y / 0.10, 0, 1) * np.clip((1 - y) / 0.75, 0, 1) ** 1.6
    veil = np.clip(fold * within * rise, 0, 1)
    picture = bpy.data.images.new("steam", columns, rows, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    pixels = np.dstack([veil, veil, veil, np.ones_like(veil)]).astype(np.float32)
    picture.pixels.foreach_set(pixels.ravel())
    picture.pack()
    return picture
