import { isIPv4 } from 'node:net';
import type { Auth } from '@aparajita/auth-server';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { sessionEndpoints } from '#contract/sessions.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';

const ERRORS = {
  none: 'session_not_found',
  newer: 'reauthentication_needed',
  resetting: 'session_resetting',
} as const satisfies Record<string, ErrorCode>;

/** A shopper's devices: the sessions of their account. */
export function sessionRoutes({ authenticate, sessions }: Pick<Auth, 'authenticate' | 'sessions'>) {
  return serveEndpoints(sessionEndpoints, authenticate, {
    'GET /sessions': async (_, c) => {
      const open = await sessions.list(c.req.header('authorization'));
      return open.map(({ address, ...session }) => ({
        ...session,
        network: shortNetwork(address),
      }));
    },

    'DELETE /sessions/{id}': async ({ params }, c) => {
      const outcome = await sessions.end(c.req.header('authorization'), params.id);
      if (outcome !== 'ended') throw new AppError(ERRORS[outcome]);
    },
  });
}

/**
 * The prefix of an IP address: enough for a shopper to recognize their network, without the full address. IPv4
 * '203.0.x.x', IPv6 '2001:db8:1::'. We do not look up the location.
 */
export function shortNetwork(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.x.x`;
  const [head = ''] = address.split('::');
  return `${head.split(':').slice(0, 3).join(':')}::`;
}
