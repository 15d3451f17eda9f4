import { isIPv4 } from 'node:net';

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
