import * as z from 'zod/mini';
import { isAmount } from '#domain/money.ts';
import { compactCode, emailText, manyLines, oneLine, phoneText } from '#domain/text.ts';

// Every text of a request is made by one of these functions, so that it is read as domain/text.ts says, has a largest
// length, and can be stored. A test finds the others (clean-requests.test.ts).

/**
 * Rejects characters that cannot be stored: PostgreSQL has no U+0000 in text, and UTF-8 cannot encode lone surrogates.
 * Nobody can type either.
 */
export const plain = z.refine(
  (text) => typeof text === 'string' && !/[\0\p{Surrogate}]/u.test(text),
  'Contains a character that cannot be stored',
);

/** A function of domain/text.ts. */
type Clean = (typed: string) => string;

/** Text of several lines, or as `clean` says, of 1 to `max` characters; `required` is the message when it is empty. */
export function requiredText(max: number, required: string, clean: Clean = manyLines) {
  return z
    .string(required)
    .check(
      z.overwrite(clean),
      z.minLength(1, required),
      z.maxLength(max, `Must be at most ${max} characters`),
      plain,
    );
}

/** The same, which may be empty. */
export function optionalText(max: number, clean: Clean = manyLines) {
  return z
    .string()
    .check(z.overwrite(clean), z.maxLength(max, `Must be at most ${max} characters`), plain);
}

/**
 * Text on one line with at least one letter or digit: for names, addresses and whatever else is printed beside other text.
 */
export function requiredLine(max: number, required: string, clean: Clean = oneLine) {
  return requiredText(max, required, clean).check(z.regex(/[\p{L}\p{N}]/u, required));
}

/** Text on one line, which may be empty. */
export function optionalLine(max: number, clean: Clean = oneLine) {
  return optionalText(max, clean);
}

/** An email address of at most 255 characters; `invalid` is the message for anything else. */
export function emailAddress(invalid: string) {
  return z
    .string(invalid)
    .check(z.overwrite(emailText), z.maxLength(255, invalid), z.email(invalid));
}

/** A telephone number that has the form of `pattern`. */
export function phoneNumber(pattern: RegExp, invalid: string) {
  return z.string(invalid).check(z.overwrite(phoneText), z.regex(pattern, invalid));
}

/** Digits and nothing else, as `pattern` says; people type them in groups. */
export function digits(pattern: RegExp, invalid: string, clean: Clean = compactCode) {
  return z.string(invalid).check(z.overwrite(clean), z.regex(pattern, invalid));
}

/** What a program made and a program sends back, exactly as it is: an id, a hash, the end of a page. */
export function asMade(pattern: RegExp, invalid = 'Not as it was made') {
  return z.string(invalid).check(z.overwrite(unchanged), z.regex(pattern, invalid));
}

/** Marks a text as one that no person types. */
export const unchanged: Clean = (made) => made;

/** A row's id. Endpoints answer any other value with their not-found error. */
export const Id = z.uuid('Not an identifier');

/** Products have short ids, as in the URL /product/1. */
export const ProductId = z
  .string('Not a product')
  .check(
    z.overwrite(unchanged),
    z.minLength(1, 'Not a product'),
    z.maxLength(64, 'Not a product'),
    plain,
  );

/** An amount in the API: rupees with at most two decimals, within the range of the tables' columns. */
export const Rupees = z
  .number()
  .check(z.minimum(0), z.refine(isAmount, 'Not an amount in rupees and paise'));

/** A timestamp, ISO 8601 in UTC. */
export const Timestamp = z.string();

/** A hidden field that only bots fill in. A request with it gets a normal response and is discarded. */
export const Honeypot = z.optional(optionalText(200));
