"""Leaflets of the butterfly pea: thin, waved, veined, eaten here and there; light passes them."""

import bpy
import numpy as np

from kit.colour import smooth
from kit.mesh import grid_faces, mesh, off_stage
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

COLUMNS, ROWS, SHAPES = 37, 57, 16
# Half as wide as long; the widest place lies below the middle.
HALF = 0.31
# Where side veins leave the midrib, along the leaf; the two sides alternate.
LEFT = (0.05, 0.17, 0.31, 0.45, 0.59, 0.72, 0.84)
RIGHT = (0.09, 0.24, 0.38, 0.52, 0.65, 0.78, 0.89)
_known = {}


def leaflets():
    """The leaflets that all others are copies of, base at the origin, tip towards +y."""
    if "shapes" not in _known:
        _known["shapes"] = off_stage([_leaflet(seed) for seed in range(SHAPES)])
    return _known["shapes"]


def _leaflet(seed):
    rng = np.random.RandomState(100 + seed)
    across, along = np.meshgrid(np.linspace(-1, 1, COLUMNS), np.linspace(0, 1, ROWS))
    across, along = across.ravel(), along.ravel()
    whole = _half_width(along) * (
        1 + 0.035 * value_noise(along * 5, np.sign(across) + 3, seed=seed)
    )
    kept, eaten = _bitten(across, along, whole, rng, bites={5: 1, 13: 2}.get(seed, 0))
    x = across * kept
    # The tip is a little notched.
    y = along - 0.022 * np.exp(-((across / 0.30) ** 2)) * along**14
    uvs = np.c_[np.clip(x / np.maximum(whole, 1e-4), -1, 1) * 0.5 + 0.5, along]
    z = _folded(x, along, across, seed, rng)
    positions = _bent(x, y, z, rng)
    faces = grid_faces(COLUMNS, ROWS)
    return mesh("leaflet", positions, faces, blade(), uvs=uvs, colours=_aged(uvs, eaten, seed))


def _half_width(along):
    return HALF * np.sin(np.pi * np.clip(along, 0, 1) ** 0.84) ** 0.66


def _bitten(across, along, whole, rng, bites):
    """What insects left of the width on each side, and how near each point is to a bite."""
    kept, near = whole.copy(), np.zeros_like(whole)
    for _ in range(bites):
        side, at = rng.choice((-1, 1)), rng.uniform(0.30, 0.85)
        length, deep = rng.uniform(0.045, 0.10), rng.uniform(0.03, 0.09)
        off = (along - at) / length
        ragged = 1 + 0.25 * value_noise(along * 60, along * 0, seed=int(at * 1000))
        gone = deep * ragged * np.sqrt(np.clip(1 - off**2, 0, 1))
        on_side = across * side > 0
        kept = np.where(on_side, kept - gone, kept)
        rim = np.exp(-((np.maximum(np.abs(off) - 1, 0) * length / 0.02) ** 2)) * (np.abs(off) < 1.3)
        near = np.maximum(near, np.where(on_side, rim * smooth(0.82, 1.0, np.abs(across)), 0))
    return np.maximum(kept, 0.05 * whole), near


def _folded(x, along, across, seed, rng):
    """Midrib sunk in, sides cupped or hanging, edges waved."""
    cup = rng.choice((0.42, 0.30, 0.16, -0.12, 0.5)) + rng.uniform(-0.06, 0.06)
    z = cup * (np.sqrt(x * x + 0.0016) - 0.04) * (1 - 0.25 * along)
    edge = np.abs(across) ** 2
    for side in (-1, 1):
        high, often = rng.uniform(0.008, 0.022), rng.uniform(1.6, 3.1)
        wave = high * np.sin(2 * np.pi * (often * along + rng.random()))
        z += np.where(across * side > 0, wave * edge * smooth(0, 0.2, along), 0)
    z += 0.016 * layered_noise(x * 6 + seed, along * 5, seed=seed + 40, layers=2)
    # Between the side veins the blade stands up a little.
    puffed = _side_veins(across, along)[1]
    return z + 0.006 * puffed * (1 - np.abs(across) ** 3) * smooth(0, 0.1, np.abs(across))


