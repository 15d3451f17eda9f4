import { difficultyOf, LONGEST_WORD, SHORTEST_WORD } from './common-words.ts';
import { patternsFrom } from './password-patterns.ts';

/**
 * A password's strength in points, roughly the number of unpredictable characters. A letter or sign is one point and a
 * digit three quarters of one; a sequence, keyboard row, year, repetition or common word is one, whatever its length; a
 * rarer word is two, a further word one more, and what belongs to the account or the application (`context`, in plain
 * spelling) is none. Takes the segmentation with the fewest points. Modelled on Microsoft Entra's password protection,
 * which requires five. Work is bounded: only the beginning and the end of a long password are scored, and the better
 * score counts.
 */
export function strengthOf(password: string, context: ReadonlySet<string>): number {
  const letters = [...plain(password)];
  if (letters.length <= WINDOW) return strengthOfPart(letters, context);
  return Math.max(
    strengthOfPart(letters.slice(0, WINDOW), context),
    strengthOfPart(letters.slice(-WINDOW), context),
  );
}

/** Enough to decide, and short enough for a millisecond. */
const WINDOW = 40;

/** Lower case, without accents, with one spelling per letter. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
}

/** The fewest points up to each index, without a word so far, and after one. */
function strengthOfPart(letters: string[], context: ReadonlySet<string>): number {
  const spellings = spellingsOf(letters);
  const wordless = Array<number>(letters.length + 1).fill(Number.POSITIVE_INFINITY);
  const worded = [...wordless];
  wordless[0] = 0;
  const lower = (points: number[], at: number, to: number) => {
    points[at] = Math.min(points[at] ?? to, to);
  };
  for (let start = 0; start < letters.length; start += 1) {
    const before = wordless[start] ?? 0;
    const after = worded[start] ?? 0;
    for (const [length, points] of patternsFrom(letters, start)) {
      lower(wordless, start + length, before + points);
      lower(worded, start + length, after + points);
    }
    for (const [length, points] of wordsFrom(spellings, start, context)) {
      lower(points === 0 ? wordless : worded, start + length, before + points);
      lower(worded, start + length, after + (points === 0 ? 0 : points + 1));
    }
  }
  return Math.min(wordless.at(-1) ?? 0, worded.at(-1) ?? 0);
}

/** Substitutions of letters. Where there are two readings, both are tried. */
const LEET: Record<string, string> = {
  ...{ '0': 'oo', '1': 'il', '2': 'zz', '3': 'ee', '4': 'aa', '5': 'ss', '6': 'gg', '7': 'tt' },
  ...{ '8': 'bb', '9': 'gg', '@': 'aa', $: 'ss', '!': 'il', '|': 'il', '+': 'tt', '(': 'cc' },
};

type Spellings = { forwards: string[]; backwards: string[] };

/** The password as it is and with substitutions undone, each forwards and backwards. */
function spellingsOf(letters: string[]): Spellings {
  const read = (which: 0 | 1) => letters.map((letter) => LEET[letter]?.[which] ?? letter);
  // One code unit per character, so that indexes are the same in all variants.
  const join = (spelling: string[]) =>
    spelling.map((letter) => (letter.length === 1 ? letter : '\uFFFD')).join('');
  const forwards = [...new Set([letters, read(0), read(1)].map(join))];
  return { forwards, backwards: forwards.map((text) => [...text].toReversed().join('')) };
}

export const SHORTEST_CONTEXT = 3;

/** The words that begin at an index, by their length, with their points. */
function wordsFrom(
  { forwards, backwards }: Spellings,
  start: number,
  context: ReadonlySet<string>,
): Map<number, number> {
  const found = new Map<number, number>();
  const whole = forwards[0]?.length ?? 0;
  const longest = Math.min(LONGEST_WORD, whole - start);
  for (let length = SHORTEST_CONTEXT; length <= longest; length += 1) {
    const end = start + length;
    // Random characters often contain a short word in substitutions.
    const more = length < MIN_DELIBERATE_WORD_LENGTH ? 1 : 0;
    const [asItStands = '', ...others] = forwards.map((text) => text.slice(start, end));
    const reversed = backwards.map((text) => text.slice(whole - end, whole - start));
    const points = Math.min(
      pointsOfWord(asItStands, context),
      ...[...others, ...reversed].map((word) => pointsOfWord(word, context) + more),
    );
    if (points < Number.POSITIVE_INFINITY) found.set(length, points);
  }
  return found;
}

/** From this length on, a word in substitutions or backwards is there on purpose. */
const MIN_DELIBERATE_WORD_LENGTH = 6;

function pointsOfWord(word: string, context: ReadonlySet<string>): number {
  if (context.has(word)) return 0;
  const difficulty = word.length < SHORTEST_WORD ? undefined : difficultyOf(word);
  return difficulty ?? Number.POSITIVE_INFINITY;
}
