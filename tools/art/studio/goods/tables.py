"""Hard table tops: stone, teak."""

from goods.linen import unmirrored
from goods.materials import wood
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
    """A table of teak planks."""
    planks = []
    count = int(size[1] / plank)
    for i in range(count):
        cut, along = 3.1 * (i + 1), (0.55, 7, 7)
        timber = wood("#5a3620", "#86562f", "#a8733f", along, cut, vessels=0.8)
        one = block("plank", size[0], plank - 0.012, 0.2, 0.008, timber)
        # Moving the plank moves its grain along: object coordinates start at its middle.
        one.location = (at[0] + (i * 1.37) % 2 - 1, at[1] + (i - (count - 1) / 2) * plank, -0.2)
        planks.append(unmirrored(one))
    return planks