def _bent(x, y, z, rng):
    """Turned about its length, then bent down or up along it."""
    twist = rng.uniform(-0.55, 0.55) * y
    x, z = x * np.cos(twist) - z * np.sin(twist), x * np.sin(twist) + z * np.cos(twist)
    bend = rng.uniform(0.2, 1.2) * rng.choice((1, 1, 1, -0.45))
    away = 1 / bend + z
    return np.c_[x, away * np.sin(bend * y), away * np.cos(bend * y) - 1 / bend]


def _aged(uvs, eaten, seed):
    """Paint: red where yellow, green where brown and dry."""
    u, v = uvs.T
    yellow = np.zeros_like(u)
    if seed == 6:
        # From the tip, in soft clouds: an even yellow rim is a drawn one.
        yellow = 0.45 * smooth(0.5, 1.2, v + 0.5 * layered_noise(u * 3, v * 3, seed=seed))
    brown = 0.9 * eaten
    if seed == 11:
        tip = v + 0.10 * layered_noise(u * 5, v * 4, seed=seed)
        brown = np.maximum(brown, smooth(0.90, 0.97, tip))
        yellow = np.maximum(yellow, 0.8 * smooth(0.78, 0.92, tip))
    return np.c_[yellow, brown, 0 * u]


def blade():
    """A thin leaf: waxy above, paler and dull below, yellow-green against the light."""
    if "blade" in _known:
        return _known["blade"]
    s = Surface("blade")
    tile = s.node("ShaderNodeTexImage", {"Vector": s.node("ShaderNodeUVMap").outputs[0]})
    tile.image, tile.extension, tile.interpolation = _veins(), "EXTEND", "Cubic"
    height, vein, mottle = s.node("ShaderNodeSeparateRGB", {"Image": tile.outputs[0]}).outputs
    yellow, brown, _ = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs
    info = s.node("ShaderNodeObjectInfo").outputs
    young = s.node("ShaderNodeSeparateRGB", {"Image": info["Color"]}).outputs[0]
    below = s.node("ShaderNodeNewGeometry").outputs["Backfacing"]
    chance = s.math("MULTIPLY_ADD", s.noise(3.0, 3), 0.4, s.math("MULTIPLY", mottle, 0.6))
    upper = s.ramp(chance, [(0.22, "#24431f"), (0.5, "#305427"), (0.78, "#41662f")])
    upper = s.mixed(young, upper, "#7f9f45")
    upper = s.mixed(s.math("MULTIPLY", vein, 0.46), upper, "#869f66")
    lower = s.mixed(s.math("MULTIPLY", vein, 0.6), "#67825c", "#9cb083")
    colour = s.mixed(below, upper, lower)
    spots = s.between(s.noise(26, 2), 0.0, 0.75, 0.70, 0.74)
    colour = s.mixed(spots, colour, "#7a6a35")
    colour = s.mixed(s.math("MULTIPLY", yellow, 0.85), colour, "#b3a63d")
    colour = s.mixed(brown, colour, "#75522b")
    hue = s.between(info["Random"], 0.480, 0.518)
    value = s.between(info["Random"], 0.78, 1.22)
    inputs = {"Color": colour, "Hue": hue, "Value": value, "Saturation": 0.92}
    colour = s.node("ShaderNodeHueSaturation", inputs).outputs[0]
    relief = s.math("MULTIPLY", height, s.between(below, 1.0, -1.0))
    normal = s.bump(relief, 0.22, 0.010, s.bump(s.noise(110, 2), 0.16, 0.003))
    # Waxy above, with dust here and there, so that the sky is mirrored in patches.
    dusty = s.between(s.noise(5, 4), 0.41, 0.54, 0.35, 0.65)
    rough = s.math("MAXIMUM", dusty, s.math("MULTIPLY", below, 0.72))
    front = s.principled(colour, rough, Specular=0.38, Normal=normal)
    cloudy = s.ramp(chance, [(0.2, "#6c8f2c"), (0.55, "#85a83a"), (0.85, "#9dbb4c")])
    glow = s.mixed(young, cloudy, "#b9cc62")
    # Veins are pale against the light too, the midrib most.
    glow = s.mixed(s.math("MULTIPLY", vein, 0.45), glow, "#b4c67c")
    glow = s.mixed(yellow, glow, "#e6c940")
    glow = s.mixed(s.math("MULTIPLY", spots, 0.8), glow, "#6a5a20")
    glow = s.mixed(brown, glow, "#6b4218")
    thick = {"Color": glow, "Hue": hue, "Value": s.between(info["Random"], 1.12, 0.85)}
    glow = s.node("ShaderNodeHueSaturation", thick).outputs[0]
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": glow, "Normal": normal})
    _known["blade"] = s.finish(s.mixed_shaders(0.40, front, through))
    return _known["blade"]


