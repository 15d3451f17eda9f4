import { isIP, isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/**
 * The address of the client, or null when none is readable. Only the rightmost `trustProxyHops` entries of
 * X-Forwarded-For come from our own proxies; a client can write the rest.
 */
export function clientAddress(c: Context, trustProxyHops: number): string | null {
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',');
  const claimed = trustProxyHops > 0 ? forwarded.at(-trustProxyHops)?.trim() : undefined;
  return parseAddress(claimed || (socketAddress(c) ?? ''));
}

/** What one rate limit covers: an IPv4 address, the /64 of one IPv6 customer, or all clients without an address. */
export function networkOf(address: string | null): string {
  return address === null ? UNKNOWN : (prefixOf(address, 4) ?? address);
}

/**
 * The /48 that one IPv6 customer may have with all its 65,536 networks, or that a carrier gives to as many phones; null
 * for anything but IPv6.
 */
export function siteOf(address: string | null): string | null {
  return address === null ? null : prefixOf(address, 3);
}

/** The first groups of 16 bits. */
function prefixOf(address: string, groups: number): string | null {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return null;
  const prefix = parsed.parts.slice(0, groups).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

/** All requests without a readable address share one network, so that each is counted. */
const UNKNOWN = 'unknown';

/**
 * An address as proxies write it: with a port, in brackets, in quotes, behind `for=` (RFC 7239), with a zone, or
 * IPv4 inside IPv6. The result is in one spelling, and PostgreSQL's `inet` takes it; null for anything else.
 */
export function parseAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^for=/i, '')
    .replace(/^"(.*)"$/, '$1');
  const host = HOST_AND_PORT.exec(bare)?.groups?.host ?? bare;
  const [address = ''] = host.split('%'); // without the zone: it names one of our own interfaces
  // The library also reads short and octal forms, which no proxy writes.
  return isIP(address) ? ipaddr.process(address).toString() : null;
}

const HOST_AND_PORT = /^(?:\[(?<host>[^\]]*)\]|(?<host>[\d.]+))(?::\d{1,5})?$/;

/** The peer address of the connection; absent when a test calls the app without a socket. */
function socketAddress(c: Context): string | undefined {
  const incoming: Partial<HttpBindings>['incoming'] = c.env?.incoming;
  return incoming?.socket?.remoteAddress;
}

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
