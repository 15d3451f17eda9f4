"""Renders one picture: blender -b -P main.py -- NAME TARGET [width=300] [samples=16] [part=.3,.4,.6,.8].

NAME is a picture of the shop (`1-pack`, `hero-wide`, ...); TARGET is the PNG to write.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from kit import exposure  # noqa: E402
from pictures import PICTURES  # noqa: E402


def main():
    name, target, *settings = sys.argv[sys.argv.index("--") + 1 :]
    picture = PICTURES[name]
    wanted = dict(setting.split("=") for setting in settings)
    width = int(wanted.get("width", picture.width))
    height = round(width * picture.height / picture.width)
    samples = int(wanted.get("samples", picture.samples))
    limit = float(wanted.get("limit", picture.noise_limit))
    part = [float(share) for share in wanted["part"].split(",")] if "part" in wanted else None
    picture.build()
    exposure.take(
        (width, height),
        f"{target}.work",
        target,
        samples=samples,
        noise_limit=limit,
        diffuse_bounces=picture.diffuse_bounces,
        part=part,
    )


main()