def _side_veins(across, along):
    """Closeness to a side vein (0..1), and how far from the two nearest ones (0..1)."""
    off = np.abs(across)
    # They run towards the tip, and bend round before they reach the edge.
    back = along - 0.20 * off - 0.11 * off**2.5
    best = np.full_like(across, 9.0)
    puffed = np.zeros_like(across)
    for starts, side in ((LEFT, across <= 0), (RIGHT, across > 0)):
        starts = np.array((-0.3, -0.15, *starts, 1.05))
        gap = np.abs(back[:, None] - starts[None]).min(axis=1)
        best = np.where(side, gap, best)
        puffed = np.where(side, np.clip(gap / 0.06, 0, 1), puffed)
    width = 0.0060 * (1 - 0.55 * off)
    return np.exp(-((best / width) ** 2)) * smooth(1.0, 0.8, off), puffed


def _cells(x, y, seed):
    """1 on the borders between irregular cells, of one unit each: the fine net of veins."""
    ix, iy = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    first, second = np.full_like(x, 9.0), np.full_like(x, 9.0)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            cx, cy = ix + dx, iy + dy
            px = cx + 0.5 + 0.45 * value_noise(cx, cy, seed=seed)
            py = cy + 0.5 + 0.45 * value_noise(cx, cy, seed=seed + 1)
            away = np.hypot(x - px, y - py)
            second = np.minimum(second, np.maximum(first, away))
            first = np.minimum(first, away)
    return np.exp(-(((second - first) / 0.10) ** 2))


def _veins(columns=420, rows=640):
    """A leaf's relief in red, its veins in green, its cloudy colour in blue."""
    across, along = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    across, along = across.ravel(), along.ravel()
    sway = 0.012 * value_noise(along * 7, across * 4, seed=3)
    sides, puffed = _side_veins(across, along + sway)
    midrib = np.exp(-((across / (0.045 * (1 - 0.7 * along) + 0.008)) ** 2))
    x, y = across * HALF, along - 0.20 * np.abs(across)
    net = _cells(x * 26 + sway * 30, y * 20, 7)
    fine = _cells(x * 62, along * 58, 11)
    vein = np.clip(midrib + 0.75 * sides + 0.30 * net + 0.12 * fine, 0, 1)
    height = 0.5 * puffed + 0.25 * (1 - net) + 0.10 * (1 - fine) - 0.7 * sides - 1.3 * midrib
    height = (height + 1.3) / 2.2
    mottle = 0.5 + 0.28 * layered_noise(x * 14, along * 14, seed=5, layers=4)
    mottle = mottle + 0.12 * (puffed - 0.5)
    return drawn("leaf veins", [height, vein, mottle], columns, rows)


def drawn(name, channels, columns, rows):
    """Three arrays as an image without a colour space."""
    picture = bpy.data.images.new(name, columns, rows, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    flat = np.stack([*channels, np.ones_like(channels[0])], axis=1).astype(np.float32)
    picture.pixels.foreach_set(flat.ravel())
    picture.pack()
    return picture
