/** Rows of one statement: it must be done within the time that any statement has, also on a slow disk. */
export const BATCH = 500;

/**
 * Deletes as many rows as there are, some with each statement.
 *
 * @param remove deletes at most `batch` rows and says how many went.
 */
export async function inBatches(
  remove: (batch: number) => Promise<number>,
  batch = BATCH,
): Promise<void> {
  for (let gone = batch; gone >= batch; ) gone = await remove(batch);
}
