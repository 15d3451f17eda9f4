import * as z from 'zod/mini';
import type { EndpointTable } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';

/** A device on which the shopper is signed in. */
export const Session = z.object({
  id: Id,
  /** Browser and operating system, 'Chrome on Android'; null when unknown. */
  device: z.nullable(z.string()),
  /** The prefix of its IP address, '203.0.x.x'; null when unknown. */
  network: z.nullable(z.string()),
  signed_in_at: Timestamp,
  /** When it last refreshed its token, which it does about once an hour while in use. */
  last_seen_at: Timestamp,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessionEndpoints = {
  'GET /sessions': {
    summary: 'The shopper’s sessions, the last seen first; at most 50',
    access: 'shopper',
    status: 200,
    response: z.array(Session),
    errors: [],
  },
  'DELETE /sessions/{id}': {
    summary: 'Sign out one device, at once',
    access: 'shopper',
    params: z.object({ id: Id }),
    status: 204,
    errors: ['session_not_found', 'reauthentication_needed', 'session_resetting'],
  },
} as const satisfies EndpointTable;
