import type pg from 'pg';
import { expect } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import type { Exchange } from './api-endpoints.ts';

/**
 * A fingerprint of the shop's tables and its job queue: two fingerprints of a table are equal exactly when all its rows
 * are. Unlogged tables are left out: rate limits count requests there, whatever their result.
 */
export async function tableFingerprints(owner: pg.Pool): Promise<Record<string, string>> {
  const text = statements.get(owner) ?? (await statementFor(owner));
  statements.set(owner, text);
  // Prepared: planned anew for each of hundreds of tests it took longer than it ran.
  const found = await owner.query<{ name: string; print: string }>({ name: 'fingerprints', text });
  return Object.fromEntries(found.rows.map(({ name, print }) => [name, print]));
}

/** No test creates a table. */
const statements = new WeakMap<pg.Pool, string>();

async function statementFor(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' or (schemaname = 'jobs' and tablename = 'job'))
      and format('%I.%I', schemaname, tablename)::regclass not in (
        select oid from pg_class where relpersistence = 'u'
      )
    order by 1`);
  const prints = rows.map(
    ({ name }) => `(select '${name}' as name,
      coalesce(count(*) || ' ' || md5(string_agg(held::text, ',' order by held::text)), '') as print
      from ${name} held)`,
  );
  return prints.join(' union all ');
}

/** Fails unless the response is this error in the contract's form and reveals no internals. */
export function expectErrorCode(
  exchange: Exchange,
  status: number,
  code: keyof typeof ERRORS,
): void {
  expectErrorResponse(exchange);
  const got = [exchange.status, JSON.parse(exchange.text).error.code];
  expect(got, exchange.what).toEqual([status, code]);
}

/** Words that an internal error could leak and that no AppError needs. */
const SECRETS =
  /\b(select .* from|insert into|update \w+ set|constraint|violates|relation|column|syntax error|postgres|sqlstate|node_modules|kysely|zod|hono|stack|SH4\d\d)\b|\.ts:\d|\bat \S+ \(/i;

/** Expects a 4xx of the contract in the contract's form, without internals. */
export function expectErrorResponse({ what, status, text, headers }: Exchange): void {
  expect(status, `${what} was answered ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(status, `${what} was answered ${text.slice(0, 300)}`).toBeLessThan(500);
  const { error, ...rest } = JSON.parse(text);
  expect(rest, what).toEqual({});
  const { code, message, fields, lines, order: _, ...more } = error;
  expect(more, what).toEqual({});
  expect(Object.entries(ERRORS).find(([name]) => name === code)?.[1].status, what).toBe(status);
  expect(message, what).toMatch(/\S/);
  for (const words of [message, ...Object.values(fields ?? {})]) {
    expect(String(words), what).not.toMatch(SECRETS);
  }
  expect(lines === undefined || Array.isArray(lines), what).toBe(true);
  expect(headers.get('content-type'), what).toBe('application/json');
  expect(headers.get('cache-control'), what).toBe('no-store');
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('x-request-id'), what).toMatch(/^[\w-]{36}$/);
}
