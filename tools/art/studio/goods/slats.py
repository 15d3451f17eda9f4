"""An old picket fence seen close."""

import numpy as np

from goods.leaflet import drawn
from kit.colour import smooth
from kit.mesh import block, place, turned
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

# The stretch of a slat that its drawing covers, from its middle up and down.
DRAWN = 1.6
COLUMNS, ROWS = 360, 2400
# Their tops are just above the picture, so that a sun behind them still reaches what climbs them.
HIGH = 3.68


def slat(x, width=0.44, at=0.0, lean=0.0, turn=0.0, knots=(), seed=1, rusty=()):
    """An upright slat; `knots` lists (across, height, radius) of what the grain flows round."""
    board = block("slat", width, 0.07, HIGH, 0.012, _weathered(width, knots, seed, rusty=rusty))
    place(board, (x, at, -2.5), (0, lean, turn))
    return board


def rail(at, z, seed=9):
    """What the slats are nailed to, running behind them."""
    bar = block("rail", 0.30, 0.09, 8.0, 0.015, _weathered(0.30, ((0.06, -0.5, 0.05),), seed, 0.8))
    place(bar, (-2.4, at, z), (0, 90, 0))
    return bar


def nail(x, y, z):
    """A flat, rusty head, driven in a little."""
    head = [(0.0, 0.012), (0.014, 0.011), (0.022, 0.006), (0.024, 0.0)]
    rust = Surface("rust")
    tone = rust.noise(90, 4)
    colour = rust.ramp(tone, [(0.3, "#2c211b"), (0.7, "#5d4030")])
    shader = rust.principled(colour, 0.7, Metallic=0.5, Normal=rust.bump(tone, 0.6, 0.004))
    place(turned("nail", head, rust.finish(shader), 24), (x, y, z), (90, 0, 0))


def _weathered(width, knots, seed, dark=1.0, rusty=()):
    """Grey wood that sun and rain have worked on: ridges, checks, a knot or two."""
    s = Surface("slat")
    across, _, up = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs
    u = s.math("MULTIPLY_ADD", across, 1 / width, 0.5)
    v = s.math("MULTIPLY_ADD", s.math("SUBTRACT", up, 2.5), 0.5 / DRAWN, 0.5)
    at = s.node("ShaderNodeCombineXYZ", {0: u, 1: v}).outputs[0]
    tile = s.node("ShaderNodeTexImage", {"Vector": at}, interpolation="Cubic")
    tile.image, tile.extension = grain(width, knots, seed, rusty), "REPEAT"
    height, tone, stain = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    stops = [(0.05, "#231e1a"), (0.34, "#5f5850"), (0.55, "#89827a"), (0.80, "#bab5ac")]
    colour = s.ramp(tone, stops, "LINEAR")
    colour = s.mixed(s.math("MULTIPLY", stain, 0.75), colour, "#7d6247")
    # Algae where it stays damp, rain's dark tongues, lichen in round crusts.
    at = s.coordinates()
    algae = s.between(s.noise(3.2, 5, at), 0.0, 0.5, 0.56, 0.74)
    colour = s.mixed(algae, colour, "#6f7a58")
    wet = s.noise(1.0, 4, s.stretched(at, (9, 9, 0.8)))
    colour = s.shaded(colour, s.between(wet, 1.08, 0.66, 0.42, 0.70))
    where, crust = s.noise(1.6, 2, at), s.noise(17, 3, at, 0.8)
    crust = s.between(crust, 0.0, 0.8, 0.56, 0.63)
    lichen = s.math("MULTIPLY", crust, s.between(where, 0.0, 1.0, 0.52, 0.60))
    colour = s.mixed(lichen, colour, "#a7ab93")
    colour = s.shaded(colour, dark)
    normal = s.bump(height, 0.9, 0.012, s.bump(s.noise(140, 2), 0.12, 0.003))
    return s.finish(s.principled(colour, 0.82, Specular=0.18, Normal=normal))


