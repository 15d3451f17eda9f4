import { callAdmin } from '#app/admin/api.ts';
import { connection } from '#app/shell/api/api.ts';
import { createApiClient } from '#app/shell/api/api-client.ts';
import { UploadedPicture } from '#contract/admin/products.ts';
import { MAX_PICTURE_BYTES } from '#domain/picture.ts';

/** The longer side of the sent picture, in pixels: four times what the largest size needs. */
const MAX_SIDE = 2560;

/** Smaller files are sent unchanged. */
const SMALL = 1_500_000;

/** In milliseconds; the server's timeout for a picture is a little longer (server/main.ts). */
const UPLOAD_TIMEOUT_MS = 120_000;
const PROCESSING_TIMEOUT_MS = 180_000;
const POLL_MS = 700;

/**
 * Uploads a picture and waits until its sizes are ready.
 *
 * @throws ApiError of the server, ShopUnreachable, or Error with a sentence to show.
 */
export async function uploadPicture(file: File): Promise<string> {
  const body = await shrinkPhoto(file);
  if (body.size > MAX_PICTURE_BYTES) throw new PictureError('A picture can have at most 15 MB.');
  const picture = await send(body);
  const end = performance.now() + PROCESSING_TIMEOUT_MS;
  for (let { state } = picture; state !== 'ready'; ) {
    if (state === 'unreadable') throw new PictureError(UNREADABLE);
    if (performance.now() > end) throw new PictureError(SLOW);
    await pause(POLL_MS);
    const params = { hash: picture.hash };
    ({ state } = await callAdmin('GET /admin/pictures/{hash}', { params }));
  }
  return picture.src;
}

/** An error whose message says why the upload failed. */
export class PictureError extends Error {
  override name = 'PictureError';
}

const SLOW = 'This picture is still being processed. Choose the same file again in a few minutes.';
const UNREADABLE = 'This picture cannot be read. Save it again as JPEG and choose that file.';

async function send(body: Blob): Promise<UploadedPicture> {
  const put = createApiClient({
    ...connection,
    // Replaces the client's body and signal: the body is a file, too large for a keepalive request and for the usual
    // timeout.
    fetch: (path, init) =>
      fetch(path, {
        ...init,
        body,
        keepalive: false,
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      }),
  });
  return UploadedPicture.parse(await put('PUT /admin/pictures'));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Shrinks a photograph before the upload: phones make files of 5 MB and more, which take a minute on a slow uplink, and
 * the shop shows at most 1280 pixels. A file that the browser cannot decode is sent unchanged, and the server validates it.
 */
async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size < SMALL || file.type !== 'image/jpeg') return file;
  try {
    const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MAX_SIDE / Math.max(photo.width, photo.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const smaller = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', 0.9),
    );
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
