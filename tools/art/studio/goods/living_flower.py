"""Fresh flowers of the butterfly pea: thin, veined petals that light shines through."""

import math

import numpy as np

from goods.flower import calyx, calyx_surface, joined
from goods.leaflet import drawn
from goods.petals import small_petal
from kit.colour import smooth
from kit.mesh import grid_faces, mesh, off_stage
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

LENGTH, HALF_ANGLE = 0.47, math.radians(84)
COLUMNS, ROWS, SHAPES = 280, 140, 4
# How far each has rolled its sides in: all open alike, they are one flower four times.
ROLLED = (0.5, 3.3, 0.9, 0.0)
# Picked, they have lost their tension: what hung over lies on the table, and little rolls in.
# The second is half closed and stays so: it lies on its side.
LIMP = (1.1, None, 0.6, 0.7)
_known = {}


def living():
    """The flowers that all others are copies of, base of the banner at the origin, tip to +y."""
    if "shapes" not in _known:
        _known["shapes"] = off_stage([_flower(seed) for seed in range(SHAPES)])
    return _known["shapes"]


def picked():
    """The same flowers as they lie on a table: broad, nearly flat, on the back of the banner."""
    if "picked" not in _known:
        _known["picked"] = off_stage([_flower(seed, limp=True) for seed in range(SHAPES)])
    return _known["picked"]


def _flower(seed, limp=False):
    parts = [_banner(seed, limp and LIMP[seed] is not None)]
    for side in (-1, 1):
        positions, _, uvs, faces = small_petal(seed * 3 + side, False, 0.19, 0.058, side)
        pale = np.c_[smooth(0.42, 0.0, uvs[:, 1]), 0 * uvs[:, 1], 0 * uvs[:, 1]]
        parts.append(mesh("wing", positions, faces, _petal(), uvs=uvs, colours=pale))
    return joined(parts, calyx(_cup()))


def _banner(seed, limp=False):
    """The large petal: a shallow dish with a channel, its edge waved, torn a little, and thin."""
    rng = np.random.RandomState(40 + seed)
    angles = np.linspace(-HALF_ANGLE, HALF_ANGLE, COLUMNS)
    reaches = np.linspace(0.015, 1, ROWS) ** 0.85
    reach, angle = [g.ravel() for g in np.meshgrid(reaches, angles, indexing="ij")]
    edge = 0.030 * value_noise(angle * 2.6 + seed, angle * 0, seed=seed)
    edge += 0.012 * value_noise(angle * 9, angle * 0 + seed, seed=seed + 4)
    edge += 0.005 * value_noise(angle * 34, angle * 0 + seed, seed=seed + 5)
    for _ in range(2):
        at, wide = rng.uniform(-1.1, 1.1), rng.uniform(0.012, 0.03)
        edge -= rng.uniform(0.02, 0.06) * np.exp(-(((angle - at) / wide) ** 2))
    edge += 0.007 * value_noise(angle * 17, angle * 0 + seed, seed=seed + 6)
    notch = 1 - 0.06 * np.exp(-((angle / 0.09) ** 2))
    radius = LENGTH * np.cos(angle * 0.94) ** 0.70 * notch * (1 + edge)
    x, y = 0.88 * reach * radius * np.sin(angle), reach * radius * np.cos(angle)
    sheet = _waved(x, y, reach, angle, seed, rng)
    if limp:
        sheet = _gone_limp(sheet, reach, angle, seed)
    positions = _rolled_in(sheet, (LIMP if limp else ROLLED)[seed])
    uvs = np.c_[angle / HALF_ANGLE * 0.5 + 0.5, reach]
    faces, paint = grid_faces(COLUMNS, ROWS), _paint(x, y, angle, reach)
    return mesh("flower", positions, faces, _petal(), uvs=uvs, colours=paint)


def _waved(x, y, reach, angle, seed, rng):
    """A soft sheet: two or three broad waves a side, crinkles only where the edge is thinnest."""
    # It was folded once along its middle, and shows it to the tip.
    crease = np.exp(-np.abs(x) / 0.016) * smooth(0.02, 0.25, reach) * smooth(1.06, 0.8, reach)
    channel = np.exp(-((x / 0.045) ** 2)) * smooth(0.95, 0.35, reach)
    z = 0.30 * (np.sqrt(x * x + 0.004) - 0.063) - 0.022 * channel - 0.011 * crease
    z += 0.045 * np.sin(reach * math.pi) - 0.085 * smooth(0.55, 1.05, reach) * np.abs(angle)
    broad = value_noise(angle * 1.9 + 7 * seed, reach * 1.1, seed=seed)
    z += 0.090 * reach**2.0 * broad
    middle = value_noise(angle * 4.6, reach * 1.4 + seed, seed=seed + 1)
    z += 0.042 * reach**3 * middle
    fine = value_noise(angle * 15 + 2 * middle, reach * 3, seed=seed + 2)
    z += 0.022 * reach**6 * fine
    # The rim is so thin that it falls back, here more than there.
    z -= 0.055 * smooth(0.84, 1.03, reach) * smooth(-0.5, 0.7, middle + 0.6 * fine)
    folds = np.cos(angle * 38 + 3 * value_noise(angle * 3, reach * 2, seed=seed + 3))
    z += 0.0035 * folds * smooth(0.25, 0.8, reach)
    z += 0.010 * layered_noise(x * 11, y * 11 + seed, seed=seed) * smooth(0.1, 0.4, reach)
    # One side hangs a little lower than the other.
    tilt = rng.uniform(-0.25, 0.25)
    return np.c_[x, y - 0.10 * np.abs(z) * reach, z + tilt * x * reach]


