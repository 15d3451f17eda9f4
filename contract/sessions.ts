import * as z from 'zod/mini';
import type { EndpointTable } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';

/** Where a shopper is signed in. */
export const Session = z.object({
  id: Id,
  /** Browser and system in words, 'Chrome on Android'; null when it did not say. */
  device: z.nullable(z.string()),
  /** The beginning of its network address, '203.0.x.x'; null when it had none. */
  network: z.nullable(z.string()),
  signed_in_at: Timestamp,
  /** When it last renewed its access, which it does about once an hour while it is used. */
  last_seen_at: Timestamp,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessionEndpoints = {
  'GET /sessions': {
    summary: 'Where the shopper is signed in, the last seen first; at most 50',
    access: 'shopper',
    status: 200,
    answer: z.array(Session),
    refusals: [],
  },
  'DELETE /sessions/{id}': {
    summary: 'Sign out one device, at once',
    access: 'shopper',
    params: z.object({ id: Id }),
    status: 204,
    refusals: ['session_not_found'],
  },
} as const satisfies EndpointTable;
