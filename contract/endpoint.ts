import type * as z from 'zod/mini';
import type { StaffRole } from '#domain/staff.ts';
import type { ErrorCode } from './errors.ts';

/** Definition of one API endpoint: the server implements it, the browser calls it, OpenAPI documents it. */
export type Endpoint = {
  summary: string;
  /** Who may call it: anyone, a signed-in shopper for their own data, or staff. Others than staff get `not_found`. */
  access: 'anyone' | 'shopper' | 'staff';
  /** With access 'staff': the roles that may; the others get `not_permitted`. */
  roles?: readonly StaffRole[];
  /** With access 'staff': the second factor must have been shown within RECENT_FACTOR_SECONDS, else `stale_factor`. */
  recentFactor?: true;
  /** Path parameters in braces. An invalid value is answered like one that does not exist. */
  params?: z.ZodMiniType<Record<string, string>>;
  query?: z.ZodMiniType<Record<string, unknown>>;
  body?: z.ZodMiniType;
  /** With access 'staff': the body may be as large as a file, and is read only after the role was checked. */
  largeBody?: true;
  /** Whether an Idempotency-Key header is required: the same key never takes effect twice. */
  idempotent?: boolean;
  status: 200 | 201 | 204;
  /** With access 'anyone': how long browsers and proxies may use an answer again. */
  cacheSeconds?: number;
  /** The body of a success; absent with 204. */
  response?: z.ZodMiniType;
  /**
   * Its error codes, besides those that every endpoint can return, and those of a missing session, a wrong body or a missing
   * key. Invalid `params` give the first.
   */
  errors: readonly ErrorCode[];
};

/** Long enough to be unique, short enough for an index, nothing that needs escaping. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,100}$/;

/** Endpoints by 'METHOD /path/{param}'. */
export type EndpointTable = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>;

type Read<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Written<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

/** The parsed request that a handler gets. */
export type ParsedRequest<E extends Endpoint> = {
  params: Read<E['params']>;
  query: Read<E['query']>;
  body: Read<E['body']>;
};

/** The request that a caller passes: each part only where the endpoint has it. */
export type ApiRequest<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Written<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: Written<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: Written<E['body']> } : unknown) &
  (E['idempotent'] extends true ? { idempotencyKey: string } : unknown);

/** The body of a success. */
export type ApiResponse<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : undefined;
