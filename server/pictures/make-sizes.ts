import { Semaphore } from '@aparajita/postgres/semaphore';
import type { Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS, PICTURE_WIDTHS } from '#domain/picture.ts';
import type { Database } from '#server/database/database.ts';
import { EMAIL_WIDTH, findOriginal, type PictureFile, storePicture } from './routes.ts';
import { openSharp } from './sharp.ts';

/**
 * Effort 4 took eight times as long as 2, for AVIF files that are a tenth smaller.
 */
const AVIF = { quality: 62, effort: 2, chromaSubsampling: '4:2:0' };
const WEBP = { quality: 80, effort: 4 };

/**
 * All files of a picture: a square from its middle, turned as the camera was held, in every width as AVIF, and in
 * the largest as WebP. Nothing of its metadata is kept: neither the place nor the camera.
 *
 * @throws Error for a file that cannot be decoded.
 */
async function makeSizes(original: Buffer): Promise<PictureFile[]> {
  const sharp = openSharp();
  const largest = Math.max(...PICTURE_WIDTHS);
  // Decoded once; at most 40 megapixels, and an error for a file that is cut off or takes longer than any photograph.
  const { data, info } = await sharp(original, {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
  })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover', kernel: 'lanczos3' })
    .flatten({ background: 'white' })
    .toColorspace('srgb')
    .raw()
    .timeout({ seconds: 60 })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const square = sharp(data, { raw: { width, height, channels } });
  const files: PictureFile[] = [];
  const add = async (width: number, format: PictureFile['format'], made: Sharp) =>
    files.push({ width, format, bytes: await made.toBuffer() });
  for (const width of PICTURE_WIDTHS) {
    const scaled = width === largest ? square : square.clone().resize(width, width);
    await add(width, 'avif', scaled.clone().avif(AVIF));
  }
  await add(largest, 'webp', square.clone().webp(WEBP));
  await add(
    EMAIL_WIDTH,
    'jpg',
    square.clone().resize(EMAIL_WIDTH, EMAIL_WIDTH).jpeg({ quality: 82 }),
  );
  return files;
}

/** One at a time in a process: a picture takes up to 450 MB while it is decoded (40 megapixels, 16 bits, interlaced). */
const mutex = new Semaphore(1);

/** The job that resizes an uploaded picture and stores the files. Running it again does nothing. */
export function makePicture(database: Database, hash: string): Promise<void> {
  return mutex.run(() => resizeAndStore(database, hash));
}

async function resizeAndStore(database: Database, hash: string): Promise<void> {
  const [picture] = await database.rows(findOriginal(hash));
  if (!picture) return;
  openSharp(); // throws here if the library cannot be loaded, so that the picture is not marked as unreadable
  const files = await makeSizes(picture.original).catch((): PictureFile[] => []);
  await database.rows(storePicture(hash, files));
}