def grain(width, knots, seed, rusty=()):
    """Relief in red, tone in green, brown stain in blue.

    Rust has run down from each place, (across, height), in `rusty`.
    """
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, COLUMNS), np.linspace(-DRAWN, DRAWN, ROWS))
    x, z = u.ravel() * width, v.ravel()
    line, inside, near = _flowing(x, z, knots, seed)
    year = _years(line, z, seed)
    # Late wood is hard and dark and stands up; what lies between is washed out. Neither is as
    # clear everywhere: here the sun has bleached it, there it is furred.
    worn = smooth(-0.5, 0.6, layered_noise(x * 3, z * 0.9, seed=seed + 3, layers=3))
    late = (year % 1.0) ** 2.2 * (0.35 + 0.65 * worn)
    fibre = value_noise(line * 420, z * 5, seed=seed) + 0.7 * value_noise(
        line * 150, z * 1.6, seed=seed + 5
    )
    fibre = fibre + 0.5 * value_noise(line * 700, z * 14, seed=seed + 6)
    fibre = fibre * (0.35 + 0.65 * smooth(-0.4, 0.5, value_noise(x * 9, z * 2.1, seed=seed + 7)))
    clouds = layered_noise(x * 4, z * 1.3, seed=seed + 8, layers=4)
    streaks = layered_noise(line * 11, z * 0.35, seed=seed + 9, layers=3)
    check = _checks(line, z, seed)
    rust = _run_down(x, z, rusty, seed)
    tone = 0.60 + 0.08 * fibre - 0.15 * late + 0.10 * clouds + 0.11 * streaks - 0.60 * check
    tone = tone - 0.28 * near - 0.16 * inside - 0.20 * rust
    height = 0.55 + 0.10 * fibre + 0.20 * late - 0.9 * check - 0.15 * near
    stain = 0.9 * near + 0.7 * inside + 0.55 * np.clip(clouds - 0.25, 0, 1) + 0.9 * rust
    channels = [np.clip(c, 0, 1) for c in (height, tone, stain)]
    return drawn("weathered wood", channels, COLUMNS, ROWS)


def _years(line, z, seed):
    """Year rings as a saw meets them: arches of wide bands in the middle, close lines beside."""
    rng = np.random.RandomState(700 + seed)
    pith, deep = rng.uniform(-0.10, 0.10), rng.uniform(0.10, 0.22)
    slant = rng.uniform(-0.05, 0.05)
    deep = deep + slant * z + 0.035 * value_noise(z * 0.9, z * 0 + seed, seed=seed + 1)
    away = np.hypot(line - pith, np.maximum(deep, 0.03))
    return 30 * away + 1.1 * value_noise(away * 16, z * 0.3, seed=seed + 2)


def _run_down(x, z, rusty, seed):
    """What rain washed out of nails: thin tongues that fade downwards."""
    ran = np.zeros_like(x)
    for rx, rz in rusty:
        below = rz - z
        off = x - rx - 0.006 * value_noise(z * 9, z * 0, seed=seed)
        tongue = np.exp(-((off / (0.012 + 0.03 * np.clip(below, 0, 1))) ** 2))
        ran = np.maximum(ran, tongue * np.exp(-np.maximum(below, 0) / 0.16) * (below > -0.01))
    return ran


def _flowing(x, z, knots, seed):
    """The coordinate across the grain, which parts round each knot; inside a knot, its rings."""
    line = (
        x
        + 0.020 * value_noise(x * 2, z * 0.55, seed=seed)
        + 0.006 * value_noise(x * 5, z * 1.7, seed=seed + 1)
    )
    inside, near = np.zeros_like(x), np.zeros_like(x)
    for kx, kz, radius in knots:
        ragged = 1 + 0.10 * value_noise(np.arctan2(z - kz, x - kx) * 3, x * 0, seed=seed)
        away = np.hypot(x - kx, (z - kz) / 1.5) / (radius * ragged)
        parted = kx + (x - kx) * (1 - 0.92 / np.maximum(away, 1.0) ** 2)
        line = np.where(away > 1, line - x + parted, 0.5 + 0.16 * away)
        inside = np.maximum(inside, smooth(1.02, 0.98, away))
        near = np.maximum(near, np.exp(-(((away - 1) / 0.10) ** 2)))
        near = np.maximum(near, 0.35 * np.exp(-np.maximum(away - 1, 0) / 0.8) * (away > 1))
    return line, inside, near


def _checks(line, z, seed):
    """Cracks that opened along the grain as the wood dried."""
    rng = np.random.RandomState(seed)
    open_ = np.zeros_like(line)
    for _ in range(20):
        at, middle = rng.uniform(line.min(), 0.3), rng.uniform(-DRAWN, DRAWN)
        # Many hairs, few gaps.
        length, wide = rng.uniform(0.06, 0.55), 0.0006 + 0.0042 * rng.random_sample() ** 4
        off = line - at - 0.004 * np.sin(z * 9 + at * 50)
        taper = np.clip(1 - ((z - middle) / length) ** 2, 0, 1)
        open_ = np.maximum(open_, taper**0.5 * np.exp(-((off / (wide * (0.3 + taper))) ** 2)))
    return open_
