import { editDistance } from './edit-distance.ts';

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
