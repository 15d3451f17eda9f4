import { editDistance } from './edit-distance.ts';

/** Of words that are equally near, so many are searched for. */
const MAX_CORRECTIONS = 3;

/**
 * What a word that no product has was probably meant to be: the nearest of `candidates`, which come most alike first.
 * A word that is still being typed is compared with the beginning of a longer one.
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

/** The longer the word, the more errors leave no doubt what was meant. Numbers are meant as they are. */
function allowedErrors(typed: string): number {
  const { length } = [...typed];
  if (length < 3 || /\p{N}/u.test(typed)) return 0;
  if (length < 6) return 1;
  return length < 9 ? 2 : 3;
}

function distanceOf(typed: string, word: string): number {
  const whole = editDistance(typed, word);
  const beginning = editDistance(typed, [...word].slice(0, [...typed].length).join(''));
  // One error and an end that is still missing; more would find anything.
  return beginning <= 1 ? Math.min(whole, beginning + 0.5) : whole;
}
