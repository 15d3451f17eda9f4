import { isIPv4 } from 'node:net';

/**
 * Whether a host name (without port; IPv6 with or without brackets) can only mean this machine: localhost,
 * 127.0.0.0/8 or ::1. Written in one of these ways and no other: `0` and `127.1` are read differently by different
 * programs, and a name under localhost is looked up by some.
 */
export function isThisMachine(name: string): boolean {
  const host = name.toLowerCase();
  return ['localhost', '::1', '[::1]'].includes(host) || isLoopbackV4(host);
}

/** True for a page's address that only this machine can reach; browsers take every name under localhost for it. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return isThisMachine(hostname) || hostname.endsWith('.localhost');
}

/** Whether the other end of a connection is on this machine; IPv4 may be written as IPv6. */
export function isLoopback(address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:/i, '') ?? '';
  return bare === '::1' || isLoopbackV4(bare);
}

function isLoopbackV4(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.');
}
