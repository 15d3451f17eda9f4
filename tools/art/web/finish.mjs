/**
 * The last step from a render to a picture: what film, lens and developer do to light.
 *
 * Beside thirty photographs of tea, renders had pale blacks (the darkest hundredth of their pixels at 38 of
 * 255, theirs at 10) and no grain. It is done on the way from the master to the files, so that a master can
 * still have a part rendered anew.
 */
import sharp from 'sharp';

/** How far tones follow an S-curve: 0 is a straight line, 1 is smoothstep. */
const CURVE = 0.5;
/** What is darker than this is black. */
const BLACK = 0.03;
/** Middle tones are darkened by this power first: an S-curve alone burns pale things out. */
const DARKER = 1.12;
/** How much colour is left: the S-curve alone makes kraft paper orange and tea glow. */
const COLOUR = 0.88;
/** How much darker the corners are than the middle. */
const CORNERS = 0.05;
/** Standard deviation of the grain in middle tones, in 8-bit steps. */
const GRAIN = 1.7;

/** @param {sharp.Sharp} image at its final size @returns {Promise<sharp.Sharp>} */
export async function finished(image) {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const tone = toneCurve();
  const random = chance(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dimmed = 1 - CORNERS * fromMiddle(x / width, y / height) ** 3;
      const first = 3 * (y * width + x);
      const grain = (random() + random() + random() - 1.5) * 2 * GRAIN;
      const [red, green, blue] = [0, 1, 2].map((c) => tone[data[first + c]]);
      const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      const noise = grain * midtone(grey);
      [red, green, blue].forEach((value, c) => {
        data[first + c] = clamped((grey + COLOUR * (value - grey)) * dimmed + noise);
      });
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const clamped = (value) => Math.max(0, Math.min(255, value));

/** Grain is least in what is black or white. */
const midtone = (grey) => 0.3 + 2.8 * (grey / 255) * (1 - grey / 255);

/** 0 in the middle, 1 in a corner. */
const fromMiddle = (x, y) => Math.hypot(2 * x - 1, 2 * y - 1) / Math.SQRT2;

/** What each 8-bit step becomes. */
function toneCurve() {
  return Array.from({ length: 256 }, (_, step) => {
    const t = Math.max(0, (step / 255 - BLACK) / (1 - BLACK)) ** DARKER;
    return 255 * ((1 - CURVE) * t + CURVE * t * t * (3 - 2 * t));
  });
}

/** Numbers from 0 to 1, the same for each picture of a size (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
