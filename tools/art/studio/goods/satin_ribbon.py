"""Satin ribbon: it bends about its width, lies in loose loops, and shows its back."""

import math

import numpy as np

from kit.mesh import curve, grid_faces, group, mesh
from kit.noise import value_noise
from kit.surface import Surface

THICK = 0.003
_kept = {}


def satin(colour="#b8a1ea"):
    """Bright along its warp on the front, dull on the back, each side ended by a selvedge."""
    if colour in _kept:
        return _kept[colour]
    s = Surface("satin")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    across, along_it, _ = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs
    edge = s.math("MINIMUM", across, s.math("SUBTRACT", 1.0, across))
    # The selvedge is woven plain and tighter: a thicker cord, and a groove beside it.
    cord = s.between(edge, 1.0, 0.0, 0.022, 0.040, "SMOOTHSTEP")
    groove = s.between(s.math("ABSOLUTE", s.math("SUBTRACT", edge, 0.055)), 1.0, 0.0, 0.006, 0.02)
    # Warp floats run along the ribbon; wefts bind them in fine uneven lines across it.
    warp = s.noise(1.0, 2, s.stretched(uv, (110, 5, 1)))
    drift = s.math("MULTIPLY", s.noise(1.0, 2, s.stretched(uv, (5, 7, 1))), 14.0)
    wefts = s.math("SINE", s.math("MULTIPLY_ADD", along_it, 6.283 / 0.0075, drift))
    streaks = s.noise(1.0, 3, s.stretched(uv, (1.6, 110, 1)))
    weave = s.math("MULTIPLY_ADD", wefts, 0.16, s.math("MULTIPLY_ADD", streaks, 0.9, warp))
    crumple = s.noise(1.0, 3, s.stretched(uv, (0.9, 9, 1)), 0.6)
    soft = s.bump(crumple, 0.35, 0.02)
    sides = s.bump(s.math("SUBTRACT", cord, groove), 0.5, 0.003, soft)
    normal = s.bump(weave, 0.17, 0.0022, sides)
    tone = s.between(streaks, 0.93, 1.05, 0.3, 0.7)
    tone = s.math("MULTIPLY", tone, s.between(warp, 0.96, 1.03, 0.3, 0.7))
    tone = s.math("MULTIPLY", tone, s.between(groove, 1.0, 0.80))
    tone = s.math("MULTIPLY", tone, s.between(cord, 1.0, 0.90))
    paint = s.shaded(colour, tone)
    rough = s.math("MULTIPLY_ADD", cord, 0.25, s.between(warp, 0.24, 0.36, 0.3, 0.7))
    along = s.node("ShaderNodeTangent", direction_type="UV_MAP", uv_map="UV").outputs[0]
    bright = s.principled(
        paint, rough, Specular=0.75, Anisotropic=0.7, Tangent=along, Sheen=0.3, Normal=normal
    )
    dull = s.principled(s.shaded(paint, 0.80), 0.75, Specular=0.2, Sheen=0.4, Normal=normal)
    back = s.node("ShaderNodeNewGeometry").outputs["Backfacing"]
    through = s.node("ShaderNodeBsdfTranslucent", {"Color": paint})
    both = s.mixed_shaders(0.12, s.mixed_shaders(back, bright, dull), through)
    _kept[colour] = s.finish(both)
    return _kept[colour]


def _thick(band):
    thick = band.modifiers.new("cloth", "SOLIDIFY")
    thick.thickness = THICK
    thick.offset = 0
    return band


