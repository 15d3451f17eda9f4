/** The longer side in pixels of what is sent: four times what the largest size needs to be cut from. */
const MAX_SIDE = 2560;
/** Files below this are sent as they are. */
const SMALL = 1_500_000;

/**
 * A photograph as it is sent: a phone makes files of 5 MB and more, which take a minute on a slow uplink, and the shop
 * shows no more than 1280 pixels. What the browser cannot read is sent as it is, and the server says what is wrong.
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
