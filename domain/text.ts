/**
 * What people type, paste and scan, as the shop keeps it. Every field of a request goes through one of these functions
 * (contract/fields.ts), and so do searches, cells of files and settings. Each is idempotent. U+0000 and lone surrogates
 * are left for the contract to refuse, because they cannot be stored. Passwords are never changed.
 *
 * They run before a length is checked, so each takes time in proportion to the length: what is cut off an end is looked
 * for only where such a run begins, and marks are cut before they are sorted.
 */

/** Spaces of every width, line breaks and other controls, and the blank of Braille. Not U+0000. */
const BLANKS = /(?:(?!\0)[\p{Z}\p{Cc}\u2800])+/gu;

/** What begins a new line: also the controls for it in files of other systems. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Controls without a meaning in text of several lines. */
const OTHER_CONTROLS = /(?![\0\n\t])\p{Cc}/gu;

/**
 * Characters that cannot be seen, among them those that reorder what is printed after them, by which a name or an address
 * is filled in without having anything, or a PIN stands in another order. They come along when something is copied;
 * nobody types them. What joins or parts letters is kept after a letter, as Indian scripts and Persian need it, and what
 * makes an emoji after its picture: the choice of its look, the joiner, the frame of a keycap, and the tags of the flags
 * of England, Scotland and Wales.
 */
const UNSEEN =
  /[\p{Cf}\p{DI}]|([\p{L}\p{M}]\p{Join_C}?|[\d#*]\ufe0f\u20e3|🏴\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|[\p{ExtPict}\p{EMod}][\ufe0e\ufe0f]?\u200d?)/gu;

/** More marks on a letter than any script needs; they would cover the lines above and below. */
const EXCESS_MARKS = /((?:\p{M}\p{Join_C}?){6})\p{M}[\p{M}\p{Join_C}]*/gu;

/** Dashes of every width, the minus sign and the bullets that look like them. */
const DASHES = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** The full-width forms of ASCII, as keyboards for Chinese and Japanese type them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** A digit of another script than ours. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * Text on one line, for fields of forms and for email headers: line breaks, which would begin another header or fill a
 * packing slip, become spaces, of which one stands between words, and what cannot be seen is left out.
 */
export function oneLine(text: string): string {
  return withoutUnseen(text.replace(BLANKS, ' ')).replace(/ {2,}/g, ' ').trim();
}

/**
 * Text of several lines, for messages and descriptions: every line ends with '\n' alone, and what cannot be seen is left
 * out. Spaces stay, because the width of a space can be meant.
 */
export function manyLines(text: string): string {
  return withoutUnseen(text.replace(LINE_BREAKS, '\n').replace(OTHER_CONTROLS, '')).replace(
    /^[\s\u2800]+|(?<![\s\u2800])[\s\u2800]+$/g,
    '',
  );
}

/** A line of an address: couriers read no digits but ours. */
export function addressLine(text: string): string {
  return asciiDigits(oneLine(text));
}

/**
 * Something that programs compare: a PIN code, a tracking number, a reference, a code of an app. Digits of every script
 * become ASCII, full-width letters and signs too, and every dash becomes '-'.
 */
export function codeText(text: string): string {
  const ascii = text.replace(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  return oneLine(
    asciiDigits(ascii)
      .replace(DASHES, '-')
      .replace(/\p{Join_C}/gu, ''),
  );
}

/** A tracking number, which the post prints in groups: 'EE 123 456 789 IN' → 'EE123456789IN'. Its dashes belong to it. */
export function trackingText(text: string): string {
  return codeText(codeText(text).replaceAll(' ', ''));
}

/** A code that people type in groups: '123 456' and '123-456' → '123456'. */
export function compactCode(text: string): string {
  // Again, because a mark after a gap has become one of the letter before it.
  return codeText(codeText(text).replace(/[- ]/g, ''));
}

/** A discount code, which is stored in capitals: 'tea-10' → 'TEA10'. */
export function couponCode(text: string): string {
  return compactCode(compactCode(text).toUpperCase());
}

/**
 * A telephone number, in the groups in which it was typed: dots and every dash between them become '-'. A dot that
 * shortens a word stays: 'ext. 5'.
 */
export function phoneText(text: string): string {
  return codeText(text)
    .replace(/(?<![\p{L}.\u00b7\u2022-])[.\u00b7\u2022-]+/gu, '-')
    .replace(/^[-,; ]+|(?<![-,; ])[-,; ]+$/g, '');
}

/** An email address, without what a sentence puts behind it. Whether it is one is not checked. */
export function emailText(text: string): string {
  return codeText(text).replace(/(?<![.,; ])[.,; ]+$/, '');
}

/** '१२ / １２' → '12 / 12': the decimal digits of every script as ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, (digit) => String(digitValue(digit)));
}

/** Those of the digits seen so far, some 700 at the most: a courier's list may hold millions. */
const digitValues = new Map<string, number>();

function digitValue(digit: string): number {
  const known = digitValues.get(digit) ?? distanceToZero(digit);
  digitValues.set(digit, known);
  return known;
}

/** Unicode encodes the digits of each script together, from zero to nine, so that the value is the distance to zero. */
function distanceToZero(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let before = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before--;
  return (point - before) % 10;
}

/** In Unicode's composed form: the same letters are the same text, whichever keyboard typed them. */
function withoutUnseen(text: string): string {
  return text
    .replace(UNSEEN, '$1')
    .replace(EXCESS_MARKS, '$1')
    .normalize('NFC')
    .replace(EXCESS_MARKS, '$1');
}
