import { isIPv4 } from 'node:net';

/**
 * Whether a host name (without port; IPv6 with or without brackets) can only mean this machine: localhost, 127.0.0.0/8
 * or ::1, in exactly these spellings. Programs disagree about `0` and `127.1`, and some look up names under localhost
 * in DNS.
 */
export function isThisMachine(name: string): boolean {
  const host = name.toLowerCase();
  return ['localhost', '::1', '[::1]'].includes(host) || isLoopbackV4(host);
}

/** True for a page address that only this machine can reach; browsers treat every name under localhost as such. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return isThisMachine(hostname) || hostname.endsWith('.localhost');
}

/** Whether the peer of a connection is on this machine; IPv4 may be written as IPv6. */
export function isLoopback(address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:/i, '') ?? '';
  return bare === '::1' || isLoopbackV4(bare);
}

function isLoopbackV4(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.');
}
