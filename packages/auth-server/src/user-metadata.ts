import { violates } from '@aparajita/postgres/error-codes';
import * as z from 'zod';
import { invalid } from './auth-error.ts';

const MAX_DEPTH = 5;
/**
 * Metadata is part of every access token. The size is in bytes, with the spaces PostgreSQL adds: what passes here also
 * fits the table's limit, even if it is stored only after confirmation.
 */
const MAX_BYTES = 3500;

/** The application's data about its user: JSON with few levels that PostgreSQL can store. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (data) =>
      isStorable(data, MAX_DEPTH) && Buffer.byteLength(JSON.stringify(data, null, 1)) <= MAX_BYTES,
    'is more than can be kept, or holds something that cannot be stored',
  )
  .refine(
    ({ full_name: name }) =>
      name === undefined || name === null || (typeof name === 'string' && name.length <= 100),
    'full_name must be text of at most 100 characters',
  );
export type Metadata = z.infer<typeof Metadata>;

/** PostgreSQL cannot store U+0000 or lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return !/e/.test(String(value)); // 1e300 is stored with its 300 zeros
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(
    ([key, part]) => isStorableText(key) && isStorable(part, depth - 1),
  );
}

/** In the protocol null removes the key. */
export function withoutNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

/** Recognizes the error of the table's size limit, which exists because metadata is part of access tokens. */
export function metadataTooLarge(error: unknown): never {
  if (violates(error, 'small_user_metadata')) throw invalid('data: is more than can be kept');
  throw error;
}
