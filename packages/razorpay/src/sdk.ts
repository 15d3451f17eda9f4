import Razorpay from 'razorpay';
import * as z from 'zod';
import type { GatewayKey } from './keys.ts';
import { GatewayFailure } from './razorpay-error.ts';

/**
 * The razorpay package (2.9.8), made safe. By itself it waits for ever, loses the cause of a network error (`TypeError:
 * … reading 'status'`), gives a half-received answer back as text, and lets no header through. All of that is mended at
 * the HTTP client inside, which its types do not show; when a release moves it, opening throws.
 */
export type Sdk = {
  razorpay: Razorpay;
  /** Sends what the package has no way to send: a header of its own. */
  post(path: string, body: object, headers: Record<string, string>): Promise<unknown>;
};

export type SdkOptions = { key: GatewayKey; baseUrl: string; timeoutMs: number };

export function openSdk({ key, baseUrl, timeoutMs }: SdkOptions): Sdk {
  const razorpay = new Razorpay({ key_id: key.id, key_secret: key.secret });
  const http = httpClientOf(razorpay.api);
  Object.assign(http.defaults, {
    baseURL: baseUrl,
    timeout: timeoutMs,
    proxy: false,
    maxRedirects: 0,
  });
  http.interceptors.response.use(refuseText, withBody);
  return {
    razorpay,
    post: async (path, body, headers) => {
      const { data } = await http.post(path, body, { headers });
      return data;
    },
  };
}

/** Any failure of the SDK as ours. */
export function failureOf(error: unknown): GatewayFailure {
  const thrown = Thrown.safeParse(error);
  if (!thrown.success) return new GatewayFailure(0, 'UNKNOWN', String(error), error);
  const { statusCode, response } = thrown.data;
  const told = thrown.data.error ?? response?.data.error;
  return new GatewayFailure(
    statusCode ?? response?.status ?? 0,
    told?.code ?? 'UNKNOWN',
    told?.description ?? '',
    error,
  );
}

const ErrorBody = z.object({ code: z.string(), description: z.string().nullish() });
/** What the package throws, and what its HTTP client throws where we use that alone. */
const Thrown = z.object({
  statusCode: z.number().optional(),
  error: ErrorBody.optional(),
  response: z.object({ status: z.number(), data: z.object({ error: ErrorBody }) }).optional(),
});

type HttpAnswer = { status: number; data: unknown };
type HttpClient = {
  defaults: object;
  interceptors: {
    response: {
      use(ok: (answer: HttpAnswer) => HttpAnswer, failed: (error: unknown) => never): void;
    };
  };
  post(path: string, body: object, options: object): Promise<HttpAnswer>;
};

function httpClientOf(api: object): HttpClient {
  if (!('rq' in api) || !isHttpClient(api.rq)) {
    throw new Error('The razorpay package no longer has its HTTP client where we mend it');
  }
  return api.rq;
}

function isHttpClient(rq: unknown): rq is HttpClient {
  return typeof rq === 'function' && 'defaults' in rq && 'interceptors' in rq && 'post' in rq;
}

/** Half an answer is parsed as text and would pass for a success. */
function refuseText(answer: HttpAnswer): HttpAnswer {
  if (typeof answer.data === 'object' && answer.data !== null) return answer;
  throw noSense(502, 'Not JSON');
}

/** Gives every failure the body that the package reads without looking. */
function withBody(error: unknown): never {
  const answered = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
  const parsed = answered.safeParse(error);
  if (!parsed.success)
    throw noSense(0, error instanceof Error ? error.message : String(error), error);
  const { status, data } = parsed.data.response;
  if (z.object({ error: ErrorBody }).safeParse(data).success) throw error;
  throw noSense(status, `HTTP ${status}`, error);
}

function noSense(status: number, description: string, cause?: unknown): Error {
  const error = new Error(description, { cause });
  return Object.assign(error, {
    response: { status, data: { error: { code: 'NO_ANSWER', description } } },
  });
}
