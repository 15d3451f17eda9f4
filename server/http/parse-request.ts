import type { Context } from 'hono';
import * as z from 'zod';
import { type Endpoint, IDEMPOTENCY_KEY, type ParsedRequest } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Shopper } from '#server/shopper.ts';

/** The fields of a request that depend on the endpoint's access and on `idempotent`. */
type Extras<E extends Endpoint> = (E['access'] extends 'shopper' ? { shopper: Shopper } : unknown) &
  (E['access'] extends 'staff' ? { shopper: Shopper; staff: StaffAccess } : unknown) &
  (E['idempotent'] extends true ? { idempotencyKey: string } : unknown);

/** What a handler receives: everything parsed, and the shopper where sign-in is required. */
export type Request<E extends Endpoint> = ParsedRequest<E> & Extras<E>;

/** A request's parts as they came over the wire, unparsed. */
type Raw = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  shopper: Shopper | undefined;
  staff: StaffAccess | undefined;
  idempotencyKey: string | undefined;
};

/**
 * Parses a request into its endpoint handler's input. Throws `invalid_input` naming each wrong field,
 * `idempotency_key_missing`, or, for an id of the wrong form, the endpoint's error for unknown ids.
 */
export function parseRequest<E extends Endpoint>(endpoint: E, raw: Raw): Request<E>;
export function parseRequest(endpoint: Endpoint, raw: Raw): object {
  return {
    params: endpoint.params && parsePath(endpoint, raw.params),
    query: endpoint.query && parse(endpoint.query, raw.query),
    body: endpoint.body && parse(endpoint.body, raw.body),
    shopper: raw.shopper,
    staff: raw.staff,
    idempotencyKey: endpoint.idempotent && parseIdempotencyKey(raw.idempotencyKey),
  };
}

function parsePath(endpoint: Endpoint, params: Record<string, string>): unknown {
  const parsed = z.safeParse(endpoint.params ?? z.unknown(), params);
  if (!parsed.success) throw new AppError(endpoint.errors[0] ?? 'not_found');
  return parsed.data;
}

/** Parses a value with a schema. @throws AppError invalid_input, naming each wrong field. */
export function parse<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new AppError('invalid_input', { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** How many wrong fields a response names; no form has as many. */
const MAX_FIELD_ERRORS = 50;

/**
 * The first error of each field, by its name. Unknown fields get a text of their own: zod's names all of them, and once
 * for each of them that would be a response of 300 MB to a body of 47 kB.
 */
function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, message] of error.issues.flatMap(namedErrors)) {
    if (fields.size === MAX_FIELD_ERRORS) break;
    if (!fields.has(name)) fields.set(name, message);
  }
  return Object.fromEntries(fields);
}

function namedErrors(issue: z.core.$ZodIssue): [name: string, message: string][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [key, 'Unknown field']);
  return [[issue.path.map(String).join('.'), issue.message]];
}

function parseIdempotencyKey(key: string | undefined): string {
  if (key === undefined || !IDEMPOTENCY_KEY.test(key))
    throw new AppError('idempotency_key_missing');
  return key;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a request. @throws AppError unsupported_media_type, malformed_json. */
export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  const bytes = await c.req.arrayBuffer();
  try {
    // Not c.req.text(): it replaces bytes that are not UTF-8 with U+FFFD, which would be stored.
    return JSON.parse(UTF_8.decode(bytes));
  } catch (error) {
    throw new AppError('malformed_json', {}, error);
  }
}

/** A form's fields; empty when the body does not match its Content-Type. */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody();
  } catch (error) {
    if (error instanceof TypeError) return {};
    throw error;
  }
}
