import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Errors that any endpoint can return. */
export const COMMON_ERRORS: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable'];

const WITH_BODY: ErrorCode[] = [
  'malformed_json',
  'invalid_input',
  'payload_too_large',
  'unsupported_media_type',
];

/** The errors that an endpoint can return besides `COMMON_ERRORS`. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(endpoint.idempotent ? (['idempotency_key_missing'] as const) : []),
    ...endpoint.errors,
    ...(endpoint.access === 'shopper' ? (['not_signed_in'] as const) : []),
    ...(endpoint.body ? WITH_BODY : endpoint.query ? (['invalid_input'] as const) : []),
  ];
  return [...new Set(codes)];
}
