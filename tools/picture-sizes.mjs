/**
 * Writes the files of one picture of public/pictures from a photograph:
 *
 *   node tools/picture-sizes.mjs products/1-pack photograph.jpg
 *
 * It replaces each file that the picture has there (AVIF in every width, one WebP, the JPEG of emails) by the
 * photograph, cut to the same shape around its middle. Camera and place are not kept.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const ENCODERS = {
  // 4:2:0 and effort 5: a tenth lighter than effort 2, which uploads use because a shopkeeper waits for those.
  avif: (image) => image.avif({ quality: 50, effort: 5, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 60, effort: 5 }),
  jpg: (image) => image.jpeg({ quality: 84, mozjpeg: true }),
};

const [picture, photograph] = process.argv.slice(2);
if (!picture || !photograph) {
  exit('Name a picture and a photograph: node tools/picture-sizes.mjs products/1-pack photo.jpg');
}
const pictures = fileURLToPath(new URL('../public/pictures/', import.meta.url));
const folder = path.join(pictures, path.dirname(picture));
const name = path.basename(picture);
const files = readdirSync(folder).filter((file) => isOf(name, file));
if (files.length === 0) exit(`public/pictures has no picture ${picture}.`);

for (const file of files) {
  const target = path.join(folder, file);
  const { width, height } = await sharp(target).metadata();
  const image = sharp(photograph, { failOn: 'error' })
    .autoOrient()
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
    .flatten({ background: 'white' });
  const { size } = await ENCODERS[path.extname(file).slice(1)](image).toFile(target);
  console.log(`${path.dirname(picture)}/${file}: ${width} x ${height}, ${size} bytes`);
}

/** `1-pack-320.avif`, `1-pack.webp` and `1-pack-mail.jpg` are files of `1-pack`. */
function isOf(name, file) {
  const rest = file.startsWith(name) ? file.slice(name.length) : '';
  return /^(-\d+|-mail)?\.(avif|webp|jpg)$/.test(rest);
}

function exit(message) {
  console.error(message);
  process.exit(2);
}
