/** Turns one finished picture into the files the shop serves. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { FALLBACK_WIDTH } from './contract.mjs';
import { finished } from './finish.mjs';

// One thread: encoding shares the machine with whatever else runs on it.
sharp.concurrency(1);
sharp.cache(false);

/** A finished picture of one size. Small ones lose their crispness, so they get a light sharpening. */
export async function scaled(source, width, height) {
  const picture = sharp(source).removeAlpha().resize({
    width,
    height,
    fit: 'cover',
    kernel: 'lanczos3',
  });
  const small = width <= FALLBACK_WIDTH;
  return finished(small ? picture.sharpen({ sigma: 0.5, m1: 0.3, m2: 0.8 }) : picture);
}

/**
 * Writes all widths of a picture as AVIF and WebP, and the plain WebP fallback.
 *
 * @param {string | Buffer} source the master
 * @param {{ group: string, name: string, aspect: number, widths: number[], avifQuality: number, webpQuality: number }} picture
 * @param {string} root the `public/pictures` folder
 * @param {{ effort?: number }} [options] AVIF effort, 0 (fast) to 9 (small)
 * @returns {Promise<string[]>} the files written
 */
export async function writeWebFiles(source, picture, root, { effort = 5 } = {}) {
  const folder = path.join(root, picture.group);
  await fs.mkdir(folder, { recursive: true });
  const webp = { quality: picture.webpQuality, effort: 5 };
  const files = [];
  const write = async (file, image) => {
    const target = path.join(folder, file);
    await image.toFile(target);
    files.push(target);
  };
  for (const width of picture.widths) {
    const image = await scaled(source, width, Math.round(width / picture.aspect));
    await write(
      `${picture.name}-${width}.avif`,
      image.clone().avif({ quality: picture.avifQuality, effort, chromaSubsampling: '4:2:0' }),
    );
    await write(`${picture.name}-${width}.webp`, image.clone().webp(webp));
  }
  const fallback = await scaled(
    source,
    FALLBACK_WIDTH,
    Math.round(FALLBACK_WIDTH / picture.aspect),
  );
  await write(`${picture.name}.webp`, fallback.webp(webp));
  return files;
}
