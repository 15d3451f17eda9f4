import { createRequire } from 'node:module';
import type Sharp from 'sharp';

/** A module that failed is tried again; `import()` would answer with its first error for as long as the process lives. */
const load = createRequire(import.meta.url);

let opened: typeof Sharp | undefined;

/**
 * The picture library, loaded with the first picture: most processes never see one. It may decode the four kinds that
 * we take and nothing else, SVG and PDF least of all. One thread: encoding shares the machine with the shop.
 *
 * @throws Error when it cannot be loaded, which is no fault of a picture; the next call tries again.
 */
export function openSharp(): typeof Sharp {
  opened ??= open();
  return opened;
}

function open(): typeof Sharp {
  const sharp: typeof Sharp = load('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
