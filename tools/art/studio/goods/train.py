"""A place by the window of a train: panel, bars, a fold-down table, country going by."""

import bpy
import numpy as np

from goods.linen import unmirrored
from kit.colour import rgb
from kit.mesh import block, mesh, place, swept
from kit.noise import layered_noise
from kit.surface import Surface, plain

SILL = 0.42


def train_window(at=2.0, width=3.6, height=2.3):
    """The panel stands at y = `at`, the opening above the table."""
    cream = plain("panel", "#dcd8cc", 0.45, Specular=0.4)
    rubber = plain("rubber", "#17171a", 0.6)
    steel = plain("steel bar", "#8f9298", 0.35, Metallic=0.9)
    top = SILL + height
    for x, z, w, h in [
        (-width / 2 - 3, -2, 6, 9),
        (width / 2 + 3, -2, 6, 9),
        (0, -2, width + 0.1, 2 + SILL),
        (0, top, width + 0.1, 4),
    ]:
        place(block("panel", w, 0.16, h, 0.05, cream), (x, at, z))
    for x, z, w, h in [
        (-width / 2, SILL, 0.09, height),
        (width / 2, SILL, 0.09, height),
        (0, SILL, width, 0.09),
        (0, top - 0.09, width, 0.09),
    ]:
        place(block("gasket", w, 0.20, h, 0.03, rubber), (x, at, z))
    for z in (0.85, 1.35, 1.85, 2.35):
        swept("bar", [(-width / 2, at + 0.06, z), (width / 2, at + 0.06, z)], 0.035, steel)
    _country(at + 7)


def _country(at):
    """Sky, trees and a field as a lens sees them that is focused on the table.

    What is out of focus spreads over a disc as wide as the aperture: gaps between leaves become
    discs of light. So the view is painted sharp, with the sky many times brighter than leaves, and
    spread then; a plane far behind would stay a drawing at any aperture that suits the table.
    """
    s = Surface("country")
    view = bpy.data.images.new("country", *VIEW[::-1], float_buffer=True)
    view.colorspace_settings.name = "Raw"
    seen = _smeared(_spread(_sharp_country()))
    opaque = np.dstack([seen, np.ones(VIEW)]).astype(np.float32)
    view.pixels.foreach_set(opaque.ravel())
    view.pack()
    image = s.node("ShaderNodeTexImage", {"Vector": s.node("ShaderNodeUVMap").outputs[0]})
    image.image, image.interpolation, image.extension = view, "Cubic", "EXTEND"
    light = s.node("ShaderNodeEmission", {"Color": image.outputs[0], "Strength": 1.0})
    s.unsampled()
    low, high = HEIGHTS
    corners = [(-4, at, low), (4, at, low), (4, at, high), (-4, at, high)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    mesh("country", corners, [(0, 1, 2, 3)], s.finish(light), smooth=False, uvs=uvs)


# Rows from below upwards, columns; a disc of light out of focus, in the same cells.
VIEW, DISC = (560, 960), 16
HEIGHTS = (-1.6, 3.0)


def _sharp_country(seed=7):
    """The view in focus: (rows, columns, 3) of light, its bottom row first."""
    rows, columns = VIEW
    x, y = np.meshgrid(np.linspace(0, 8, columns), np.linspace(*HEIGHTS, rows))
    fields = layered_noise(x * 0.5, y * 5, seed=seed)
    view = _between(rgb("#a59a55"), rgb("#c7b878"), 0.5 + 0.5 * fields)
    bank = _between(
        rgb("#4d5a2b"), rgb("#76803f"), 0.5 + 0.5 * layered_noise(x * 0.8, y * 9, seed=3)
    )
    low = np.clip((-0.20 - y) / 0.2, 0, 1)[..., None]
    view = view * (1 - low) + bank * low
    sky = _between(rgb("#f3efe4"), rgb("#dbe4ec"), np.clip((y - 1.2) / 1.6, 0, 1)) * 1.25
    # Trees in two rows: the far one pale with haze, the near one dark, with the sun in its leaves.
    for k, (foot, tall, dark, lit, gaps) in enumerate(
        [(0.62, 0.50, "#6f8468", "#9fae84", 0.03), (0.54, 1.10, "#1d2c16", "#73903c", 0.16)]
    ):
        crown = foot + tall * (
            0.62 + 0.55 * layered_noise(x * (1.3, 0.62)[k], x * 0, seed=seed + k)
        )
        crown += 0.16 * layered_noise(x * 5, y * 5, seed=seed + 5 + k)
        inside = (y < crown) & (y > foot - 0.12)
        clumps = 0.5 + 0.5 * layered_noise(x * 2.6, y * 3.4, seed=seed + 9 + k)
        # The sun comes from the left and above.
        side = np.clip(clumps + 0.8 * (y - foot) / tall - 0.42, 0, 1)
        leaves = _between(rgb(dark), rgb(lit), side)
        view = (
            np.where((y >= foot - 0.05)[..., None] & ~inside[..., None], sky, view)
            if k == 0
            else view
        )
        view = np.where(inside[..., None], leaves, view)
        open_ = (
            np.random.default_rng(seed + k).random(x.shape)
            < gaps * 0.022 * np.clip(clumps, 0, 1) ** 2
        )
        near_rim = np.clip(1 - (crown - y) / (0.8 * tall), 0, 1)
        glints = (open_ & inside & (y > foot + 0.2 * tall)) * (
            30 + 230 * near_rim * np.random.default_rng(seed + 20).random(x.shape)
        )
        view = view + glints[..., None] * rgb("#fff4d2")
    return view


def _between(a, b, share):
    return a + (b - a) * np.clip(share, 0, 1)[..., None]


def _spread(view):
    """Each point as a disc, a little brighter at its rim, as simple lenses draw it."""
    rows, columns = VIEW
    y, x = np.mgrid[-rows // 2 : rows - rows // 2, -columns // 2 : columns - columns // 2]
    away = np.hypot(x, y) / DISC
    disc = np.clip((1 - away) * DISC / 1.5, 0, 1) * (0.85 + 0.3 * np.clip(away, 0, 1) ** 4)
    disc = np.fft.rfft2(np.fft.ifftshift(disc / disc.sum()))
    layers = [np.fft.irfft2(np.fft.rfft2(view[..., k]) * disc, s=VIEW) for k in range(3)]
    return np.maximum(np.dstack(layers), 0)


def _smeared(view):
    """The nearer it is, the further it goes by while the shutter is open."""
    rows, columns = VIEW
    result = view.copy()
    for row in range(rows):
        height = np.interp(row, (0, rows), HEIGHTS)
        reach = int(np.clip(60 * (0.5 - height), 0, 70))
        if reach > 1:
            kernel = np.hanning(2 * reach + 1)
            kernel /= kernel.sum()
            for k in range(3):
                padded = np.pad(view[row, :, k], reach, mode="edge")
                result[row, :, k] = np.convolve(padded, kernel, mode="valid")
    return result


def fold_table(depth=2.6, width=4.4, front=-1.62):
    """Laminate with a steel edge, its surface at z = 0."""
    s = Surface("laminate")
    specks = s.noise(120, 2)
    colour = s.ramp(specks, [(0.35, "#98918a"), (0.6, "#c4beb6")])
    scratched = s.between(s.noise(9, 6), 0.22, 0.42)
    board = block("table", width, depth, 0.10, 0.05, s.finish(s.principled(colour, scratched)))
    place(board, (0, front + depth / 2, -0.10))
    return unmirrored(board)
