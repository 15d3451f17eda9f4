/**
 * A page of a list and the id that the next page begins after, null on the last one. `rows` are those of the page and
 * one more, if there is one: a query asks for `length + 1`.
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
