/** Controls, among them line breaks and tabs. Not U+0000, which is refused where it cannot be stored. */
const CONTROLS = /(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu;

/**
 * Characters that cannot be seen, among them those that reorder what is printed after them, by which a name or an address
 * is filled in without having anything, or a PIN stands in another order. They come along when something is copied;
 * nobody types them. What joins or parts letters is kept after a letter, as Indian scripts and Persian need it, and what
 * chooses the look of a picture after a picture.
 */
const UNSEEN = /[\p{Cf}\p{DI}]|([\p{L}\p{M}]\p{Join_C}?|[\p{ExtPict}\p{EMod}]\ufe0f?\u200d?)/gu;

/** More marks on a letter than any script needs; they would cover the lines above and below. */
const EXCESS_MARKS = /((?:\p{M}\p{Join_C}?){6})[\p{M}\p{Join_C}]+/gu;

/**
 * Text on one line, for fields of forms and for email headers: line breaks, which would begin another header or fill a
 * packing slip, become spaces, and what cannot be seen is left out.
 */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').replace(UNSEEN, '$1').replace(EXCESS_MARKS, '$1').trim();
}
