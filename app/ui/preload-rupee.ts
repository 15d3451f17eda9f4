import rupee from './fonts/figtree-rupee.woff2?url';

/** For the `links` of a page that shows prices in its first view: ₹ is there when they are. */
export const preloadRupee = {
  rel: 'preload',
  href: rupee,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const;
