"""An old picket fence seen close, and a garden far out of focus behind it."""

import numpy as np

from goods.leaflet import drawn
from kit.colour import smooth
from kit.mesh import block, mesh, place, turned
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

# The stretch of a slat that its drawing covers, from its middle up and down.
DRAWN = 1.6
COLUMNS, ROWS = 360, 2400
# Their tops are just above the picture, so that a sun behind them still reaches what climbs them.
HIGH = 3.68


def slat(x, width=0.44, at=0.0, lean=0.0, turn=0.0, knots=(), seed=1):
    """An upright slat; `knots` lists (across, height, radius) of what the grain flows round."""
    board = block("slat", width, 0.07, HIGH, 0.012, _weathered(width, knots, seed))
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


def _weathered(width, knots, seed, dark=1.0):
    """Grey wood that sun and rain have worked on: ridges, checks, a knot or two."""
    s = Surface("slat")
    across, _, up = s.node("ShaderNodeSeparateXYZ", {0: s.coordinates()}).outputs
    u = s.math("MULTIPLY_ADD", across, 1 / width, 0.5)
    v = s.math("MULTIPLY_ADD", s.math("SUBTRACT", up, 2.5), 0.5 / DRAWN, 0.5)
    at = s.node("ShaderNodeCombineXYZ", {0: u, 1: v}).outputs[0]
    tile = s.node("ShaderNodeTexImage", {"Vector": at}, interpolation="Cubic")
    tile.image, tile.extension = grain(width, knots, seed), "REPEAT"
    height, tone, stain = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    stops = [(0.05, "#2b2521"), (0.34, "#6a6057"), (0.55, "#958b80"), (0.80, "#c4bcb0")]
    colour = s.ramp(tone, stops, "LINEAR")
    colour = s.mixed(s.math("MULTIPLY", stain, 0.75), colour, "#7d6247")
    # Algae where it stays damp.
    algae = s.between(s.noise(3.2, 5), 0.0, 0.5, 0.56, 0.74)
    colour = s.mixed(algae, colour, "#6f7a58")
    colour = s.shaded(colour, dark)
    normal = s.bump(height, 0.9, 0.012, s.bump(s.noise(140, 2), 0.12, 0.003))
    return s.finish(s.principled(colour, 0.82, Specular=0.18, Normal=normal))


def grain(width, knots, seed):
    """Relief in red, tone in green, brown stain in blue."""
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, COLUMNS), np.linspace(-DRAWN, DRAWN, ROWS))
    x, z = u.ravel() * width, v.ravel()
    line, inside, near = _flowing(x, z, knots, seed)
    year = 38 * line + 0.9 * value_noise(line * 9, z * 0.5, seed=seed + 2)
    # Late wood is hard and dark and stands up; what lies between is washed out.
    late = (year % 1.0) ** 2.2
    fibre = value_noise(line * 420, z * 5, seed=seed) + 0.7 * value_noise(
        line * 210, z * 2.2, seed=seed + 5
    )
    fibre = fibre + 0.5 * value_noise(line * 700, z * 14, seed=seed + 6)
    clouds = layered_noise(x * 4, z * 1.3, seed=seed + 8, layers=4)
    check = _checks(line, z, seed)
    tone = 0.56 + 0.14 * fibre - 0.17 * late + 0.07 * clouds - 0.55 * check
    tone = tone - 0.28 * near - 0.16 * inside
    height = 0.55 + 0.13 * fibre + 0.22 * late - 0.9 * check - 0.15 * near
    stain = np.clip(0.9 * near + 0.7 * inside + 0.55 * np.clip(clouds - 0.25, 0, 1), 0, 1)
    channels = [np.clip(c, 0, 1) for c in (height, tone, stain)]
    return drawn("weathered wood", channels, COLUMNS, ROWS)


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
    for _ in range(26):
        at, middle = rng.uniform(line.min(), 0.3), rng.uniform(-DRAWN, DRAWN)
        length, wide = rng.uniform(0.08, 0.5), rng.uniform(0.0006, 0.0022)
        off = line - at - 0.004 * np.sin(z * 9 + at * 50)
        taper = np.clip(1 - ((z - middle) / length) ** 2, 0, 1)
        open_ = np.maximum(open_, taper**0.5 * np.exp(-((off / (wide * (0.3 + taper))) ** 2)))
    return open_


def garden_far(at=11.0, strength=1.1, seed=4):
    """A hedge in morning sun, drawn as a lens sees it: soft discs of light on deep green."""
    s = Surface("garden")
    tile = s.node("ShaderNodeTexImage", {"Vector": s.node("ShaderNodeUVMap").outputs[0]})
    tile.image, tile.extension = _bokeh(seed), "EXTEND"
    s.unsampled()
    light = s.node("ShaderNodeEmission", {"Color": tile.outputs[0], "Strength": strength})
    corners = [(-5, at, -4), (5, at, -4), (5, at, 4), (-5, at, 4)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return mesh("garden", corners, [(0, 1, 2, 3)], s.finish(light), smooth=False, uvs=uvs)


def _bokeh(seed, columns=900, rows=720):
    """Linear colours of leaves far out of focus: large dim discs first, small bright ones last."""
    rng = np.random.RandomState(seed)
    x, y = np.meshgrid(np.linspace(0, 10, columns), np.linspace(0, 8, rows))
    high = y / 8
    cloud = layered_noise(x * 0.42, y * 0.5, seed=seed, layers=4)
    light = smooth(0.25, 1.15, high + 0.42 * cloud)[..., None]
    deep, leafy = np.array([0.006, 0.020, 0.004]), np.array([0.10, 0.21, 0.025])
    picture = deep * (1 - light) + leafy * light
    for count, radius, gain in ((260, 0.62, 0.35), (420, 0.40, 0.4), (210, 0.30, 0.55)):
        for _ in range(count):
            cx, cy, r = rng.uniform(0, 10), rng.uniform(0, 8), radius * rng.uniform(0.6, 1.1)
            there = (
                0.25
                + 1.1
                * float(
                    np.clip(
                        cy / 8
                        + 0.3
                        * value_noise(np.array([cx * 0.5]), np.array([cy * 0.5]), seed=seed)[0],
                        0,
                        1,
                    )
                )
                ** 2
            )
            away = np.hypot(x - cx, y - cy) / r
            # A lens draws a spot of light as a disc, a little brighter at its edge.
            disc = smooth(1.04, 0.90, away) * (0.75 + 0.25 * away**2)
            tint = (
                (leafy * rng.uniform(0.3, 2.2))
                if rng.random() < 0.86
                else np.array([0.75, 0.72, 0.36]) * rng.uniform(0.5, 1.0)
            )
            alpha = (gain * there * rng.uniform(0.3, 1.0) * disc)[..., None]
            picture = (
                picture * (1 - np.clip(alpha, 0, 0.9)) + tint * there * np.clip(alpha, 0, 0.9) * 1.6
            )
    return drawn("garden", list(np.moveaxis(picture, 2, 0).reshape(3, -1)), columns, rows)
