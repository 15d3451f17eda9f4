/** A digit is easier to guess than a letter or a sign: there are only ten. */
const DIGIT = 0.75;

/**
 * The patterns that begin at an index of a password: pairs of a length and its points. The single character is the
 * first of them.
 */
export function* patternsFrom(
  letters: readonly string[],
  start: number,
): Generator<[length: number, points: number]> {
  yield [1, isDigit(letters[start]) ? DIGIT : 1];
  for (let length = 3; length <= runLength(letters, start); length += 1) yield [length, 1];
  yield* repetitionsFrom(letters, start);
  const text = letters.slice(start, start + LONGEST_ROW).join('');
  for (let length = 3; length <= text.length; length += 1) {
    if (ROWS.has(text.slice(0, length))) yield [length, 1];
  }
  for (const [pattern, points] of NUMBERS) {
    const number = pattern.exec(text)?.[0];
    if (number) yield [number.length, points];
  }
}

/** The length of a run of equal or consecutive characters: aaa, abc, 321. */
function runLength(letters: readonly string[], start: number): number {
  const codeAt = (index: number) => letters[index]?.codePointAt(0) ?? Number.NaN;
  const step = codeAt(start + 1) - codeAt(start);
  if (Math.abs(step) > 1 || Number.isNaN(step)) return 1;
  let end = start + 2;
  while (codeAt(end) - codeAt(end - 1) === step) end += 1;
  return end - start;
}

/** A repetition of what stood directly before: one point for any length. */
function* repetitionsFrom(letters: readonly string[], start: number): Generator<[number, number]> {
  for (let length = 2; length <= Math.min(start, letters.length - start); length += 1) {
    let same = 0;
    while (same < length && letters[start + same] === letters[start + same - length]) same += 1;
    if (same === length) yield [length, 1];
  }
}

/** Phone numbers, dates and years. */
const NUMBERS: [RegExp, number][] = [
  [/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/, 3],
  [/^[6-9]\d{9}/, 3],
  [/^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d/, 2],
  [/^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d/, 3],
  [/^(?:19|20)\d\d/, 1],
];

const KEYS = [
  ...['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', '!@#$%^&*()_+'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
];
const LONGEST_ROW = 12;

/** Three or more neighbouring keys of a keyboard row or column, in either direction. */
const ROWS: ReadonlySet<string> = new Set(
  [...KEYS, ...KEYS.map((row) => [...row].toReversed().join(''))].flatMap((row) =>
    [...row].flatMap((_, from) => [...row].map((__, to) => row.slice(from, to + 1))),
  ),
);

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9';
}
