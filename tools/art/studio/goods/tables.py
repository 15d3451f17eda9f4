"""Hard table tops: stone, teak."""

from goods.linen import unmirrored
from goods.timber import TEAK, timber
from kit.mesh import block
from kit.surface import Surface


def stone(colour="#cfcac4", size=(14.0, 9.0)):
    """A honed stone top."""
    s = Surface("stone")
    at = s.coordinates()
    clouds = s.noise(1.3, 6, at, 0.8)
    grain = s.noise(60, 3, at)
    veins = s.noise(0.42, 5, at, 1.1)
    away = s.math("ABSOLUTE", s.math("SUBTRACT", veins, 0.5))
    # Each vein widens, thins and is lost again.
    width = s.between(s.noise(1.1, 2, at), 0.002, 0.035, 0.45, 0.75)
    vein = s.between(s.math("DIVIDE", away, width), 0.88, 1.0, 0.0, 1.0)
    cloudy, grainy = s.between(clouds, 0.9, 1.08, 0.3, 0.7), s.between(grain, 0.86, 1.08, 0.3, 0.7)
    tone = s.shaded(colour, s.math("MULTIPLY", s.math("MULTIPLY", cloudy, grainy), vein))
    rough = s.between(grain, 0.34, 0.52)
    normal = s.bump(grain, 0.05, 0.003)
    honed = s.finish(s.principled(tone, rough, Specular=0.4, Normal=normal))
    top = block("stone", *size, 0.3, 0.02, honed)
    top.location = (0, 1.0, -0.3)
    return unmirrored(top)


def teak(size=(14.0, 7.0), at=(0, 1.0), plank=0.95):
    """A table of oiled teak planks, none of one colour with its neighbour."""
    planks = []
    count = int(size[1] / plank)
    for i in range(count):
        pith, tone = 0.30 + 0.55 * ((i * 0.618) % 1), 0.84 + 0.30 * ((i * 0.382 + 0.2) % 1)
        board = timber(TEAK, i + 1.0, tone, pith)
        one = block("plank", size[0], plank - 0.010, 0.2, 0.010, board)
        # Moving the plank moves its grain along: object coordinates start at its middle.
        x = at[0] + (i * 1.37) % 2 - 1
        one.location = (x, at[1] + (i - (count - 1) / 2) * plank, -0.2 - 0.003 * ((i * 7) % 3))
        planks.append(unmirrored(one))
    return planks
