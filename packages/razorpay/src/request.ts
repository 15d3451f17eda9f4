import * as z from 'zod';
import type { GatewayKey } from './keys.ts';

/** An error of the gateway or of the network. */
export class GatewayFailure extends Error {
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string, cause?: unknown) {
    super(`The payment gateway answered ${status} ${code}: ${description}`, { cause });
    this.name = 'GatewayFailure';
    this.status = status;
    this.code = code;
  }

  /** Whether the gateway may have executed the request: no answer, a broken one, or one from a proxy. */
  get uncertain(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/** True for a failure after which the same request may be sent again. */
export function isUncertain(error: unknown): error is GatewayFailure {
  return error instanceof GatewayFailure && error.uncertain;
}

type Details = {
  query?: Record<string, string | number>;
  /** Sent as JSON by POST; without a body the method is GET. */
  body?: object;
  headers?: Record<string, string>;
};

/** A function that sends one request of the API, signed with the key. `timeoutMs` includes reading the answer. */
export function openRequests({
  key,
  baseUrl,
  timeoutMs,
}: {
  key: GatewayKey;
  baseUrl: string;
  timeoutMs: number;
}) {
  const authorization = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;

  /** The answer, of the given shape. @throws GatewayFailure and nothing else. */
  return async <T extends z.ZodType>(
    shape: T,
    path: string,
    { query = {}, body, headers }: Details = {},
  ): Promise<z.output<T>> => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const { status, data } = await fetchJson(url, {
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status < 200 || status > 299) {
      const { error } = Refusal.safeParse(data).data ?? {};
      throw new GatewayFailure(
        status,
        error?.code ?? 'INVALID_RESPONSE',
        error?.description ?? `HTTP ${status}`,
      );
    }
    const parsed = shape.safeParse(data);
    if (parsed.success) return parsed.data;
    throw new GatewayFailure(502, 'INVALID_RESPONSE', z.prettifyError(parsed.error));
  };
}

const Refusal = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish() }),
});

/** `data` is undefined for half an answer, or a page of a proxy. */
async function fetchJson(url: URL, init: RequestInit): Promise<{ status: number; data: unknown }> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    return { status: response.status, data: parseJson(text) };
  } catch (error) {
    throw new GatewayFailure(0, 'NO_ANSWER', String(error), error);
  }
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
