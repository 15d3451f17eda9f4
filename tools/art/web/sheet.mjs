/** What to judge the pictures by: all of them on one sheet, and details at full size. */
import path from 'node:path';
import sharp from 'sharp';
import { PICTURES } from './contract.mjs';
import { finished } from './finish.mjs';

const CELL = 300;
const COLUMNS = 6;
const GAP = 6;
const CROP = 420;

/** Left and top of each detail, as shares of the picture: where glass, liquid and ground meet. */
const DETAILS = [
  ['hero-wide', 0.48, 0.48],
  ['hero-tall', 0.24, 0.56],
  ['1-pack', 0.26, 0.06],
  ['1-pack', 0.54, 0.78],
  ['1-in-use', 0.19, 0.47],
  ['2-in-use', 0.2, 0.42],
  ['3-pack', 0.64, 0.36],
  ['3-in-use', 0.2, 0.4],
  ['4-in-use', 0.4, 0.44],
  ['5-in-use', 0.32, 0.44],
  ['6-in-use', 0.18, 0.47],
  ['2-pack', 0.6, 0.62],
  ['5-inside', 0.56, 0.64],
  ['6-inside', 0.62, 0.2],
  ['about-vine', 0.38, 0.38],
  ['about-farm', 0.4, 0.5],
  ['brew-2', 0.28, 0.2],
  ['brew-3', 0.28, 0.29],
  ['brew-4', 0.28, 0.29],
];

/** Writes `contact-sheet.webp` and `details.webp` beside the README. */
export async function writeSheets({ here, masters }) {
  const file = ({ group, name }) => path.join(masters, group, `${name}.webp`);
  const small = await Promise.all(
    PICTURES.map(async (picture) => {
      const fitted = await finished(sharp(file(picture)).resize(CELL, CELL, { fit: 'inside' }));
      return fitted.resize(CELL, CELL, { fit: 'contain', background: '#fff' }).png().toBuffer();
    }),
  );
  await tiled(small, COLUMNS, CELL, path.join(here, 'contact-sheet.webp'));
  const details = await Promise.all(
    DETAILS.map(async ([name, left, top]) => {
      const source = sharp(file(PICTURES.find((picture) => picture.name === name)));
      const { width, height } = await source.metadata();
      const from = { left: Math.round(left * width), top: Math.round(top * height) };
      const crop = await finished(source.extract({ ...from, width: CROP, height: CROP }));
      return crop.png().toBuffer();
    }),
  );
  await tiled(details, 4, CROP, path.join(here, 'details.webp'));
}

async function tiled(pictures, columns, cell, target) {
  const rows = Math.ceil(pictures.length / columns);
  const step = cell + GAP;
  const background = '#ffffff';
  await sharp({
    create: { width: columns * step, height: rows * step, channels: 3, background },
  })
    .composite(
      pictures.map((input, i) => ({
        input,
        left: (i % columns) * step,
        top: Math.floor(i / columns) * step,
      })),
    )
    .webp({ quality: 82, effort: 5 })
    .toFile(target);
}
