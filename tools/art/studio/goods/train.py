"""A place by the window of a train: panel, bars, a fold-down table, country going by."""

from kit.mesh import block, mesh, place, swept
from kit.surface import Surface, plain

SILL = 0.42


def train_window(at=2.0, width=3.6, height=2.3):
    """The panel stands at y = `at`, the opening above the table."""
    cream = plain("panel", "#dcd8cc", 0.45, Specular=0.4)
    rubber = plain("rubber", "#17171a", 0.6)
    steel = plain("steel bar", "#8f9298", 0.35, Metallic=0.9)
    top = SILL + height
    for x, z, w, h in [
        (-width / 2 - 3, -2, 6, 9),
        (width / 2 + 3, -2, 6, 9),
        (0, -2, width + 0.1, 2 + SILL),
        (0, top, width + 0.1, 4),
    ]:
        place(block("panel", w, 0.16, h, 0.05, cream), (x, at, z))
    for x, z, w, h in [
        (-width / 2, SILL, 0.09, height),
        (width / 2, SILL, 0.09, height),
        (0, SILL, width, 0.09),
        (0, top - 0.09, width, 0.09),
    ]:
        place(block("gasket", w, 0.20, h, 0.03, rubber), (x, at, z))
    for z in (0.85, 1.35, 1.85, 2.35):
        swept("bar", [(-width / 2, at + 0.06, z), (width / 2, at + 0.06, z)], 0.035, steel)
    _country(at + 7)


def _country(at):
    """Sky, trees and fields, drawn long by the speed."""
    s = Surface("country")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    height = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs[1]
    trees = s.noise(1.0, 3, s.stretched(uv, (7, 16, 1)))
    furrows = s.noise(1.0, 3, s.stretched(uv, (2.5, 60, 1)))
    line = s.math("MULTIPLY_ADD", s.math("SUBTRACT", trees, 0.5), 0.16, height)
    line = s.math("MULTIPLY_ADD", s.math("SUBTRACT", furrows, 0.5), 0.03, line)
    stops = [
        (0.00, "#7f8a4c"),
        (0.28, "#a5a860"),
        (0.40, "#c2bd80"),
        (0.43, "#54683f"),
        (0.52, "#6f8062"),
        (0.56, "#dcdcd2"),
        (1.00, "#f4f1ea"),
    ]
    light = s.node("ShaderNodeEmission", {"Color": s.ramp(line, stops), "Strength": 1.15})
    s.unsampled()
    corners = [(-9, at, -4), (9, at, -4), (9, at, 7), (-9, at, 7)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    mesh("country", corners, [(0, 1, 2, 3)], s.finish(light), smooth=False, uvs=uvs)


def fold_table(depth=2.6, width=4.4, front=-1.62):
    """Laminate with a steel edge, its surface at z = 0."""
    s = Surface("laminate")
    specks = s.noise(120, 2)
    colour = s.ramp(specks, [(0.35, "#98918a"), (0.6, "#c4beb6")])
    scratched = s.between(s.noise(9, 6), 0.22, 0.42)
    board = block("table", width, depth, 0.10, 0.05, s.finish(s.principled(colour, scratched)))
    place(board, (0, front + depth / 2, -0.10))
    return board
