/** Rows per statement: it must finish within the statement timeout, on a slow disk, too. */
export const BATCH_SIZE = 500;

/**
 * Deletes all matching rows, in several statements.
 *
 * @param remove deletes at most `batch` rows and returns how many.
 */
export async function deleteInBatches(
  remove: (batch: number) => Promise<number>,
  batch = BATCH_SIZE,
): Promise<void> {
  for (let removed = batch; removed >= batch; ) removed = await remove(batch);
}
