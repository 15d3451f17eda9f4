import type { APIResponse } from '@playwright/test';

/** The bytes of a response as sent: headers and compressed body. */
export function responseSize(answer: APIResponse): number {
  const headers = answer.headersArray().map(({ name, value }) => name.length + value.length + 4);
  return headers.reduce((sum, bytes) => sum + bytes, Number(answer.headers()['content-length']));
}
