import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'hono';

/**
 * The address a request came from, or null when there is none (no socket). Of X-Forwarded-For only the entries
 * count that our own `trustProxyHops` proxies have appended, from the right; a client can write the rest.
 */
export function clientAddress(c: Context, trustProxyHops: number): string | null {
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',');
  const claimed = trustProxyHops > 0 ? forwarded.at(-trustProxyHops)?.trim() : undefined;
  const address = (claimed || socketAddress(c.env))
    ?.replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, ''); // by which of our interfaces: PostgreSQL's type for addresses does not take it
  return address && isIP(address) ? address : null;
}

/** What counts as one neighbour: an IPv4 address, or the /64 that a single IPv6 customer is given. */
export function neighbourhood(address: string | null): string | null {
  if (address === null || isIPv4(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  const filled = [...groups, ...Array(Math.max(missing, 0)).fill('0'), ...(tail ?? '').split(':')];
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '') || '0')
    .join(':')}::/64`;
}

/** The other end of the connection, where @hono/node-server has put it. */
function socketAddress(env: unknown): string | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined;
  const { incoming } = env;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming))
    return undefined;
  const { socket } = incoming;
  if (typeof socket !== 'object' || socket === null || !('remoteAddress' in socket))
    return undefined;
  return typeof socket.remoteAddress === 'string' ? socket.remoteAddress : undefined;
}
