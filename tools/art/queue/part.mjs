/** Lays a newly rendered rectangle into a finished picture. */
import sharp from 'sharp';

/** The last pixels of the rectangle fade into what is there, except at the picture's own edge. */
const FADE = 28;

/**
 * @param {string} master the finished picture
 * @param {import('sharp').Sharp} rectangle the new part, at the size it has in the picture
 * @param {string} part left, top, right, bottom as shares of the picture, joined by commas
 */
export async function laidInto(master, rectangle, part) {
  const { data, info } = await rectangle.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const whole = sharp(master).removeAlpha();
  const { width, height } = await whole.metadata();
  const [left, top, right, bottom] = part.split(',').map(Number);
  const fades = { left: left > 0, top: top > 0, right: right < 1, bottom: bottom < 1 };
  const input = faded(data, info, fades);
  const raw = { width: info.width, height: info.height, channels: 4 };
  const at = { left: Math.round(left * width), top: Math.round(top * height) };
  return sharp(
    await whole
      .composite([{ input, raw, ...at }])
      .removeAlpha()
      .png()
      .toBuffer(),
  );
}

/** The pixels with an opacity: none at those edges that are to fade. */
function faded(pixels, { width, height }, fades) {
  const opaque = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = [
        fades.left ? x : FADE,
        fades.top ? y : FADE,
        fades.right ? width - 1 - x : FADE,
        fades.bottom ? height - 1 - y : FADE,
      ];
      const i = y * width + x;
      pixels.copy(opaque, i * 4, i * 3, i * 3 + 3);
      opaque[i * 4 + 3] = 255 * Math.min(1, Math.min(...away) / FADE);
    }
  }
  return opaque;
}
