"""A place by the window of a train: panel, bars, a fold-down table, country going by."""

import bpy
import numpy as np

from goods.linen import unmirrored
from kit.colour import rgb
from kit.mesh import block, mesh, place, swept
from kit.noise import layered_noise
from kit.surface import Surface, plain

SILL = 0.42


def train_window(at=2.0, width=5.6, height=2.3):
    """The panel stands at y = `at`, the opening above the table; it is wider than the picture."""
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
VIEW, DISC = (560, 960), 21
HEIGHTS = (-1.6, 3.0)
# Outside it is brighter than by the window, and hazy.
BRIGHT, HAZE, AIR = 1.15, 0.09, "#efe6d2"


def _sharp_country(seed=7):
    """The view in focus: (rows, columns, 3) of light, its bottom row first."""
    rows, columns = VIEW
    x, y = np.meshgrid(np.linspace(0, 8, columns), np.linspace(*HEIGHTS, rows))
    view = _fields(x, y, seed)
    sky = _between(rgb("#f6efe0"), rgb("#e3e6e6"), np.clip((y - 1.2) / 1.6, 0, 1)) * 1.3
    # Trees in two rows: the far one pale with haze, the near one dark, with the sun in its leaves.
    for k, (foot, tall, dark, lit) in enumerate(
        [(0.62, 0.46, "#8b9583", "#b4b79c"), (0.52, 1.05, "#1d2617", "#7f8a4c")]
    ):
        crown = foot + tall * (
            0.60 + 0.60 * layered_noise(x * (1.3, 0.62)[k], x * 0, seed=seed + k)
        )
        crown += 0.20 * layered_noise(x * 5, y * 5, seed=seed + 5 + k)
        # Crowns part, and trunks and dark show below them.
        ragged = 0.30 * layered_noise(x * 9, y * 9, seed=seed + 30 + k, layers=2)
        inside = (y < crown + ragged * 0.5) & (y > foot - 0.12)
        clumps = 0.5 + 0.5 * layered_noise(x * 3.4, y * 4.2, seed=seed + 9 + k)
        # The sun comes from the left and above.
        side = np.clip(clumps + 0.7 * (y - foot) / tall - 0.45, 0, 1)
        hue = 0.5 + 0.5 * layered_noise(x * 0.9, y * 0.4, seed=seed + 14, layers=2)
        leaves = _between(rgb(dark), _between(rgb(lit), rgb("#b39a55"), hue * 0.6), side)
        if k == 0:
            view = np.where((y >= foot - 0.05)[..., None] & ~inside[..., None], sky, view)
        # Gaps, more of them towards the rim: sky, and here and there the sun itself.
        near_rim = np.clip(1 - (crown - y) / (0.8 * tall), 0, 1)
        chance = np.random.default_rng(seed + 40 + k).random((rows // 5 + 1, columns // 5 + 1))
        chance = np.kron(chance, np.ones((5, 5)))[:rows, :columns]
        gap = chance < (0.01, 0.02 + 0.13 * near_rim)[k] * clumps
        view = np.where(inside[..., None], np.where(gap[..., None], sky, leaves), view)
        single = np.random.default_rng(seed + k).random(x.shape) < 0.0022 * near_rim * clumps * k
        bright = 30 + 150 * np.random.default_rng(seed + 20).random(x.shape)
        lit_gap = single & inside & (y > foot + 0.2 * tall)
        view = view + (lit_gap * bright)[..., None] * rgb("#fff1d0")
    for left, right, roof in ((4.95, 5.42, 0.80), (5.50, 5.74, 0.72)):
        house = (x > left) & (x < right) & (y > 0.50)
        view = np.where((house & (y < roof))[..., None], rgb("#ded2ba"), view)
        tiles = house & (y >= roof) & (y < roof + 0.10)
        view = np.where(tiles[..., None], rgb("#8f6650"), view)
    return BRIGHT * (view * (1 - HAZE) + HAZE * rgb(AIR))


def _fields(x, y, seed):
    """Dry grass, a strip of crop, and the bank beside the rails, which is nearest and darkest."""
    patches = 0.5 + 0.5 * layered_noise(x * 0.5, y * 5, seed=seed)
    view = _between(rgb("#9c9262"), rgb("#cabb8c"), patches)
    crop = np.exp(-(((y - 0.34 - 0.02 * layered_noise(x, x * 0, seed=2)) / 0.05) ** 2))
    view = _between(view, rgb("#6f7a48"), 0.75 * crop)
    tufts = 0.5 + 0.5 * layered_noise(x * 1.6, y * 7, seed=3)
    bank = _between(rgb("#474a2c"), rgb("#8a8656"), tufts)
    low = np.clip((-0.05 - y + 0.05 * layered_noise(x * 1.2, x * 0, seed=4)) / 0.25, 0, 1)
    return _between(view, bank, low)


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
    board = block("table", width, depth, 0.10, 0.05, _laminate())
    place(board, (0, front + depth / 2, -0.10))
    return unmirrored(board)


def _laminate():
    """Printed board: sharp specks of two sizes on one pale tone, wiped and scratched.

    Specks of noise have no edges, and lay like worms on the table.
    """
    s = Surface("laminate")
    at = s.coordinates()
    tone = s.ramp(s.noise(0.9, 4, at), [(0.3, "#b4ada4"), (0.7, "#bfb8af")])
    for often, size, share, speck in (
        (48, 0.27, 0.34, "#837a72"),
        (70, 0.25, 0.30, "#dcd6cb"),
        (105, 0.30, 0.38, "#9a938b"),
    ):
        cell = s.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": often}, feature="F1")
        chosen = s.node("ShaderNodeSeparateRGB", {"Image": cell.outputs["Color"]}).outputs[0]
        inside = s.between(cell.outputs["Distance"], 1.0, 0.0, size - 0.06, size + 0.06)
        inside = s.math("MULTIPLY", inside, s.between(chosen, 1.0, 0.0, share - 0.02, share))
        tone = s.mixed(s.math("MULTIPLY", inside, 0.75), tone, speck)
    scratched = s.between(s.noise(9, 6, at), 0.24, 0.40)
    for turn in (0.5, -0.9):
        lying = s.stretched(at, (26, 1.0, 1), (0, 0, turn))
        line = s.between(s.noise(1.0, 0, lying), 0.0, 0.25, 0.76, 0.80)
        scratched = s.math("ADD", scratched, line)
    return s.finish(s.principled(tone, scratched))
