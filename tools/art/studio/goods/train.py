"""A place by the window of a train: panel, bars, a fold-down table, country going by."""

from goods.linen import unmirrored
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
    """Sky, trees, fields and the bank beside the track, drawn the longer the nearer they are."""
    s = Surface("country")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    height = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs[1]
    crowns = s.noise(1.0, 4, s.stretched(uv, (30, 14, 1)))
    rows = s.noise(1.0, 3, s.stretched(uv, (2.5, 70, 1)))
    bank = s.noise(1.0, 4, s.stretched(uv, (1.6, 150, 1)))
    line = s.math("MULTIPLY_ADD", s.math("SUBTRACT", crowns, 0.5), 0.13, height)
    line = s.math("MULTIPLY_ADD", s.math("SUBTRACT", rows, 0.5), 0.04, line)
    stops = [
        (0.00, "#5f6b35"),
        (0.24, "#7f8746"),
        (0.28, "#b3a963"),
        (0.40, "#cfc38a"),
        (0.425, "#3f5230"),
        (0.49, "#5f7354"),
        (0.53, "#93a193"),
        (0.56, "#dcdcd2"),
        (1.00, "#f4f1ea"),
    ]
    # Low down the bank rushes past in streaks; further away crowns have a lit and a dark side.
    near = s.between(height, 1.0, 0.0, 0.22, 0.42)
    streaks = s.between(bank, 0.45, 1.45, 0.3, 0.7)
    sides = s.between(crowns, 0.70, 1.25, 0.35, 0.65)
    far = s.between(height, 1.0, 0.0, 0.50, 0.58)
    shade = s.math("MULTIPLY_ADD", s.math("SUBTRACT", streaks, 1.0), near, 1.0)
    lit = s.math("MULTIPLY_ADD", s.math("SUBTRACT", sides, 1.0), far, 1.0)
    colour = s.shaded(s.ramp(line, stops), s.math("MULTIPLY", shade, lit))
    light = s.node("ShaderNodeEmission", {"Color": colour, "Strength": 1.15})
    s.unsampled()
    corners = [(-9, at, -4), (9, at, -4), (9, at, 7), (-9, at, 7)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    mesh("country", corners, [(0, 1, 2, 3)], s.finish(light), smooth=False, uvs=uvs)
    # Poles beside the track, so near that speed makes them veils.
    for x, width in ((-1.9, 0.26), (1.25, 0.20)):
        _passing_pole(x, width, at - 2.6)


def _passing_pole(x, width, at):
    """A pole smeared along by the speed: densest in its middle, nothing at its edges."""
    s = Surface("pole")
    across = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs[0]
    off = s.math("ABSOLUTE", s.math("SUBTRACT", across, 0.5))
    dense = s.between(off, 0.55, 0.0, 0.0, 0.5, "SMOOTHSTEP")
    pole = s.node("ShaderNodeEmission", {"Color": "#5b5750", "Strength": 0.9})
    s.unsampled()
    veil = s.mixed_shaders(dense, s.node("ShaderNodeBsdfTransparent"), pole)
    half = width / 2
    corners = [(x - half, at, -4), (x + half, at, -4), (x + half, at, 7), (x - half, at, 7)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)]
    mesh("pole", corners, [(0, 1, 2, 3)], s.finish(veil), smooth=False, uvs=uvs)


def fold_table(depth=2.6, width=4.4, front=-1.62):
    """Laminate with a steel edge, its surface at z = 0."""
    s = Surface("laminate")
    specks = s.noise(120, 2)
    colour = s.ramp(specks, [(0.35, "#98918a"), (0.6, "#c4beb6")])
    scratched = s.between(s.noise(9, 6), 0.22, 0.42)
    board = block("table", width, depth, 0.10, 0.05, s.finish(s.principled(colour, scratched)))
    place(board, (0, front + depth / 2, -0.10))
    return unmirrored(board)
