/**
 * The pictures the shop asks for: their names, shapes and widths.
 *
 * The app builds its addresses from the same rule (`/pictures/<group>/<name>-<width>.<format>`), so
 * a change here has to be made there too.
 */

/** The largest is what shoppers see when they enlarge a picture. */
const SQUARE_PRODUCT = [160, 320, 640, 960, 1280, 2400];
const SQUARE_STEP = [160, 320, 640, 960];
const ABOUT = [320, 640, 960, 1280];

/**
 * So that none is heavier at 640 px than before creases, weave and grain came in. A hero must cross in few round trips, and the
 * first picture of the About page (`about-farm`) in TCP's first window (about 14 kB).
 */
const QUALITY = {
  '1-pack': { avifQuality: 48, webpQuality: 60 },
  '1-inside': { avifQuality: 55, webpQuality: 73 },
  '1-in-use': { avifQuality: 54, webpQuality: 67 },
  '2-pack': { avifQuality: 46, webpQuality: 61 },
  '2-inside': { avifQuality: 49, webpQuality: 58 },
  '2-in-use': { avifQuality: 44, webpQuality: 48 },
  '3-pack': { avifQuality: 49, webpQuality: 73 },
  '3-inside': { avifQuality: 55, webpQuality: 71 },
  '3-in-use': { avifQuality: 54, webpQuality: 69 },
  '4-pack': { avifQuality: 48, webpQuality: 60 },
  '4-inside': { avifQuality: 53, webpQuality: 61 },
  '4-in-use': { avifQuality: 48, webpQuality: 52 },
  '5-pack': { avifQuality: 46, webpQuality: 62 },
  '5-inside': { avifQuality: 49, webpQuality: 57 },
  '5-in-use': { avifQuality: 57, webpQuality: 75 },
  '6-pack': { avifQuality: 46, webpQuality: 57 },
  '6-inside': { avifQuality: 57, webpQuality: 75 },
  '6-in-use': { avifQuality: 53, webpQuality: 64 },
  'hero-wide': { avifQuality: 48, webpQuality: 57 },
  'hero-tall': { avifQuality: 46, webpQuality: 59 },
  'about-story': { avifQuality: 44, webpQuality: 52 },
  'about-vine': { avifQuality: 48, webpQuality: 52 },
  'about-packaging': { avifQuality: 46, webpQuality: 48 },
  'about-farm': { avifQuality: 33, webpQuality: 41 },
  'brew-1': { avifQuality: 53, webpQuality: 65 },
  'brew-2': { avifQuality: 44, webpQuality: 52 },
  'brew-3': { avifQuality: 53, webpQuality: 65 },
  'brew-4': { avifQuality: 54, webpQuality: 69 },
};

/** Product ids, in the order of the catalogue. */
export const PRODUCTS = [1, 2, 3, 4, 5, 6];

/** Gallery views, in the order of the gallery. */
const VIEWS = ['pack', 'inside', 'in-use'];

const productPictures = PRODUCTS.flatMap((id) =>
  VIEWS.map((view) => ({
    group: 'products',
    name: `${id}-${view}`,
    aspect: 1,
    widths: SQUARE_PRODUCT,
    ...QUALITY[`${id}-${view}`],
  })),
);

const sitePictures = [
  { name: 'hero-wide', aspect: 2, widths: [800, 1200, 1600, 2000] },
  { name: 'hero-tall', aspect: 4 / 5, widths: [390, 570, 780, 1170] },
  ...['story', 'vine', 'packaging', 'farm'].map((view) => ({
    name: `about-${view}`,
    aspect: 4 / 3,
    widths: ABOUT,
  })),
  ...[1, 2, 3, 4].map((step) => ({ name: `brew-${step}`, aspect: 1, widths: SQUARE_STEP })),
].map((picture) => ({ group: 'site', ...picture, ...QUALITY[picture.name] }));

/** Every rendered picture of the shop. */
export const PICTURES = [...productPictures, ...sitePictures];

/** Width of the plain `<name>.webp` that the database stores as the product image. */
export const FALLBACK_WIDTH = 640;
