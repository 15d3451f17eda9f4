import type * as z from 'zod/mini';
import type { RefusalCode } from './errors.ts';

/** One thing the API can be asked, as data: the server serves it, the browser calls it, OpenAPI shows it. */
export type Endpoint = {
  summary: string;
  /** Who may ask: anyone, or a signed-in shopper for what is theirs. */
  access: 'anyone' | 'shopper';
  /** Parts of the path in braces. A value that does not fit is answered like one that is not there. */
  params?: z.ZodMiniType<Record<string, string>>;
  query?: z.ZodMiniType<Record<string, unknown>>;
  body?: z.ZodMiniType;
  /** True where an Idempotency-Key header is required: the same key never has its effect twice. */
  idempotent?: boolean;
  status: 200 | 201 | 204;
  /** What a success carries; absent with 204. */
  answer?: z.ZodMiniType;
  /** What it refuses by name, beyond what every endpoint can answer. `params` that do not fit give the first. */
  refusals: readonly RefusalCode[];
};

/** Endpoints by 'METHOD /path/{param}'. */
export type EndpointTable = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>;

type Read<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Written<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

/** What a handler is given for an endpoint: everything parsed. */
export type Asked<E extends Endpoint> = {
  params: Read<E['params']>;
  query: Read<E['query']>;
  body: Read<E['body']>;
};

/** What a caller gives: each part only where the endpoint has it. */
export type Question<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Written<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: Written<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: Written<E['body']> } : unknown) &
  (E['idempotent'] extends true ? { idempotencyKey: string } : unknown);

/** What a success carries. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodMiniType
  ? z.output<E['answer']>
  : undefined;
