import type { Context, MiddlewareHandler } from 'hono';
import { clientAddress, neighbourhood } from '../../auth/client-address.ts';
import type { TakeOne } from '../limits.ts';

/**
 * Counts a request under the network it comes from: an IPv4 address, an IPv6 /64. What comes over no socket is not
 * counted.
 */
export async function takeFromNetworkOf(c: Context, take: TakeOne, trustProxyHops: number) {
  const network = neighbourhood(clientAddress(c, trustProxyHops));
  if (network !== null) await take(network);
}

/** The same in front of a route, before anything is read. */
export function limitNetwork(take: TakeOne, trustProxyHops: number): MiddlewareHandler {
  return async (c, next) => {
    await takeFromNetworkOf(c, take, trustProxyHops);
    await next();
  };
}
