import type { Database } from '#server/database/database.ts';
import { makeSizes, type PictureFile } from './make-sizes.ts';
import { findOriginal, storePicture } from './queries.ts';

/** One at a time in a process: a decoded picture takes up to 160 MB. */
let turn: Promise<unknown> = Promise.resolve();

/** The job: makes the sizes of an uploaded picture and stores them. Run again, it does nothing. */
export function makePicture(database: Database, hash: string): Promise<void> {
  const mine = turn.then(() => make(database, hash));
  turn = mine.catch(() => {});
  return mine;
}

async function make(database: Database, hash: string): Promise<void> {
  const [picture] = await database.rows(findOriginal(hash));
  if (!picture) return;
  const files = await makeSizes(picture.original).catch((): PictureFile[] => []);
  await database.rows(storePicture(hash, files));
}
