"""A jar of honey with its dipper."""

import numpy as np

from goods.materials import wood
from goods.vessel import clear_glass
from kit.colour import smooth
from kit.mesh import curve, group, mesh, turned
from kit.noise import layered_noise
from kit.surface import Surface

# Thick sugar bends light as glass does: between jar and honey no border shows.
HONEY_INDEX = 1.49
# Light taken away per 10 cm; pollen and fine crystals give a little of it back.
TAKES = (0.12, 1.15, 6.5)

# (radius, height) of a jar with a screw neck and a thick foot.
OUTSIDE = [(0, 0.012), (0.15, 0.010), (0.19, 0.0), (0.225, 0.004), (0.252, 0.03), (0.262, 0.08)]
OUTSIDE += [(0.264, 0.20), (0.262, 0.30), (0.248, 0.352), (0.213, 0.385), (0.199, 0.40)]
OUTSIDE += [(0.200, 0.41), (0.200, 0.44), (0.200, 0.475)]
INSIDE = [(0, 0.034), (0.18, 0.031), (0.222, 0.045), (0.241, 0.085), (0.244, 0.20), (0.242, 0.295)]
INSIDE += [(0.230, 0.340), (0.195, 0.375), (0.184, 0.40), (0.183, 0.475)]
NECK = (0.405, 0.470)
# Ridges of a dipper's head: how far apart, how many, where the first is.
PITCH, RIDGES, FIRST = 0.031, 6, 0.030


def honey():
    """Golden where it is thin, amber where it is deep, a little cloudy."""
    s = Surface("honey")
    bends = {"IOR": HONEY_INDEX, "Roughness": 0.0, "Color": "#ffffff"}
    clear = s.node("ShaderNodeBsdfGlass", bends)
    straight = s.node("ShaderNodeBsdfTransparent", {0: "#f6c765"})
    surface = s.mixed_shaders(0.10, clear, _pollen(s))
    return s.finish(s.mixed_shaders(s.only_lit_by(), surface, straight), _taken(s))


def _honey_within():
    """Honey behind glass that bends light as it does: a body that only takes light away."""
    s = Surface("honey within")
    straight = s.node("ShaderNodeBsdfTransparent", {0: "#ffffff"})
    return s.finish(s.mixed_shaders(0.24, straight, _pollen(s)), _taken(s))


def _pollen(s):
    """What makes honey a little cloudy, and gives back light from within."""
    body = s.node("ShaderNodeBsdfTranslucent", {"Color": "#ffbe30"})
    lit = s.node("ShaderNodeBsdfDiffuse", {"Color": "#eea21a"})
    return s.mixed_shaders(0.3, body, lit)


def _taken(s):
    density = max(TAKES)
    passes = tuple(1 - a / density for a in TAKES) + (1.0,)
    return s.node("ShaderNodeVolumeAbsorption", {"Color": passes, "Density": density})


def honey_jar(level=0.352):
    """A jar with a screw neck. Glass and honey are one surface where they meet air, as they bend
    light alike; what is golden lies within, so that the foot stays clear."""
    outside, inside = curve(OUTSIDE, 8), curve(INSIDE, 8)
    round_ = np.linspace(0.2, 2.9, 9)
    rim = [(0.1915 + 0.0095 * np.cos(a), 0.475 + 0.010 * np.sin(a)) for a in round_]
    above = [tuple(p) for p in inside[::-1] if p[1] > level + 0.02]
    radius = float(np.interp(level, [p[1] for p in inside], [p[0] for p in inside]))
    # It creeps up the glass and hangs there.
    away = np.array([0.0, 0.006, 0.014, 0.03, 0.06, 0.10])
    top = [(radius - d, level + 0.018 * np.exp(-d / 0.022)) for d in away] + [(0, level)]
    shell = turned("jar", [tuple(p) for p in outside] + rim + above + top, clear_glass(), 160)
    _screw(shell)
    within = [tuple(p) for p in inside if p[1] < level - 0.004]
    within += [(r - 0.002, z - 0.002) for r, z in top[:-1]] + [(0, level - 0.002)]
    full = turned("honey", within, _honey_within(), 128)
    return group("honey jar", shell, full)


def _screw(jar):
    """Three lugs of a thread round the neck, each rising and running out."""
    p = _points(jar)
    turn = (np.arctan2(p[:, 1], p[:, 0]) / (2 * np.pi) * 3) % 1.0
    middle = NECK[0] + 0.022 + 0.026 * turn
    runs = smooth(0, 0.12, turn) * smooth(1, 0.88, turn)
    lug = runs * np.exp(-(((p[:, 2] - middle) / 0.0075) ** 2))
    # A bead runs round below it.
    bead = np.exp(-(((p[:, 2] - NECK[0]) / 0.007) ** 2))
    on_neck = (np.hypot(p[:, 0], p[:, 1]) > 0.194) & (p[:, 2] > 0.385)
    grown = 1 + 0.065 * np.maximum(lug, 0.8 * bead) * on_neck
    p[:, :2] *= grown[:, None]
    _moved(jar, p)


