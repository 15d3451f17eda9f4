/** The cards that a shared link shows: 1200 x 630 JPEG, made from finished masters. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { flowerSolid } from '../drawing/flower.mjs';
import { text } from '../drawing/text.mjs';
import { PRODUCTS } from './contract.mjs';
import { scaled } from './encode.mjs';
import { finished } from './finish.mjs';

const [WIDTH, HEIGHT] = [1200, 630];
const LILAC = '#ece6f8';
const INK = '#1f1b56';
const GOLD = '#8a6420';

// As in the shop's catalogue.
const COPY = {
  1: [['Dried Aparajita', 'Flowers'], '50 g'],
  2: [['Premium Blue', 'Tea Pack'], '100 g'],
  3: [['Blue Tea', 'Wellness Set'], '200 g'],
  4: [['Organic Blue', 'Tea Blend'], '100 g'],
  5: [['Travel', 'Tea Pack'], '50 g'],
  6: [['Deluxe', 'Gift Set'], '250 g'],
};

/** Writes `og/site.jpg` and one card for each product. */
export async function writeSocialCards({ masters, public: publicFolder }) {
  const folder = path.join(publicFolder, 'pictures', 'og');
  await fs.mkdir(folder, { recursive: true });
  const jpeg = { quality: 82, mozjpeg: true };
  const hero = path.join(masters, 'site', 'hero-wide.webp');
  if (await exists(hero)) {
    const resized = sharp(hero).resize(WIDTH, HEIGHT, { fit: 'cover', position: 'right' });
    const picture = await (await finished(resized)).png().toBuffer();
    await sharp(picture)
      .composite([{ input: overlay(siteText()) }])
      .jpeg(jpeg)
      .toFile(path.join(folder, 'site.jpg'));
  }
  for (const id of PRODUCTS) {
    const pack = path.join(masters, 'products', `${id}-pack.webp`);
    if (!(await exists(pack))) continue;
    const picture = await (await scaled(pack, HEIGHT, HEIGHT)).png().toBuffer();
    const ground = { width: WIDTH, height: HEIGHT, channels: 3, background: LILAC };
    await sharp({ create: ground })
      .composite([
        { input: picture, left: WIDTH - HEIGHT, top: 0 },
        { input: overlay(productText(...COPY[id])) },
      ])
      .jpeg(jpeg)
      .toFile(path.join(folder, `product-${id}.jpg`));
  }
}

const exists = (file) =>
  fs.access(file).then(
    () => true,
    () => false,
  );

const overlay = (body) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${body}</svg>`,
  );

const start = (x, y, size, more) => ({ x, y, size, anchor: 'start', fill: INK, ...more });

/** Above the cup, which stands in the picture's middle. */
function siteText() {
  return [
    `<g transform="translate(112 150)">${flowerSolid(84)}</g>`,
    text('APARAJITA', start(70, 290, 84, { track: 0.1 })),
    text('Butterfly pea flower tea', start(72, 356, 42, { face: 'headingItalic', fill: GOLD })),
  ].join('');
}

function productText(lines, weight) {
  return [
    `<g transform="translate(96 142)">${flowerSolid(56)}</g>`,
    text('APARAJITA', start(146, 140, 40, { track: 0.1 })),
    ...lines.map((line, i) => text(line, start(64, 330 + i * 84, 72, { face: 'heading' }))),
    text(weight, start(66, 494, 36, { face: 'body', fill: GOLD, track: 0.04 })),
  ].join('');
}
