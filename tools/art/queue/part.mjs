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
  const { data, info } = await rectangle.png().toBuffer({ resolveWithObject: true });
  const whole = sharp(master).removeAlpha();
  const { width, height } = await whole.metadata();
  const [left, top, right, bottom] = part.split(',').map(Number);
  const mask = await edges(info, {
    left: left > 0,
    top: top > 0,
    right: right < 1,
    bottom: bottom < 1,
  });
  const faded = await sharp(data).removeAlpha().joinChannel(mask).png().toBuffer();
  const laid = [{ input: faded, left: Math.round(left * width), top: Math.round(top * height) }];
  return sharp(await whole.composite(laid).removeAlpha().png().toBuffer());
}

/** White, black at those edges that are to fade. */
function edges({ width, height }, fades) {
  const mask = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = [
        fades.left ? x : FADE,
        fades.top ? y : FADE,
        fades.right ? width - 1 - x : FADE,
        fades.bottom ? height - 1 - y : FADE,
      ];
      mask[y * width + x] = 255 * Math.min(1, Math.min(...away) / FADE);
    }
  }
  return sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
