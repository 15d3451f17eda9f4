import type { Metadata } from 'sharp';
import { AppError } from '#contract/errors.ts';
import { MAX_AVIF_PIXELS, MAX_PICTURE_PIXELS, MIN_PICTURE_SIDE } from '#domain/picture.ts';
import { openSharp } from './sharp.ts';

/**
 * Checks an uploaded picture by its first bytes and its header, without decoding it.
 *
 * @throws AppError unsupported_media_type, or invalid_input for a picture that is too large, too small or broken; what
 * `openSharp` throws.
 */
export async function checkPicture(file: Buffer): Promise<void> {
  if (!isPicture(file)) {
    const message = brandsOf(file).some(isHeic) ? HEIC : UNKNOWN;
    throw new AppError('unsupported_media_type', { message });
  }
  const { width, height, format } = await sizeOf(file);
  if (width * height > MAX_PICTURE_PIXELS) {
    throw invalidPicture(`A picture can have at most ${MAX_PICTURE_PIXELS / 1e6} megapixels.`);
  }
  if (format === 'heif' && width * height > MAX_AVIF_PIXELS) {
    throw invalidPicture(
      `An AVIF picture can have at most ${MAX_AVIF_PIXELS / 1e6} megapixels. Save it as JPEG and choose that file.`,
    );
  }
  if (Math.min(width, height) < MIN_PICTURE_SIDE) {
    throw invalidPicture(
      `This picture is small: its shorter side needs ${MIN_PICTURE_SIDE} pixels.`,
    );
  }
}

/** Whether the file begins with the magic bytes of a format we accept. Its name and declared type are not trusted. */
function isPicture(file: Buffer): boolean {
  const text = (from: number, to: number) => file.toString('latin1', from, to);
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    brandsOf(file).some((brand) => brand === 'avif' || brand === 'avis')
  );
}

/**
 * The brands in the first box of a file of the MPEG-4 family. AVIF and HEIC share it: the first brand may name only the
 * family (mif1), the others tell what is inside (ISO/IEC 23000-22).
 */
function brandsOf(file: Buffer): string[] {
  if (file.length < 16 || file.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(file.readUInt32BE(0), MAX_BRANDS_BYTES);
  return file.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
}

/** Pictures have less than ten brands. */
const MAX_BRANDS_BYTES = 256;

/** Of phones: heic, heix, heim, heis, and hevc and the like for bursts. */
function isHeic(brand: string): boolean {
  return /^he(?:i[cxms]|v[cxms])$/.test(brand);
}

const UNKNOWN = 'This is not a JPEG, PNG, WebP or AVIF picture.';
const HEIC =
  'This is a HEIC picture, which browsers do not show. Save it as JPEG or PNG and choose that file.';

async function sizeOf(file: Buffer): Promise<Metadata> {
  const sharp = openSharp(); // outside the try block: a library that cannot be loaded must not be reported as a bad file
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new AppError('invalid_input', { message: BROKEN }, error);
  }
}

const BROKEN = 'This picture cannot be read. Save it again as JPEG and choose that file.';

function invalidPicture(message: string): AppError {
  return new AppError('invalid_input', { message });
}
