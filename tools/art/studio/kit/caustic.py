"""Light bent by a filled glass, traced forwards from the lamp and laid on what it falls on.

Cycles finds such light by chance only, which at our sample counts is noise. Here photons are sent
through the turned profiles themselves (Snell, Fresnel, Beer-Lambert) and counted on a plane; the
result glows on the receiver in its own colour.
"""

import bpy
import numpy as np

AIR = 1.0


class Glassware:
    """Turned surfaces round an axis; each has an index on its outer and on its inner side."""

    def __init__(self, at, turns):
        self.at = np.asarray(at, float)
        low, high, normal_low, normal_high, outer, inner, wet = [], [], [], [], [], [], []
        for profile, index_out, index_in, holds_tea in turns:
            p = np.asarray(profile, float)
            p = p[np.r_[True, np.hypot(*np.diff(p, axis=0).T) > 1e-6]]
            d = np.gradient(p, axis=0)
            n = np.c_[d[:, 1], -d[:, 0]]
            n /= np.linalg.norm(n, axis=1)[:, None]
            low.append(p[:-1]), high.append(p[1:])
            normal_low.append(n[:-1]), normal_high.append(n[1:])
            count = len(p) - 1
            outer += [index_out] * count
            inner += [index_in] * count
            wet += [holds_tea] * count
        stacked = [np.concatenate(rows) for rows in (low, high, normal_low, normal_high)]
        self.low, self.high, self.normal_low, self.normal_high = stacked
        self.outer, self.inner, self.wet = np.array(outer), np.array(inner), np.array(wet)

    def hit(self, o, d):
        """Nearest crossing of each ray: distance (inf for none), segment, normal."""
        best = np.full(len(o), np.inf)
        which = np.zeros(len(o), int)
        share = np.zeros(len(o))
        a0 = d[:, 0] ** 2 + d[:, 1] ** 2
        b0 = o[:, 0] * d[:, 0] + o[:, 1] * d[:, 1]
        c0 = o[:, 0] ** 2 + o[:, 1] ** 2
        for i, ((r0, z0), (r1, z1)) in enumerate(zip(self.low, self.high)):
            if abs(z1 - z0) < 1e-6:
                candidates = [(z0 - o[:, 2]) / np.where(abs(d[:, 2]) < 1e-9, 1e-9, d[:, 2])]
            else:
                # r(z) = r0 + k (z - z0): a quadratic in the distance.
                k = (r1 - r0) / (z1 - z0)
                base, slope = r0 + k * (o[:, 2] - z0), k * d[:, 2]
                a, b, c = a0 - slope**2, b0 - base * slope, c0 - base**2
                root = np.sqrt(np.maximum(b * b - a * c, 0))
                a = np.where(abs(a) < 1e-9, 1e-9, a)
                none = b * b - a * c < 0
                candidates = [np.where(none, -1, (-b + s * root) / a) for s in (-1, 1)]
            for t in candidates:
                z = o[:, 2] + t * d[:, 2]
                r = np.hypot(o[:, 0] + t * d[:, 0], o[:, 1] + t * d[:, 1])
                if abs(z1 - z0) < 1e-6:
                    u = (r - r0) / (r1 - r0 if r1 != r0 else 1e-9)
                else:
                    u = (z - z0) / (z1 - z0)
                fits = (t > 2e-4) & (u >= 0) & (u <= 1) & (t < best)
                fits &= abs(r - (r0 + u * (r1 - r0))) < 1e-3
                best[fits], which[fits], share[fits] = t[fits], i, u[fits]
        n = self.normal_low[which] * (1 - share)[:, None] + self.normal_high[which] * share[:, None]
        at = o + np.where(np.isfinite(best), best, 0)[:, None] * d
        round_ = np.arctan2(at[:, 1], at[:, 0])
        normal = np.c_[n[:, 0] * np.cos(round_), n[:, 0] * np.sin(round_), n[:, 1]]
        return best, which, normal / np.linalg.norm(normal, axis=1)[:, None]


def cast(ware, absorbed, sun, on, middle, size=2.6, count=160_000, floor=0.0):
    """Sends a sun through a glass on to things: `on` lists (thing, its colour as linear RGB).

    `sun` is (where it stands, strength, linear colour, angle in degrees).
    """
    place, strength, colour, softness = sun
    rng = np.random.default_rng(5)
    centre = ware.at + (0, 0, 0.35)
    starts, ways, area = sunlight(count, place, 0.75, centre, softness, rng)
    places, left = photons(ware, starts, ways, floor, np.asarray(absorbed))
    light = density(places, left, middle, size) * area / count * strength / np.pi
    light *= np.asarray(colour)[:3]
    for thing, paint in on:
        lay_on([thing], light, middle, size, paint[:3])


