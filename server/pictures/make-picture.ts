import { Semaphore } from '@aparajita/postgres/semaphore';
import type { Database } from '#server/database/database.ts';
import { makeSizes, type PictureFile } from './make-sizes.ts';
import { findOriginal, storePicture } from './queries.ts';
import { openSharp } from './sharp.ts';

/** One at a time in a process: a picture takes up to 450 MB while it is decoded (40 megapixels, 16 bits, interlaced). */
const mutex = new Semaphore(1);

/** The job that resizes an uploaded picture and stores the files. Running it again does nothing. */
export function makePicture(database: Database, hash: string): Promise<void> {
  return mutex.run(() => resizeAndStore(database, hash));
}

async function resizeAndStore(database: Database, hash: string): Promise<void> {
  const [picture] = await database.rows(findOriginal(hash));
  if (!picture) return;
  openSharp(); // throws here if the library cannot be loaded, so that the picture is not marked as unreadable
  const files = await makeSizes(picture.original).catch((): PictureFile[] => []);
  await database.rows(storePicture(hash, files));
}
