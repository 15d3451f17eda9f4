"""A steel gooseneck kettle that pours, partly in the picture."""

import math

from mathutils import Matrix, Vector

from goods.pouring import spout_along
from kit.mesh import curve, group, mesh, rounded, swept, turned
from kit.surface import Surface, plain

# The neck in the kettle's own upright plane, and where it ends.
NECK = [(0.44, 0.16), (0.64, 0.19), (0.76, 0.36), (0.78, 0.66), (0.84, 0.94), (0.99, 1.05)]
TIP = (1.14, 1.03)


def kettle(tip, tilt=36, yaw=36):
    """Tilted by a hand outside the picture; water leaves it at `tip`, it stands back on the left."""
    body = [(0, 0.0), (0.50, 0.0), (0.53, 0.02), (0.545, 0.06), (0.50, 0.52), (0.41, 0.92)]
    body += [(0.405, 0.955), (0.385, 0.965), (0.375, 0.955), (0.0, 0.955)]
    steel = brushed()
    radii = [0, 0.02, 0.02, 0.04, 0.3, 0.03, 0.008, 0.008, 0.01, 0]
    shell = turned("kettle", [tuple(p) for p in rounded(body, radii, 8)], steel, 160)
    ring = [(0.549, 0.085), (0.553, 0.09), (0.549, 0.096), (0.54, 0.09)]
    seam = turned("seam", ring, steel, 160, closed=True)
    lid = [(0, 1.0), (0.20, 0.995), (0.34, 0.975), (0.368, 0.962), (0.368, 0.95)]
    cover = turned("lid", lid, steel, 128)
    knob = [(0, 1.17), (0.06, 1.168), (0.085, 1.15), (0.085, 1.12), (0.05, 1.09), (0.04, 0.99)]
    black = plain("bakelite", "#1b1918", 0.34, Specular=0.5)
    handle = turned("knob", [tuple(p) for p in rounded(knob, 0.02, 5)], black, 64)
    parts = [shell, seam, cover, handle]
    grip = curve([(-0.40, 0, 0.86), (-0.66, 0, 0.98), (-0.86, 0, 0.86), (-0.84, 0, 0.48)], 12)
    parts.append(swept("grip", grip, 0.055, black, 24))
    way = [Vector((x, 0, z)) for x, z in (*NECK, TIP)]
    parts.append(spout_along(way, thick=0.054, foot=0.098, steel=steel))
    parts += _welded_on(steel)
    whole = group("kettle", *parts)
    turn = Matrix.Rotation(math.radians(-yaw), 3, "Z") @ Matrix.Rotation(math.radians(tilt), 3, "Y")
    whole.rotation_euler = turn.to_euler()
    whole.location = Vector(tip) - turn @ Vector((TIP[0], 0, TIP[1]))
    return whole


def _welded_on(steel):
    """A flange round the neck's foot, and the bead that welds it to the body: scaly, blued by heat."""
    foot, way = Vector((0.470, 0, 0.163)), Vector((1, 0, 0.12)).normalized()
    steps = [foot, foot + 0.082 * way, foot + 0.094 * way, foot + 0.098 * way]
    wide = lambda t: 0.122 if t < 0.5 else 0.120 if t < 0.9 else 0.112
    flange = swept("flange", steps, wide, steel, 64)
    vertices, faces, around, sides = [], [], 220, 10
    for i in range(around):
        a = 2 * math.pi * i / around
        # It lies where the flange meets the round body.
        y, z = 0.125 * math.cos(a), 0.166 + 0.125 * math.sin(a)
        r = 0.545 - 0.045 * (z - 0.06) / 0.46
        x = math.sqrt(r * r - y * y) + 0.001
        scale = 0.0095 * (1 + 0.16 * math.sin(i * 2 * math.pi / 5.5) + 0.12 * math.sin(1.7 * i))
        for k in range(sides):
            b = 2 * math.pi * k / sides
            out, up = scale * math.cos(b), scale * math.sin(b)
            vertices.append((x + up, y + out * math.cos(a), z + out * math.sin(a)))
    for i in range(around):
        for k in range(sides):
            a, b, n = i * sides, (i + 1) % around * sides, (k + 1) % sides
            faces.append((a + k, a + n, b + n, b + k))
    blued = plain("weld", "#807870", 0.36, Metallic=1.0)
    return [flange, mesh("weld", vertices, faces, blued)]


def brushed():
    """Steel brushed round its axis, with smears where it was touched and scale from splashes."""
    s = Surface("brushed steel")
    at = s.coordinates()
    lines = s.noise(1.0, 2, s.stretched(at, (3, 3, 420)))
    smears = s.noise(4.5, 5, at)
    spots = s.between(s.noise(38, 2, at), 0.0, 0.05, 0.68, 0.74)
    rough = s.math("ADD", s.between(smears, 0.12, 0.25, 0.3, 0.7), spots)
    normal = s.bump(lines, 0.05, 0.003)
    tangent = s.node("ShaderNodeTangent", direction_type="RADIAL", axis="Z").outputs[0]
    tone = s.ramp(smears, [(0.3, "#98969a"), (0.7, "#b2b0b1")])
    inputs = dict(Metallic=1.0, Anisotropic=0.5, Tangent=tangent, Normal=normal)
    return s.finish(s.principled(tone, rough, **inputs))
