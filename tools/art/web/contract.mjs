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

/** What a phone paints first of all pictures is to cross in one window of the network (14 kB). */
const FIRST_PAINT_QUALITY = 56;

/** Creases, gauze, film and clear tea take bytes; so their pictures are no heavier than without. */
const QUALITY = {
  '1-pack': { avifQuality: 54, webpQuality: 76 },
  '2-in-use': { avifQuality: 51, webpQuality: 64 },
  '2-inside': { avifQuality: 55, webpQuality: 75 },
  '2-pack': { avifQuality: 49, webpQuality: 70 },
  '3-in-use': { avifQuality: 59, webpQuality: 78 },
  '3-pack': { avifQuality: 54, webpQuality: 78 },
  '4-in-use': { avifQuality: 59, webpQuality: 78 },
  '4-inside': { avifQuality: 58, webpQuality: 75 },
  '4-pack': { avifQuality: 52, webpQuality: 74 },
  '5-inside': { avifQuality: 56, webpQuality: 74 },
  '5-pack': { avifQuality: 52, webpQuality: 76 },
  '6-in-use': { avifQuality: 59, webpQuality: 77 },
  '6-pack': { avifQuality: 53, webpQuality: 73 },
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
    ...(view === 'pack' && { avifQuality: FIRST_PAINT_QUALITY }),
    ...QUALITY[`${id}-${view}`],
  })),
);

const sitePictures = [
  {
    name: 'hero-wide',
    aspect: 2,
    widths: [800, 1200, 1600, 2000],
    // Woven linen takes bytes.
    avifQuality: 50,
    webpQuality: 67,
  },
  {
    name: 'hero-tall',
    aspect: 4 / 5,
    widths: [390, 570, 780, 1170],
    avifQuality: 47,
    webpQuality: 67,
  },
  { name: 'about-story', aspect: 4 / 3, widths: ABOUT, avifQuality: 46, webpQuality: 62 },
  // Leaf upon leaf takes many bytes.
  { name: 'about-vine', aspect: 4 / 3, widths: ABOUT, avifQuality: 50, webpQuality: 62 },
  { name: 'about-packaging', aspect: 4 / 3, widths: ABOUT, avifQuality: 51, webpQuality: 61 },
  // Plaited bamboo and leaves take more bytes, and as its page's first picture it must fit TCP's initial congestion
  // window (about 14 kB).
  { name: 'about-farm', aspect: 4 / 3, widths: ABOUT, avifQuality: 35, webpQuality: 56 },
  { name: 'brew-1', aspect: 1, widths: SQUARE_STEP, avifQuality: 58, webpQuality: 77 },
  { name: 'brew-2', aspect: 1, widths: SQUARE_STEP, avifQuality: 52, webpQuality: 68 },
  { name: 'brew-3', aspect: 1, widths: SQUARE_STEP, avifQuality: 59, webpQuality: 78 },
  { name: 'brew-4', aspect: 1, widths: SQUARE_STEP, avifQuality: 59, webpQuality: 79 },
].map((picture) => ({ group: 'site', ...picture }));

/** Every rendered picture of the shop. */
export const PICTURES = [...productPictures, ...sitePictures];

/** Width of the plain `<name>.webp` that the database stores as the product image. */
export const FALLBACK_WIDTH = 640;
