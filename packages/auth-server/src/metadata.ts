import * as z from 'zod/mini';
import { invalid } from './fault.ts';

const DEEPEST = 5;
/**
 * It travels in every access token. In bytes, and with the spaces PostgreSQL puts between the parts: what passes
 * here the table takes, also when it gets there only once an address is confirmed.
 */
const LONGEST = 3500;

/** What the application keeps about its user: JSON of few levels that PostgreSQL can store. */
export const Metadata = z.record(z.string(), z.unknown()).check(
  z.refine(
    (data) =>
      isStorable(data, DEEPEST) && Buffer.byteLength(JSON.stringify(data, null, 1)) <= LONGEST,
    'is more than can be kept, or holds something that cannot be stored',
  ),
  z.refine(
    ({ full_name: name }) =>
      name === undefined || name === null || (typeof name === 'string' && name.length <= 100),
    'full_name must be text of at most 100 characters',
  ),
);
export type Metadata = z.infer<typeof Metadata>;

/** PostgreSQL keeps neither U+0000 nor halves of surrogate pairs. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return !/e/.test(String(value)); // 1e300 is kept with its 300 zeros
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(
    ([key, part]) => isStorableText(key) && isStorable(part, depth - 1),
  );
}

/** In the protocol null means 'without this key'. */
export function withoutNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

/** Names the failure of the table's own limit on how much may be kept; it has to fit into access tokens. */
export function nameTooMuchData(error: unknown): never {
  if (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'small_user_metadata'
  ) {
    throw invalid('data: is more than can be kept');
  }
  throw error;
}
