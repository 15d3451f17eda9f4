"""A jar of honey with its dipper."""

import numpy as np

from goods.materials import wood
from goods.vessel import clear_glass
from kit.mesh import curve, group, mesh, turned
from kit.surface import Surface

# Thick sugar bends light as glass does: between jar and honey no border shows.
HONEY_INDEX = 1.49
# Light taken away per 10 cm; pollen and fine crystals give a little of it back.
TAKES = (0.3, 2.0, 11.0)

INSIDE = [(0, 0.04), (0.20, 0.042), (0.235, 0.08), (0.24, 0.30), (0.22, 0.37), (0.205, 0.42)]
OUTSIDE = [
    (0, 0),
    (0.20, 0),
    (0.25, 0.02),
    (0.262, 0.10),
    (0.262, 0.30),
    (0.24, 0.375),
    (0.225, 0.42),
]


def honey():
    """Golden where it is thin, amber where it is deep, a little cloudy."""
    s = Surface("honey")
    bends = {"IOR": HONEY_INDEX, "Roughness": 0.0, "Color": "#ffffff"}
    clear = s.node("ShaderNodeBsdfGlass", bends)
    straight = s.node("ShaderNodeBsdfTransparent", {0: "#f6c765"})
    fake = s.only_lit_by()
    body = s.node("ShaderNodeBsdfTranslucent", {"Color": "#f0a21c"})
    lit = s.node("ShaderNodeBsdfDiffuse", {"Color": "#d98a12"})
    cloudy = s.mixed_shaders(0.4, body, lit)
    surface = s.mixed_shaders(fake, s.mixed_shaders(0.16, clear, cloudy), straight)
    density = max(TAKES)
    passes = tuple(1 - a / density for a in TAKES) + (1.0,)
    volume = s.node("ShaderNodeVolumeAbsorption", {"Color": passes, "Density": density})
    return s.finish(surface, volume)


def honey_jar(level=0.30):
    """A small jar: honey and the glass round it are one body, as they bend light alike."""
    rim = [(0.215 + 0.010 * np.cos(a), 0.42 + 0.012 * np.sin(a)) for a in np.linspace(0.2, 2.9, 7)]
    outside, inside = curve(OUTSIDE, 8), curve(INSIDE, 8)
    above = [tuple(p) for p in inside[::-1] if p[1] > level]
    radius = float(np.interp(level, [p[1] for p in inside], [p[0] for p in inside]))
    # One body from the outer wall to the honey's surface, then the empty glass above it.
    glass = [tuple(p) for p in outside if p[1] >= level - 0.02] + rim + above + [(radius, level)]
    wall = [tuple(p) for p in outside if p[1] < level + 0.004]
    # It creeps up the glass and hangs there.
    away = np.array([0.0, 0.006, 0.014, 0.03, 0.06, 0.10])
    top = [(radius - d, level + 0.022 * np.exp(-d / 0.022)) for d in away] + [(0, level)]
    foot = turned("jar", glass, clear_glass(), 128)
    full = turned("honey", wall + top, honey(), 128)
    return group("honey jar", foot, full)


def dipper():
    """A turned honey dipper standing on its head at the origin."""
    timber = wood(along=(9, 9, 1.2))
    profile = [(0, 0), (0.045, 0.004)]
    for groove in range(5):
        z = 0.02 + groove * 0.036
        r = 0.085 - 0.016 * abs(groove - 1.6)
        profile += [(0.045, z), (r, z + 0.006), (r, z + 0.022), (0.045, z + 0.028)]
    profile += [
        (0.03, 0.21),
        (0.020, 0.26),
        (0.019, 0.62),
        (0.026, 0.84),
        (0.018, 0.86),
        (0, 0.865),
    ]
    return turned("dipper", profile, timber, 64)


def honeyed():
    """Honey in the grooves of a dipper that was just drawn out, thicker on its lower side."""
    profile = [(0, -0.012), (0.05, -0.010), (0.088, 0.016), (0.094, 0.06), (0.099, 0.10)]
    profile += [(0.094, 0.145), (0.082, 0.175), (0.055, 0.20), (0.026, 0.212), (0, 0.212)]
    coat = turned("coat", [tuple(p) for p in curve(profile, 5)], honey(), 64)
    flat = np.empty(len(coat.data.vertices) * 3, np.float32)
    coat.data.vertices.foreach_get("co", flat)
    p = flat.reshape(-1, 3)
    below = np.clip(-p[:, 0] / 0.09, 0, 1)
    waves = 1 + 0.035 * np.sin(p[:, 2] * 90) * (1 - below)
    p[:, :2] *= waves[:, None]
    p[:, 0] *= 1 + 0.12 * below**2
    coat.data.vertices.foreach_set("co", p.ravel())
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
