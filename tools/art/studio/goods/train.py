"""A place by the window of a train: panel, bars, a fold-down table, country going by."""

from goods.linen import unmirrored
from kit.backdrop import View, photographed
from kit.mesh import block, place, swept
from kit.surface import Surface, plain

SILL = 0.42


def train_window(at=2.0, width=5.6, height=2.3):
    """The panel stands at y = `at`, the opening above the table; it is wider than the picture."""
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
    # Outside it is brighter than in the train.
    photographed(View("forest", 12, -1, 50), at + 7, disc=0.02, strength=1.9)


def fold_table(depth=2.6, width=4.4, front=-1.62):
    """Laminate with a steel edge, its surface at z = 0."""
    board = block("table", width, depth, 0.10, 0.05, _laminate())
    place(board, (0, front + depth / 2, -0.10))
    return unmirrored(board)


def _laminate():
    """Printed board: sharp specks of two sizes on one pale tone, wiped and scratched.

    Specks of noise have no edges, and lay like worms on the table.
    """
    s = Surface("laminate")
    at = s.coordinates()
    tone = s.ramp(s.noise(0.9, 4, at), [(0.3, "#b4ada4"), (0.7, "#bfb8af")])
    for often, size, share, speck in (
        (48, 0.27, 0.34, "#837a72"),
        (70, 0.25, 0.30, "#dcd6cb"),
        (105, 0.30, 0.38, "#9a938b"),
    ):
        cell = s.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": often}, feature="F1")
        chosen = s.node("ShaderNodeSeparateRGB", {"Image": cell.outputs["Color"]}).outputs[0]
        inside = s.between(cell.outputs["Distance"], 1.0, 0.0, size - 0.06, size + 0.06)
        inside = s.math("MULTIPLY", inside, s.between(chosen, 1.0, 0.0, share - 0.02, share))
        tone = s.mixed(s.math("MULTIPLY", inside, 0.75), tone, speck)
    scratched = s.between(s.noise(9, 6, at), 0.24, 0.40)
    for turn in (0.5, -0.9):
        lying = s.stretched(at, (26, 1.0, 1), (0, 0, turn))
        line = s.between(s.noise(1.0, 0, lying), 0.0, 0.25, 0.76, 0.80)
        scratched = s.math("ADD", scratched, line)
    return s.finish(s.principled(tone, scratched))
