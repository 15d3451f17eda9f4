"""An insulated travel flask with a wooden cap."""

from goods.materials import brushed_metal, wood
from kit.mesh import group, place, rounded, turned
from kit.surface import Surface


def flask(colour="#2a2a86", radius=0.30, height=1.35):
    r, h = radius, height
    profile = [(0, 0), (r - 0.02, 0), (r, 0.02), (r, h - 0.20), (r - 0.07, h - 0.06), (r - 0.08, h)]
    profile = [
        tuple(p) for p in rounded(profile + [(0, h)], [0, 0.02, 0.02, 0.16, 0.05, 0.01, 0], 8)
    ]
    body = turned("flask", profile, _powder_coat(colour), 160)
    collar = [
        (r - 0.076, h - 0.004),
        (r - 0.068, h - 0.002),
        (r - 0.068, h + 0.04),
        (r - 0.08, h + 0.044),
    ]
    neck = turned("collar", collar + [(0, h + 0.044)], brushed_metal("#d4d4da", 0.24), 160)
    cap = [
        (0, 0.0),
        (r - 0.075, 0.0),
        (r - 0.06, 0.01),
        (r - 0.06, 0.20),
        (r - 0.075, 0.215),
        (0, 0.22),
    ]
    top = turned("cap", [tuple(p) for p in rounded(cap, 0.02, 5)], wood(along=(6, 6, 1.4)), 128)
    return group("flask", body, neck, place(top, (0, 0, h + 0.044)))


def _powder_coat(colour):
    s = Surface("powder coat")
    normal = s.bump(s.noise(240, 2), 0.35, 0.003)
    return s.finish(s.principled(colour, 0.42, Specular=0.4, Normal=normal))