def _points(thing):
    flat = np.empty(len(thing.data.vertices) * 3, np.float32)
    thing.data.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3)


def _moved(thing, p):
    thing.data.vertices.foreach_set("co", p.ravel())
    thing.data.update()


def _barrel(z):
    """How wide the head is at a height, over its ridges."""
    return 0.090 - 0.022 * np.abs((z - 0.105) / 0.105) ** 2.4


def dipper():
    """A turned honey dipper standing on its head at the origin: rounded ridges, deep grooves."""
    timber = wood("#8a5a31", "#bb8650", "#d6a873", along=(11, 11, 1.4))
    profile = [(0, 0.0), (0.030, 0.002), (0.052, 0.009)]
    for ridge in range(RIDGES):
        z = FIRST + ridge * PITCH
        r = float(_barrel(z))
        for a in np.linspace(-1, 1, 9):
            profile.append((r - 0.006 * a**4 - 0.003 * a**2, z + 0.0092 * a))
        if ridge < RIDGES - 1:
            floor = r - 0.034
            profile += [(floor + 0.004, z + 0.0105), (floor, z + 0.0135)]
            profile += [(floor, z + PITCH - 0.0135), (floor + 0.004, z + PITCH - 0.0105)]
    profile += [(0.046, 0.208), (0.033, 0.226), (0.024, 0.262), (0.0205, 0.33), (0.0205, 0.58)]
    profile += [(0.023, 0.70), (0.027, 0.80), (0.026, 0.845), (0.018, 0.862), (0, 0.866)]
    return turned("dipper", profile, timber, 96)


def honeyed():
    """Honey on a dipper that was laid down: it stands in the grooves, and below, where it ran
    together, over the ridges too. The side that lies lowest is -x."""
    heights = np.concatenate([[-0.010, -0.006], np.linspace(0.0, 0.215, 150), [0.222, 0.228]])
    spokes = 128
    profile = [(float(_barrel(np.clip(z, 0, 0.21))), float(z)) for z in heights]
    coat = turned("coat", [(0, -0.012), *profile, (0, 0.232)], honey(), spokes)
    p = _points(coat)
    around, z = np.arctan2(p[:, 1], p[:, 0]), p[:, 2]
    uneven = layered_noise(3 * np.cos(around), z * 14, 3 * np.sin(around), seed=8)
    below = smooth(-0.55, 0.55, 0.30 * uneven - np.cos(around))
    ridge = np.cos((z - FIRST) / PITCH * 2 * np.pi)
    in_head = smooth(-0.004, 0.022, z) * smooth(0.222, 0.196, z)
    # Above, a skin over each ridge and a little more in each groove; below, they only show through.
    depth = -0.004 + 0.0062 * ridge + below * (0.013 - 0.0045 * ridge)
    depth = depth + 0.003 * layered_noise(p[:, 0] * 30, p[:, 1] * 30, z * 30, seed=3) * below
    out = _barrel(np.clip(z, 0, 0.21)) + depth
    out = np.where(in_head > 0.001, out * in_head**0.5, 0.002)
    p[:, :2] = out[:, None] * np.column_stack([np.cos(around), np.sin(around)])
    # It sags to the lowest side and gathers at the tip.
    p[:, 0] -= 0.012 * below * smooth(0.20, 0.02, z)
    _moved(coat, p)
    return coat


def puddle(radius=0.10, high=0.016):
    """Where honey ran off: a drop that has spread, steep at its edge."""
    angles = np.linspace(0, 2 * np.pi, 97)[:-1]
    out = radius * (1 + 0.16 * np.cos(angles - 0.6) + 0.07 * np.cos(3 * angles + 1.1))
    vertices, faces = [(0, 0, high), (0, 0, 0)], []
    rings = [(t, high * (1 - t**2.6) ** 0.6) for t in (0.2, 0.4, 0.6, 0.75, 0.86, 0.94, 0.985, 1.0)]
    for t, z in rings:
        vertices += [(t * r * np.cos(a), 0.8 * t * r * np.sin(a), z) for r, a in zip(out, angles)]
    count = len(angles)
    for k in range(count):
        n = (k + 1) % count
        faces.append((0, 2 + k, 2 + n))
        for j in range(len(rings) - 1):
            a, b = 2 + j * count, 2 + (j + 1) * count
            faces.append((a + k, b + k, b + n, a + n))
        last = 2 + (len(rings) - 1) * count
        faces.append((1, last + n, last + k))
    return mesh("puddle", vertices, faces, honey())
