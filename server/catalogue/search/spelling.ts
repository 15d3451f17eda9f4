/** The most corrections with the same distance. */
const MAX_CORRECTIONS = 3;

/**
 * Probable corrections of a word that no product has: the nearest of `candidates`, which are sorted by similarity.
 * Because the word may be incomplete, it is also compared with the beginning of longer candidates.
 */
export function correct(typed: string, candidates: string[]): string[] {
  const allowed = allowedErrors(typed);
  const near = [...new Set(candidates)]
    .map((word) => ({ word, distance: distanceOf(typed, word) }))
    .filter(({ distance }) => distance <= allowed);
  const best = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === best)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word }) => word);
}

/** Longer words stay recognizable with more errors. Numbers are never corrected. */
function allowedErrors(typed: string): number {
  const { length } = [...typed];
  if (length < 3 || /\p{N}/u.test(typed)) return 0;
  if (length < 6) return 1;
  return length < 9 ? 2 : 3;
}

function distanceOf(typed: string, word: string): number {
  const whole = editDistance(typed, word);
  const beginning = editDistance(typed, [...word].slice(0, [...typed].length).join(''));
  // An incomplete word may have one error; with more it would match almost anything.
  return beginning <= 1 ? Math.min(whole, beginning + 0.5) : whole;
}

/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn `a` into `b` (optimal
 * string alignment, a restricted Damerau-Levenshtein distance). Takes time proportional to the product of the lengths.
 */
function editDistance(a: string, b: string): number {
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
