import Razorpay from 'razorpay';
import * as z from 'zod';
import type { GatewayKey } from './keys.ts';

/**
 * The razorpay package (2.9.8) with fixes. By itself it has no timeout, loses the cause of a network error (`TypeError:
 * … reading 'status'`), returns a half-received response as text, and cannot send headers. We fix that in its internal
 * HTTP client, which its types do not show; if a release moves that, `openSdk` throws.
 */
type Sdk = {
  razorpay: Razorpay;
  /** Sends a request with custom headers, which the package cannot. */
  post(path: string, body: object, headers: Record<string, string>): Promise<unknown>;
};

type SdkOptions = { key: GatewayKey; baseUrl: string; timeoutMs: number };

export function openSdk({ key, baseUrl, timeoutMs }: SdkOptions): Sdk {
  const razorpay = new Razorpay({ key_id: key.id, key_secret: key.secret });
  const http = httpClientOf(razorpay.api);
  Object.assign(http.defaults, {
    baseURL: baseUrl,
    timeout: timeoutMs,
    proxy: false,
    maxRedirects: 0,
  });
  http.interceptors.response.use(rejectText, withErrorBody);
  return {
    razorpay,
    post: async (path, body, headers) => {
      const { data } = await http.post(path, body, { headers });
      return data;
    },
  };
}

/** Converts any failure of the SDK. */
export function failureOf(error: unknown): GatewayFailure {
  const thrown = Thrown.safeParse(error);
  if (!thrown.success) return new GatewayFailure(0, 'UNKNOWN', String(error), error);
  const { statusCode, response } = thrown.data;
  const body = thrown.data.error ?? response?.data.error;
  return new GatewayFailure(
    statusCode ?? response?.status ?? 0,
    body?.code ?? 'UNKNOWN',
    body?.description ?? '',
    error,
  );
}

const ErrorBody = z.object({ code: z.string(), description: z.string().nullish() });
/** What the package throws, and what its HTTP client throws when we call that directly. */
const Thrown = z.object({
  statusCode: z.number().optional(),
  error: ErrorBody.optional(),
  response: z.object({ status: z.number(), data: z.object({ error: ErrorBody }) }).optional(),
});

type HttpResponse = { status: number; data: unknown };
type HttpClient = {
  defaults: object;
  interceptors: {
    response: {
      use(ok: (response: HttpResponse) => HttpResponse, failed: (error: unknown) => never): void;
    };
  };
  post(path: string, body: object, options: object): Promise<HttpResponse>;
};

function httpClientOf(api: object): HttpClient {
  if (!('rq' in api) || !isHttpClient(api.rq)) {
    throw new Error('The razorpay package no longer has its HTTP client where we patch it');
  }
  return api.rq;
}

function isHttpClient(rq: unknown): rq is HttpClient {
  return typeof rq === 'function' && 'defaults' in rq && 'interceptors' in rq && 'post' in rq;
}

/** The HTTP client returns a half-received response as text, which would count as a success. */
function rejectText(response: HttpResponse): HttpResponse {
  if (typeof response.data === 'object' && response.data !== null) return response;
  throw invalidResponse(502, 'Not JSON');
}

/** Adds an error body to every failure, because the package reads it without a check. */
function withErrorBody(error: unknown): never {
  const failure = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
  const parsed = failure.safeParse(error);
  if (!parsed.success)
    throw invalidResponse(0, error instanceof Error ? error.message : String(error), error);
  const { status, data } = parsed.data.response;
  if (z.object({ error: ErrorBody }).safeParse(data).success) throw error;
  throw invalidResponse(status, `HTTP ${status}`, error);
}

function invalidResponse(status: number, description: string, cause?: unknown): Error {
  const error = new Error(description, { cause });
  return Object.assign(error, {
    response: { status, data: { error: { code: 'INVALID_RESPONSE', description } } },
  });
}

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
