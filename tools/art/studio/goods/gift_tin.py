"""The gift set's tin of 125 g: wider than the tins of 100 g, its bottom fit to be seen."""

from goods.materials import brushed_metal, handled_metal, paper_label
from goods.tin import SEGMENTS, tin
from kit.mesh import group, rounded, turned

RADIUS, HEIGHT = 0.425, 1.015


def gift_tin(print_file):
    metal = handled_metal()
    made = tin(paper_label(print_file), metal, RADIUS, HEIGHT, lid_height=0.15)
    for part in made.children:
        # Flat and polished it mirrors the straw as a smear.
        part.hide_render = part.hide_render or part.name.startswith("foot")
    return group("gift tin", made, _bottom())


def _bottom():
    """A pressed bottom: sunk in, stepped twice, with the seam that holds it to the wall."""
    r = RADIUS
    profile = [
        (0, 0.020),
        (r * 0.44, 0.020),
        (r * 0.47, 0.012),
        (r * 0.76, 0.012),
        (r * 0.79, 0.022),
        (r - 0.030, 0.022),
        (r - 0.022, -0.004),
        (r + 0.011, -0.004),
        (r + 0.011, 0.026),
        (r - 0.002, 0.028),
    ]
    radii = [0, 0.008, 0.008, 0.008, 0.008, 0.006, 0.006, 0.008, 0.008, 0]
    satin_ = brushed_metal("#d8c39a", 0.46, 0.0)
    return turned("bottom", [tuple(p) for p in rounded(profile, radii, 5)], satin_, SEGMENTS)