def photons(ware, starts, ways, floor, absorbed, steps=9):
    """Where light lands on z = floor: positions (N, 2) and what is left of it (N, 3).

    Light that never met the glass counts nothing: the renderer brings it.
    """
    o, d = starts - ware.at, ways.copy()
    left = np.ones((len(o), 3))
    in_tea = np.zeros(len(o), bool)
    met = np.zeros(len(o), bool)
    open_ = np.arange(len(o))
    for _ in range(steps):
        t, i, n = ware.hit(o[open_], d[open_])
        hits = np.isfinite(t)
        open_, t, i, n = open_[hits], t[hits], i[hits], n[hits]
        if len(open_) == 0:
            break
        wet = in_tea[open_]
        left[open_[wet]] *= np.exp(-np.outer(t[wet], absorbed))
        o[open_] += t[:, None] * d[open_]
        met[open_] = True
        facing = -np.sum(d[open_] * n, axis=1)
        entering = facing > 0
        n = np.where(entering[:, None], n, -n)
        cos_in = abs(facing)
        ratio = np.where(entering, ware.outer[i] / ware.inner[i], ware.inner[i] / ware.outer[i])
        inside = 1 - ratio**2 * (1 - cos_in**2)
        through = inside > 0
        cos_out = np.sqrt(np.maximum(inside, 0))
        bent = ratio[:, None] * d[open_] + (ratio * cos_in - cos_out)[:, None] * n
        mirrored = d[open_] + 2 * cos_in[:, None] * n
        d[open_] = np.where(through[:, None], bent, mirrored)
        straight = (ratio - 1) / (ratio + 1)
        fresnel = straight**2 + (1 - straight**2) * (1 - np.minimum(cos_in, cos_out)) ** 5
        left[open_] *= np.where(through, 1 - fresnel, 1.0)[:, None]
        in_tea[open_] = np.where(through & ware.wet[i], entering, wet)
    down = met & (d[:, 2] < -1e-3)
    o, d, left = o[down] + ware.at, d[down], left[down]
    t = (floor - o[:, 2]) / d[:, 2]
    # What ends up below the floor at its start has gone through the foot.
    return (o + np.maximum(t, 0)[:, None] * d)[:, :2], left


def sunlight(count, towards, reach, at, softness, rng):
    """Parallel light round `at`: starts, ways and the area they start from."""
    axis = -np.asarray(towards, float) / np.linalg.norm(towards)
    side = np.cross(axis, (0, 0, 1))
    side /= np.linalg.norm(side)
    up = np.cross(side, axis)
    r, a = reach * np.sqrt(rng.random(count)), 6.2832 * rng.random(count)
    spread = np.radians(softness / 2) * rng.standard_normal((count, 2)) * 0.6
    ways = axis + spread[:, :1] * side + spread[:, 1:] * up
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    starts = np.asarray(at) + (r * np.cos(a))[:, None] * side + (r * np.sin(a))[:, None] * up
    return starts - 4 * ways, ways, np.pi * reach**2


def density(places, left, middle, size, cells=320, blur=2):
    """Counts photons in cells of a square: (cells, cells, 3), per unit of area."""
    span = [[c - size / 2, c + size / 2] for c in (middle[1], middle[0])]
    layers = []
    for channel in range(3):
        counted, _, _ = np.histogram2d(
            places[:, 1], places[:, 0], cells, span, weights=left[:, channel]
        )
        for _ in range(blur):
            for axis in (0, 1):
                counted = sum(np.roll(counted, k, axis) * w for k, w in ((-1, 0.25), (0, 0.5), (1, 0.25)))
        layers.append(counted / (size / cells) ** 2)
    return np.dstack(layers)


def lay_on(things, light, middle, size, albedo):
    """Lets `light` (outgoing if the thing were white) glow on the materials of things."""
    cells = light.shape[0]
    picture = bpy.data.images.new("caustic", cells, cells, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    opaque = np.dstack([light, np.ones((cells, cells, 1))]).astype(np.float32)
    picture.pixels.foreach_set(opaque.ravel())
    picture.pack()
    for thing in things:
        material = thing.data.materials[0]
        material.cycles.sample_as_light = False
        tree = material.node_tree
        output = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeOutputMaterial")
        before = output.inputs["Surface"].links[0].from_socket
        where = tree.nodes.new("ShaderNodeNewGeometry").outputs["Position"]
        mapping = tree.nodes.new("ShaderNodeMapping")
        mapping.vector_type = "TEXTURE"
        mapping.inputs["Location"].default_value = (middle[0] - size / 2, middle[1] - size / 2, 0)
        mapping.inputs["Scale"].default_value = (size, size, 1)
        tree.links.new(where, mapping.inputs["Vector"])
        glow = tree.nodes.new("ShaderNodeTexImage")
        glow.image, glow.extension = picture, "CLIP"
        tree.links.new(mapping.outputs[0], glow.inputs[0])
        tint = tree.nodes.new("ShaderNodeMixRGB")
        tint.blend_type = "MULTIPLY"
        tint.inputs["Fac"].default_value = 1.0
        tint.inputs["Color2"].default_value = (*albedo, 1)
        tree.links.new(glow.outputs[0], tint.inputs["Color1"])
        shine = tree.nodes.new("ShaderNodeEmission")
        tree.links.new(tint.outputs[0], shine.inputs["Color"])
        both = tree.nodes.new("ShaderNodeAddShader")
        tree.links.new(before, both.inputs[0])
        tree.links.new(shine.outputs[0], both.inputs[1])
        tree.links.new(both.outputs[0], output.inputs["Surface"])
