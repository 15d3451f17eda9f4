/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn `a` into `b` (optimal
 * string alignment, a restricted Damerau-Levenshtein distance). Takes time proportional to the product of the lengths.
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swaps = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = swaps ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(row, j - 1) + 1, at(last, j) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
