import type { ReferenceOperation } from '#contract/reference.ts';

/** The request as a curl command. */
export function curlOf(operation: ReferenceOperation, origin: string): string {
  const { method, path, signedIn, idempotent, body } = operation;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}${path}`,
    signedIn && `-H 'Authorization: Bearer …'`,
    idempotent && `-H 'Idempotency-Key: order-2026-01-31-a'`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d '${body.example}'`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' \\\n  ');
}
