/**
 * Splits the rows of a query with the limit `length + 1` into a page of `length` and the id of its last row, after which
 * the next page begins. `next` is null on the last page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  length: number,
  idOf: (row: Row) => string,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, length);
  const last = page.at(-1);
  return { page, next: rows.length > length && last !== undefined ? idOf(last) : null };
}
