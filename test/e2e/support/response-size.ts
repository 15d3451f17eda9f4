import type { APIResponse } from '@playwright/test';

/** Bytes of an answer on the wire: its heads and its body. */
export function responseSize(answer: APIResponse): number {
  const heads = answer.headersArray().map(({ name, value }) => name.length + value.length + 4);
  return heads.reduce((sum, bytes) => sum + bytes, Number(answer.headers()['content-length']));
}
