"""Steam over a hot cup: a thin veil that only the camera sees."""

import bpy
import numpy as np

from kit.mesh import mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface


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


def _wisps(seed, columns=260, rows=420):
    """A haze on the whole surface; out of it folded sheets that part, curl and thin out."""
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    sway = 0.30 * y**1.2 * value_noise(y * 2.6, y * 0 + seed, seed=seed)
    u = (x - sway) / (0.50 + 0.45 * y)
    # Air turns over more the higher it has risen: no two sheets run side by side.
    curl = layered_noise(u * 1.5, y * 2.8, seed=seed + 3, layers=3)
    turned = u * 1.2 + (0.5 + 1.1 * y) * curl
    sheet = layered_noise(turned, y * 2.0 - 0.9 * curl, seed=seed + 9, layers=3)
    fold = np.exp(-np.abs(sheet) * 5) + 0.5 * np.exp(-((sheet - 0.25) ** 2) * 7)
    within = np.clip(1 - u**2, 0, 1) ** 1.5
    torn = np.clip(0.75 + 0.9 * layered_noise(u * 0.8 + 5, y * 1.7, seed=seed + 6, layers=2), 0, 1)
    rise = np.clip(y / 0.22, 0, 1) * np.clip((1 - y) / 0.80, 0, 1) ** 1.8
    haze = 0.45 * np.exp(-y / 0.10) * np.clip(1 - (x / 0.85) ** 2, 0, 1) * np.clip(y / 0.03, 0, 1)
    veil = np.clip(fold * within * rise * torn + haze * (0.6 + 0.4 * fold), 0, 1)
    picture = bpy.data.images.new("steam", columns, rows, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    pixels = np.dstack([veil, veil, veil, np.ones_like(veil)]).astype(np.float32)
    picture.pixels.foreach_set(pixels.ravel())
    picture.pack()
    return picture
