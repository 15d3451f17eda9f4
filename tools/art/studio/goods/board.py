"""Board that packs are made of: cut white, folded round, rubbed where hands and shelves meet it."""

import math

from kit.surface import plain

# Half a millimetre, printed on one side.
THICK = 0.005
WHITE = "#e9e4da"
# Fibres that a knife left, with ink at their ends.
CUT = "#a49dab"


def cut_board(sheet):
    """Gives a printed sheet its thickness: white inside and where it was cut.

    Faces keep the materials that they have; those of bare board are added behind them.
    """
    sheet.data.use_auto_smooth = True
    sheet.data.auto_smooth_angle = math.radians(40)
    printed = len(sheet.data.materials)
    # The modifier counts on from each face's own material.
    for name, colour in (("inside", WHITE), ("cut", CUT)):
        bare = plain(name, colour, 0.8, Specular=0.15)
        for _ in range(printed):
            sheet.data.materials.append(bare)
    thick = sheet.modifiers.new("board", "SOLIDIFY")
    thick.thickness, thick.offset = THICK, -1
    thick.material_offset, thick.material_offset_rim = printed, 2 * printed
    return sheet


def rubbed(s, at, low, high, along, corner, bared=0.42):
    """How bare a box between `low` and `high` is: along edges in places, most at corners.

    `along` is how far rubbing reaches from an edge, at least and at most, `corner` how much further
    at a corner, `bared` how white it gets. On a surface one of the distances to the three pairs of
    faces is nothing; the next one is how far it is to an edge, the last how far to a corner.
    """
    parts = s.node("ShaderNodeSeparateXYZ", {0: at}).outputs
    a, b, c = [
        s.math("MINIMUM", s.math("SUBTRACT", here, start), s.math("SUBTRACT", end, here))
        for here, start, end in zip(parts, low, high)
    ]
    nearer, further = s.math("MINIMUM", a, b), s.math("MAXIMUM", a, b)
    edge = s.math("MAXIMUM", nearer, s.math("MINIMUM", further, c))
    to_corner = s.math("MAXIMUM", further, c)
    reach = s.between(s.noise(8, 5, at), *along, 0.46, 0.75)
    reach = s.math("ADD", reach, s.between(to_corner, corner, 0.0, 0.0, 0.09))
    fine = s.between(s.noise(70, 3, at), 0.6, 1.4, 0.3, 0.7)
    worn = s.math("DIVIDE", edge, s.math("MAXIMUM", s.math("MULTIPLY", reach, fine), 1e-5))
    return s.between(worn, bared, 0.0, 0.35, 1.0)