def _gone_limp(sheet, reach, angle, seed):
    """Falls on its back: its middle flat, its rim in slow waves that rise here and lie there."""
    flat = sheet.copy()
    flat[:, 2] *= 0.45 - 0.15 * reach
    flat[:, 2] += 0.060 * smooth(0.5, 1.05, reach) * np.abs(angle) * 0.5
    slow = value_noise(angle * 1.3 + 5 * seed, angle * 0 + 3, seed=seed + 8)
    flat[:, 2] += 0.052 * smooth(0.35, 1.0, reach) * slow
    return flat


def _rolled_in(positions, bend):
    """The two sides bent towards the viewer about the crease, as in a flower that closes."""
    if not bend:
        return positions
    x, y, z = positions.T
    away = 1 / bend - z
    return np.c_[np.sin(bend * x) * away, y, 1 / bend - np.cos(bend * x) * away]


def _paint(x, y, angle, reach):
    """Red where the throat is white, green where it is yellow, blue towards the faded edge."""
    frayed = 0.20 * value_noise(angle * 26, reach * 2, seed=2)
    frayed += 0.16 * value_noise(angle * 70, reach * 3, seed=9)
    tx, ty = x / (LENGTH * 0.125), (y - 0.33 * LENGTH) / (LENGTH * 0.31)
    tear = np.sqrt((tx * (1 + 0.35 * ty)) ** 2 + ty**2) + frayed
    edge = smooth(0.86, 1.0, reach + 0.03 * value_noise(angle * 6, reach * 0, seed=3))
    return np.c_[smooth(1.40, 0.62, tear), smooth(0.95, 0.15, tear), edge]


def _petal():
    """Thin satin: violet-blue where it mirrors, brighter where light comes through it."""
    if "petal" in _known:
        return _known["petal"]
    s = Surface("living petal")
    tile = s.node("ShaderNodeTexImage", {"Vector": s.node("ShaderNodeUVMap").outputs[0]})
    tile.image, tile.extension, tile.interpolation = _veins(), "EXTEND", "Cubic"
    vein, cloud, cell = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    white, yellow, edge = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs
    blue = s.ramp(cloud, [(0.22, "#23268f"), (0.52, "#3539b2"), (0.80, "#544ec4")])
    blue = s.mixed(s.math("MULTIPLY", edge, 0.45), blue, "#6a5cc6")
    blue = s.mixed(s.math("MULTIPLY", vein, 0.62), blue, "#171458")
    throat = s.mixed(yellow, "#ece8f2", "#e8dc8e")
    throat = s.mixed(s.math("MULTIPLY", vein, 0.35), throat, "#8f86b8")
    front = s.mixed(white, blue, throat)
    behind = s.mixed(s.math("MULTIPLY", vein, 0.95), "#5448c4", "#271f80")
    behind = s.mixed(s.math("MULTIPLY", edge, 0.6), behind, "#8a7bd8")
    behind = s.mixed(white, behind, s.mixed(yellow, "#e6e0f4", "#e6dc9a"))
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    hue = s.between(chance, 0.488, 0.510)
    front, behind = [
        s.node("ShaderNodeHueSaturation", {"Color": c, "Hue": hue, "Value": 1.0}).outputs[0]
        for c in (front, behind)
    ]
    relief = s.math("MULTIPLY_ADD", vein, -0.6, s.math("MULTIPLY", cell, 0.5))
    normal = s.bump(relief, 0.55, 0.005, s.bump(s.noise(150, 2), 0.22, 0.003))
    face = s.principled(front, 0.56, Specular=0.26, Sheen=0.6, Sheen_Tint=0.5, Normal=normal)
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": behind, "Normal": normal})
    # Thinnest at its rim, so that more light comes through there.
    _known["petal"] = s.finish(s.mixed_shaders(s.between(edge, 0.44, 0.62), face, through))
    return _known["petal"]


def _cup():
    if "cup" not in _known:
        _known["cup"] = calyx_surface(False)
    return _known["cup"]


def _veins(columns=900, rows=640):
    """Veins that fan out and fork in red, clouds of colour in green, what swells between in blue."""
    across, reach = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    across, reach = across.ravel(), reach.ravel()
    sway = 0.030 * value_noise(across * 5, reach * 3, seed=3)
    sway += 0.010 * value_noise(across * 16, reach * 9, seed=4)
    line = (across + sway * smooth(0.1, 0.6, reach)) * 13
    vein, gap = np.zeros_like(line), np.full_like(line, 9.0)
    # Each order leaves the one before where that has room, and keeps to the middle from there on.
    for order, (leaves, strong) in enumerate(((0.0, 1.0), (0.20, 0.75), (0.46, 0.55), (0.68, 0.4))):
        spacing = 1 / 2**order
        shift = 0.5 * spacing * smooth(leaves, leaves + 0.30, reach) if order else 0
        cell = 2 * spacing if order else 1.0
        off = np.abs((line + shift + 0.5 * cell) % cell - 0.5 * cell)
        if order:
            off = np.minimum(off, np.abs((line - shift + 0.5 * cell) % cell - 0.5 * cell))
        gap = np.minimum(gap, np.where(reach > leaves, off, 9.0))
        wide = (0.100 - 0.045 * reach) / (1 + 0.35 * order)
        there = smooth(leaves, leaves + 0.06, reach) if order else 1.0
        vein = np.maximum(vein, strong * there * np.exp(-((off / wide) ** 2)))
    vein *= (1 - 0.20 * reach) * smooth(1.0, 0.93, reach)
    cloud = 0.5 + 0.26 * layered_noise(across * 4, reach * 3, seed=8, layers=4)
    cloud += 0.10 * value_noise(across * 60, reach * 4, seed=12)
    return drawn("petal veins", [vein, np.clip(cloud, 0, 1), np.clip(gap * 5, 0, 1)], columns, rows)
