/** Logo, favicon, app icons: the flower and the wordmark, written straight into `public/`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { flowerSolid } from './flower.mjs';
import { text, textWidth } from './text.mjs';

const INK = '#1f1b56';
const LILAC = '#ece6f8';

const svg = (width, height, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
  `viewBox="0 0 ${width} ${height}">${body}</svg>\n`;

function logo() {
  const size = 40;
  const track = 0.1;
  const left = 66;
  const width = Math.ceil(left + textWidth('APARAJITA', { size, track }) + 4);
  return svg(
    width,
    64,
    `<g transform="translate(31 46) rotate(-6)">${flowerSolid(42)}</g>` +
      text('APARAJITA', { x: left, y: 46, size, track, fill: INK, anchor: 'start' }),
  );
}

/** The flower in a rounded square; `inset` keeps it inside the safe circle of masked icons. */
function icon({ radius = 14, inset = 1 } = {}) {
  const flower = `<g transform="translate(32 ${32 + 19 * inset}) scale(${inset})">`;
  return svg(
    64,
    64,
    `<rect width="64" height="64" rx="${radius}" fill="${LILAC}"/>` +
      `${flower}${flowerSolid(46, { stem: 'none' })}</g>`,
  );
}

/** An .ico file holding one PNG, which every browser of the last ten years reads. */
function ico(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const raster = (source, size) =>
  sharp(Buffer.from(source), { density: 72 * Math.max(1, size / 64) })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** For emails, whose programs know no SVG and recolour every ground but that of a picture. */
async function emailLogo(publicFolder) {
  const onNight = await fs.readFile(path.join(publicFolder, 'logo-on-night.svg'), 'utf8');
  const ground = `<rect width="100%" height="100%" fill="${INK}"/>`;
  const drawing = Buffer.from(onNight.replace(/<svg[^>]*>/, (start) => start + ground));
  return sharp(drawing, { density: 144 }).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** Writes the brand files. */
export async function writeBrand(publicFolder) {
  const icons = path.join(publicFolder, 'icons');
  await fs.mkdir(icons, { recursive: true });
  await fs.mkdir(path.join(publicFolder, 'pictures'), { recursive: true });
  const write = (name, data) => fs.writeFile(path.join(publicFolder, name), data);
  const rounded = icon();
  const square = icon({ radius: 0, inset: 0.9 });
  const maskable = icon({ radius: 0, inset: 0.72 });
  await write('pictures/logo.svg', logo());
  await write('pictures/logo-mail.png', await emailLogo(publicFolder));
  await write('favicon.svg', rounded);
  await write('favicon.ico', ico(await raster(rounded, 32), 32));
  await write('apple-touch-icon.png', await raster(square, 180));
  await write('icons/icon-192.png', await raster(rounded, 192));
  await write('icons/icon-512.png', await raster(rounded, 512));
  await write('icons/maskable-512.png', await raster(maskable, 512));
}
