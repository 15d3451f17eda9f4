import * as z from 'zod/mini';
import { isAmount } from '#domain/money.ts';
import { oneLine } from '#domain/text.ts';

/**
 * Rejects characters that cannot be stored: PostgreSQL has no U+0000 in text, and UTF-8 cannot encode lone surrogates.
 * Nobody can type either.
 */
export const plain = z.refine(
  (text) => typeof text === 'string' && !/[\0\p{Surrogate}]/u.test(text),
  'Contains a character that cannot be stored',
);

/** Trimmed text of 1 to `max` characters; `required` is the message when it is empty. */
export function requiredText(max: number, required: string, clean = z.trim()) {
  return z
    .string(required)
    .check(
      clean,
      z.minLength(1, required),
      z.maxLength(max, `Must be at most ${max} characters`),
      plain,
    );
}

/** Trimmed text of up to `max` characters. */
export function optionalText(max: number, clean = z.trim()) {
  return z.string().check(clean, z.maxLength(max, `Must be at most ${max} characters`), plain);
}

/**
 * Text on one line with at least one letter or digit: for names, addresses and whatever else is printed beside other text.
 */
export function requiredLine(max: number, required: string) {
  return requiredText(max, required, z.overwrite(oneLine)).check(
    z.regex(/[\p{L}\p{N}]/u, required),
  );
}

/** The same, which may be empty. */
export function optionalLine(max: number) {
  return optionalText(max, z.overwrite(oneLine));
}

/** A row's id. Endpoints answer any other value with their not-found error. */
export const Id = z.uuid('Not an identifier');

/** Products have short ids, as in the URL /product/1. */
export const ProductId = z
  .string('Not a product')
  .check(z.minLength(1, 'Not a product'), z.maxLength(64, 'Not a product'), plain);

/** An amount in the API: rupees with at most two decimals, within the range of the tables' columns. */
export const Rupees = z
  .number()
  .check(z.minimum(0), z.refine(isAmount, 'Not an amount in rupees and paise'));

/** A timestamp, ISO 8601 in UTC. */
export const Timestamp = z.string();
