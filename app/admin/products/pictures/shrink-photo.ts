/** The longer side of the sent picture, in pixels: four times what the largest size needs. */
const MAX_SIDE = 2560;
/** Smaller files are sent unchanged. */
const SMALL = 1_500_000;

/**
 * Shrinks a photograph before the upload: phones make files of 5 MB and more, which take a minute on a slow uplink, and
 * the shop shows at most 1280 pixels. A file that the browser cannot decode is sent unchanged, and the server validates it.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
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
