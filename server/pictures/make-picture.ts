import { Semaphore } from '@aparajita/postgres/semaphore';
import type { Database } from '#server/database/database.ts';
import { makeSizes, type PictureFile } from './make-sizes.ts';
import { findOriginal, storePicture } from './queries.ts';
import { openSharp } from './sharp.ts';

/** One at a time in a process: a picture takes up to 450 MB while it is decoded (40 megapixels, 16 bits, interlaced). */
const turn = new Semaphore(1);

/** The job: makes the sizes of an uploaded picture and stores them. Run again, it does nothing. */
export function makePicture(database: Database, hash: string): Promise<void> {
  return turn.run(() => make(database, hash));
}

async function make(database: Database, hash: string): Promise<void> {
  const [picture] = await database.rows(findOriginal(hash));
  if (!picture) return;
  openSharp(); // a library that cannot be loaded is no fault of the picture
  const files = await makeSizes(picture.original).catch((): PictureFile[] => []);
  await database.rows(storePicture(hash, files));
}