def band(points, widths, across, material, pleats=0.0, waves=1.0, tails=(0.0, 0.0)):
    """A band along a path whose width changes; `pleats` gathers it where it is narrow.

    `across` is the direction of its width; `widths` runs from the first to the last point;
    `waves` is how much it wrinkles, `tails` how deep its ends are cut in, like a swallow's tail.
    """
    line = np.array(curve(points, 14))
    rows, columns = len(line), 33
    far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    t = np.linspace(0, 1, rows)
    wide = np.interp(t, np.linspace(0, 1, len(widths)), widths)
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = np.asarray(across, float) - along * (along @ np.asarray(across, float))[:, None]
    side /= np.linalg.norm(side, axis=1)[:, None]
    up = np.cross(side, along)
    s = np.linspace(-0.5, 0.5, columns)
    gathered = np.sqrt(np.maximum(0, 1 - (wide / max(widths)) ** 2))
    drawn = s[None, :] * 2 * math.pi * 2.5 + 0.8 * value_noise(far * 9, 0 * far, seed=3)[:, None]
    fold = pleats * gathered[:, None] * np.cos(drawn)
    wrinkle = value_noise(far[:, None] * 8 + s * 0.9, s * 2.2 + far[:, None] * 0, seed=rows)
    wrinkle = wrinkle + 0.5 * value_noise(far[:, None] * 19, s * 3 + far[:, None], seed=rows + 1)
    fold = fold + 0.0035 * waves * wrinkle
    p = (
        line[:, None]
        + side[:, None] * (wide[:, None] * s)[..., None]
        + up[:, None] * fold[..., None]
    )
    for deep, gone in zip(tails, (far, far[-1] - far)):
        # No cut is quite in the middle.
        notch = deep * np.clip(1 - np.abs(s - 0.04) / 0.5, 0, 1)
        inwards = np.sign(far[-1] / 2 - far) * np.clip(1 - gone / 0.28, 0, 1)
        p += along[:, None] * (inwards[:, None] * notch)[..., None]
    uvs = np.c_[np.tile(s + 0.5, rows), np.repeat(far, columns)]
    return _thick(mesh("ribbon", p.reshape(-1, 3), grid_faces(columns, rows), material, uvs=uvs))


def bow(x, y, top, material, width=0.17):
    """A bow: two loops, gathered at the knot, and two tails that lie on the lid."""
    parts = []
    for side, high in ((-1, 1.0), (1, 0.9)):
        loop = [
            (0.01, 0, 0.045),
            (0.10, 0.01, 0.085),
            (0.24, 0.03, 0.17 * high),
            (0.38, 0.05, 0.20 * high),
            (0.475, 0.05, 0.15 * high),
            (0.46, 0.04, 0.075),
            (0.34, 0.02, 0.032),
            (0.16, 0.0, 0.028),
            (0.01, 0, 0.04),
        ]
        placed = [(x + side * a, y + side * b * 0.6, top + c) for a, b, c in loop]
        widths = [0.07, 0.12, width, width, width, width, width, 0.12, 0.07]
        parts.append(band(placed, widths, (0.1, 1, 0.2 * side), material, pleats=0.014))
        tail = [
            (0, -0.01, 0.05),
            (0.07, -0.08, 0.06),
            (0.15, -0.20, 0.03),
            (0.25, -0.36, 0.012),
            (0.30, -0.47, 0.022),
            (0.33, -0.56, 0.010),
        ]
        placed = [(x + side * a * (1.0 if side > 0 else 0.7), y + b, top + c) for a, b, c in tail]
        parts.append(
            band(
                placed,
                [0.06, 0.11, width, width, width, width],
                (1, 0.5 * side, 0.08 * side),
                material,
                pleats=0.012,
                tails=(0.0, 0.085),
            )
        )
    knot = [
        (x, y - 0.075, top + 0.012),
        (x, y - 0.078, top + 0.05),
        (x, y - 0.03, top + 0.094),
        (x, y + 0.03, top + 0.092),
        (x, y + 0.075, top + 0.05),
        (x, y + 0.07, top + 0.012),
    ]
    parts.append(
        band(knot, [0.115, 0.10, 0.115, 0.115, 0.10, 0.115], (1, 0, 0.05), material, pleats=0.008)
    )
    return group("bow", *parts)
