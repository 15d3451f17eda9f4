"""Light on its way through turned glass: Snell, Fresnel, Beer-Lambert."""

import numpy as np

AIR = 1.0


class Glassware:
    """Turned surfaces round an axis; each has an index on its outer and on its inner side."""

    def __init__(self, at, turns):
        self.at = np.asarray(at, float)
        low, high, normal_low, normal_high, outer, inner, wet = [], [], [], [], [], [], []
        for profile, index_out, index_in, holds_tea in turns:
            p = np.asarray(profile, float)
            p = p[np.r_[True, np.hypot(*np.diff(p, axis=0).T) > 1e-6]]
            d = np.gradient(p, axis=0)
            n = np.c_[d[:, 1], -d[:, 0]]
            n /= np.linalg.norm(n, axis=1)[:, None]
            low.append(p[:-1]), high.append(p[1:])
            normal_low.append(n[:-1]), normal_high.append(n[1:])
            count = len(p) - 1
            outer += [index_out] * count
            inner += [index_in] * count
            wet += [holds_tea] * count
        stacked = [np.concatenate(rows) for rows in (low, high, normal_low, normal_high)]
        self.low, self.high, self.normal_low, self.normal_high = stacked
        self.outer, self.inner, self.wet = np.array(outer), np.array(inner), np.array(wet)

    def hit(self, o, d):
        """Nearest crossing of each ray: distance (inf for none), segment, normal."""
        best = np.full(len(o), np.inf)
        which = np.zeros(len(o), int)
        share = np.zeros(len(o))
        a0 = d[:, 0] ** 2 + d[:, 1] ** 2
        b0 = o[:, 0] * d[:, 0] + o[:, 1] * d[:, 1]
        c0 = o[:, 0] ** 2 + o[:, 1] ** 2
        for i, ((r0, z0), (r1, z1)) in enumerate(zip(self.low, self.high)):
            if abs(z1 - z0) < 1e-6:
                candidates = [(z0 - o[:, 2]) / np.where(abs(d[:, 2]) < 1e-9, 1e-9, d[:, 2])]
            else:
                # r(z) = r0 + k (z - z0): a quadratic in the distance.
                k = (r1 - r0) / (z1 - z0)
                base, slope = r0 + k * (o[:, 2] - z0), k * d[:, 2]
                a, b, c = a0 - slope**2, b0 - base * slope, c0 - base**2
                root = np.sqrt(np.maximum(b * b - a * c, 0))
                a = np.where(abs(a) < 1e-9, 1e-9, a)
                none = b * b - a * c < 0
                candidates = [np.where(none, -1, (-b + s * root) / a) for s in (-1, 1)]
            for t in candidates:
                z = o[:, 2] + t * d[:, 2]
                r = np.hypot(o[:, 0] + t * d[:, 0], o[:, 1] + t * d[:, 1])
                if abs(z1 - z0) < 1e-6:
                    u = (r - r0) / (r1 - r0 if r1 != r0 else 1e-9)
                else:
                    u = (z - z0) / (z1 - z0)
                fits = (t > 2e-4) & (u >= 0) & (u <= 1) & (t < best)
                fits &= abs(r - (r0 + u * (r1 - r0))) < 1e-3
                best[fits], which[fits], share[fits] = t[fits], i, u[fits]
        n = self.normal_low[which] * (1 - share)[:, None] + self.normal_high[which] * share[:, None]
        at = o + np.where(np.isfinite(best), best, 0)[:, None] * d
        round_ = np.arctan2(at[:, 1], at[:, 0])
        normal = np.c_[n[:, 0] * np.cos(round_), n[:, 0] * np.sin(round_), n[:, 1]]
        return best, which, normal / np.linalg.norm(normal, axis=1)[:, None]


def photons(ware, starts, ways, floor, absorbed, steps=9, chance=None):
    """Where light lands on z = floor: positions (N, 2) and what is left of it (N, 3).

    Light that never met the glass counts nothing: the renderer brings it. With a random generator
    as `chance` a photon is mirrored as often as Fresnel says, instead of passing with what is left.
    """
    o, d = starts - ware.at, ways.copy()
    left = np.ones((len(o), 3))
    in_tea = np.zeros(len(o), bool)
    met = np.zeros(len(o), bool)
    open_ = np.arange(len(o))
    for _ in range(steps):
        t, i, n = ware.hit(o[open_], d[open_])
        hits = np.isfinite(t)
        open_, t, i, n = open_[hits], t[hits], i[hits], n[hits]
        if len(open_) == 0:
            break
        wet = in_tea[open_]
        left[open_[wet]] *= np.exp(-np.outer(t[wet], absorbed))
        o[open_] += t[:, None] * d[open_]
        met[open_] = True
        facing = -np.sum(d[open_] * n, axis=1)
        entering = facing > 0
        n = np.where(entering[:, None], n, -n)
        cos_in = abs(facing)
        ratio = np.where(entering, ware.outer[i] / ware.inner[i], ware.inner[i] / ware.outer[i])
        inside = 1 - ratio**2 * (1 - cos_in**2)
        through = inside > 0
        cos_out = np.sqrt(np.maximum(inside, 0))
        straight = (ratio - 1) / (ratio + 1)
        fresnel = straight**2 + (1 - straight**2) * (1 - np.minimum(cos_in, cos_out)) ** 5
        if chance:
            through = through & (chance.random(len(fresnel)) >= fresnel)
            fresnel = 0 * fresnel
        bent = ratio[:, None] * d[open_] + (ratio * cos_in - cos_out)[:, None] * n
        mirrored = d[open_] + 2 * cos_in[:, None] * n
        d[open_] = np.where(through[:, None], bent, mirrored)
        left[open_] *= np.where(through, 1 - fresnel, 1.0)[:, None]
        in_tea[open_] = np.where(through & ware.wet[i], entering, wet)
    down = met & (d[:, 2] < -1e-3)
    o, d, left = o[down] + ware.at, d[down], left[down]
    t = (floor - o[:, 2]) / d[:, 2]
    # What ends up below the floor at its start has gone through the foot.
    return (o + np.maximum(t, 0)[:, None] * d)[:, :2], left
