import { expect } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import type { Exchange } from './api-endpoints.ts';

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
