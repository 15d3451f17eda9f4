"""Bowls, a plate, a spoon."""

from goods.materials import glazed, wood
from kit.mesh import curve, group, rounded, swept, turned


# (height, inner radius) of the bowl, for keeping a heap within it.
BOWL_INSIDE = [(0.055, 0.15), (0.075, 0.30), (0.135, 0.43), (0.23, 0.53), (0.34, 0.59)]


def bowl(material=None, radius=0.62, height=0.34):
    outside = [
        (0, 0),
        (0.16, 0),
        (0.24, 0.004),
        (0.275, 0.03),
        (0.33, 0.055),
        (0.45, 0.12),
        (0.56, 0.22),
    ]
    inside = [(0.53, 0.23), (0.43, 0.135), (0.30, 0.075), (0.15, 0.055), (0, 0.05)]
    profile = curve(outside + [(radius, height)], 10)
    profile += curve(
        [(radius - 0.012, height + 0.008), (radius - 0.03, height - 0.004)] + inside, 10
    )
    return turned("bowl", [tuple(p) for p in profile], material or wood(), 160)


def dish(radius=0.55, colour="#f3eee6"):
    """A shallow ceramic dish."""
    r = radius
    profile = [
        (0, 0),
        (r * 0.62, 0),
        (r * 0.64, 0.02),
        (r * 0.9, 0.05),
        (r, 0.13),
        (r - 0.012, 0.142),
        (r * 0.955, 0.13),
        (r * 0.86, 0.07),
        (r * 0.6, 0.045),
        (0, 0.045),
    ]
    return turned("dish", [tuple(p) for p in rounded(profile, 0.02, 5)], glazed(colour=colour), 160)


def scoop(material=None, length=0.75):
    """A small wooden scoop lying along x, its bowl at the origin."""
    timber = material or wood(cut=0.7)
    outside = [(0, 0), (0.08, 0.008), (0.13, 0.04), (0.155, 0.10)]
    inside = [(0.143, 0.103), (0.118, 0.05), (0.07, 0.022), (0, 0.016)]
    head = turned("scoop", [tuple(p) for p in curve(outside, 6) + curve(inside, 6)], timber, 64)
    path = curve([(0.14, 0, 0.085), (0.3, 0, 0.10), (0.5, 0, 0.085), (length, 0, 0.05)], 8)
    handle = swept("handle", path, lambda t: 0.020 + 0.012 * t * t, timber, 20)
    return group("scoop", head, handle)
