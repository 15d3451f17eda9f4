/**
 * The widths in pixels in which every product picture is stored, built or uploaded. All are square. Pictures built with
 * the shop also have larger files, which the full-screen viewer knows.
 */
export const PICTURE_WIDTHS = [160, 320, 640, 960, 1280] as const;

/** An uploaded file's limits: its size in bytes, and what it decodes to. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 40_000_000;
/** AVIF is decoded whole, in up to 26 bytes a pixel where it has ten bits and is partly transparent. */
export const MAX_AVIF_PIXELS = 16_000_000;
/** The shorter side in pixels: a smaller picture is blurred on the product page. */
export const MIN_PICTURE_SIDE = 600;

/** The URL that the catalogue keeps for an uploaded picture; its other sizes are beside it. */
export function uploadedPicture(hash: string): string {
  return `/pictures/u/${hash}.webp`;
}

/** The hash in such a URL, or null for a picture that was built with the shop. */
export function hashOfUploaded(src: string): string | null {
  return /^\/pictures\/u\/([0-9a-f]{32})\.webp$/.exec(src)?.[1] ?? null;
}
