import { isIPv4 } from 'node:net';

/**
 * The beginning of a network address: enough to tell home from elsewhere, and not the address itself. IPv4 '203.0.x.x',
 * IPv6 '2001:db8:1::'. Where in the world it is we do not know.
 */
export function shortNetwork(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.x.x`;
  const [head = ''] = address.split('::');
  return `${head.split(':').slice(0, 3).join(':')}::`;
}
