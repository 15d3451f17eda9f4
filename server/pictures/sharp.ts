import type Sharp from 'sharp';

let opened: Promise<typeof Sharp> | undefined;

/**
 * The picture library, loaded with the first picture: most processes never see one. It may decode the four kinds that
 * we take and nothing else, SVG and PDF least of all. One thread: encoding shares the machine with the shop.
 */
export function openSharp(): Promise<typeof Sharp> {
  opened ??= import('sharp').then(({ default: sharp }) => {
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
  });
  return opened;
}
