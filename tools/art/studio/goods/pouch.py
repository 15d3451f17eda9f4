"""The kraft stand-up pouch with its stuck-on label."""

import numpy as np

from goods.materials import kraft
from kit.colour import smooth
from kit.mesh import group, grid_faces, mesh
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

WIDTH, HEIGHT, BULGE = 1.32, 1.95, 0.33
SEAL, FULL_TO, ZIP = 0.055, 0.84, 0.875
# Where the label sits on the front, in its UVs.
LABEL = (0.17, 0.12, 0.83, 0.715)


def pouch(label="pouch-label.png", seed=3, columns=170, rows=240):
    surface = pouch_surface(label)
    along, up = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(0, 1, rows))
    along, up = along.ravel(), up.ravel()
    sides = []
    for side in (-1, 1):
        positions = _panel(along, up, side, seed)
        # The back lies outside the label's part of the drawing.
        uvs = np.c_[(along if side < 0 else -along) * 0.5 + 0.5, up + (0 if side < 0 else 4)]
        faces = grid_faces(columns, rows)
        if side > 0:
            faces = [face[::-1] for face in faces]
        sides.append(mesh("pouch", positions, faces, surface, uvs=uvs))
    return group("pouch", *sides)


def _panel(along, up, side, seed):
    reach = np.clip(np.abs(along) * (WIDTH / 2) / (WIDTH / 2 - SEAL), 0, 1)
    full = np.clip(1 - (up / FULL_TO) ** 1.9, 0, 1) ** 0.85 * (0.93 + 0.07 * smooth(0, 0.12, up))
    y = BULGE * full * (1 - reach**2.3) ** 0.78
    x = along * WIDTH / 2 * (1 - 0.045 * full)
    z = up * HEIGHT
    body = smooth(0, 0.25, full) * (1 - reach**6)
    # Soft dents, and creases that stay off the label.
    y += 0.020 * layered_noise(along * 1.6 + seed, up * 2.6, seed=seed + side, layers=2) * body
    fold = 1 - np.abs(
        value_noise(along * 2.3 + up * 2.2 * side + seed, up * 3.4 - along * 1.5, seed=seed + 11)
    )
    on_label = (np.abs(along) < 0.6) & (up > 0.12) & (up < 0.72)
    y += 0.024 * fold**7 * body * (1 - 0.75 * on_label)
    fine = 1 - np.abs(value_noise(along * 6 + seed, up * 8, seed=seed + 31))
    y += 0.005 * fine**6 * body * (1 - 0.85 * on_label)
    # Buckles running in from the side seals.
    rim = np.exp(-(((1 - reach) / 0.16) ** 2)) * smooth(0, 0.1, 1 - reach)
    rim *= smooth(0.02, 0.12, up) * (1 - smooth(0.80, 0.88, up))
    ripple = np.sin(up * 46 + 4 * value_noise(up * 6, along * 0 + side, seed=seed))
    y += 0.020 * rim * ripple * (0.4 + 0.6 * np.abs(value_noise(up * 5, along * 0, seed=seed + 5)))
    # Crow's feet in the bottom corners.
    corner_x, corner_z = (1 - np.abs(along)) * WIDTH / 2, up * HEIGHT
    from_corner = np.hypot(corner_x, corner_z)
    turn = np.arctan2(corner_z, corner_x + 1e-6)
    feet = np.exp(-(((from_corner - 0.22) / 0.14) ** 2)) * np.sin(turn * 11 + seed)
    y += 0.022 * feet * smooth(0.03, 0.12, 1 - reach)
    # The zip, and a top that is not quite flat.
    for ridge in (ZIP, ZIP + 0.018):
        y += 0.010 * np.exp(-(((up - ridge) / 0.006) ** 2))
    sway = 0.03 * np.sin((along + 0.2) * 2.1 + seed) * smooth(0.75, 1, up) + 0.02 * up**3
    return np.c_[x, (side * (y + 0.004) + sway) * (0.94 + 0.06 * smooth(0, 0.03, up)), z]


def pouch_surface(label):
    s = Surface("pouch")
    paper, pulp = kraft(s)
    uv = s.node("ShaderNodeUVMap").outputs[0]
    mapping = s.node("ShaderNodeMapping", {"Vector": uv}, vector_type="TEXTURE")
    left, low, right, high = LABEL
    mapping.inputs["Location"].default_value = (left, low, 0)
    mapping.inputs["Scale"].default_value = (right - left, high - low, 1)
    drawing = s.image(label, mapping.outputs[0], clip=True)
    there = drawing.outputs["Alpha"]
    colour = s.mixed(there, paper, drawing.outputs["Color"])
    # Under the label the paper's grain is hidden; its edge stands up a little.
    grain = s.math("MULTIPLY_ADD", there, -0.24, 0.30)
    normal = s.bump(pulp, grain, 0.006)
    normal = s.bump(there, 0.9, 0.004, normal)
    normal = s.bump(_crimp(s, uv), 0.5, 0.004, normal)
    roughness = s.between(there, 0.74, 0.48)
    return s.finish(s.principled(colour, roughness, Specular=0.25, Normal=normal))


def _crimp(s, uv):
    """Fine ribs of the heat seal along the top."""
    height = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs[1]
    ribs = s.math("SINE", s.math("MULTIPLY", height, 620))
    return s.math("MULTIPLY", ribs, s.between(height, 0, 1, 0.945, 0.948))
