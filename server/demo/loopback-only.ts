import type { Server } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { REAL_SHOP } from '#server/environment/demo-mode.ts';
import type { Settings } from '#server/environment/settings.ts';
import { isLoopback, isThisMachine } from '#server/http/client-address.ts';
import type { Log } from '#server/log.ts';

/**
 * Restricts the routes of demo mode (stored emails, the sandbox gateway) to users of this machine, and
 * logs the first refused request. Other routes are not affected.
 */
export function loopbackOnly(publicUrl: string, log: Log): MiddlewareHandler {
  const ownName = new URL(publicUrl).hostname;
  let hasWarned = false;
  return async (c, next) => {
    if (!isDemoOnly(c) || comesFromHere(c, ownName)) return next();
    if (!hasWarned)
      log.warn(
        'demo mode: a request for its emails or its sandbox came from elsewhere and was refused',
      );
    hasWarned = true;
    return c.text(
      `This is a part of demo mode and answers on its own machine only, at ${publicUrl}.\n`,
      403,
      {
        'Cache-Control': 'no-store',
      },
    );
  };
}

/** Decodes the path first: the router treats other cases and encodings as the same path. */
function isDemoOnly(c: Context): boolean {
  if (PLAIN.test(c.req.path) && !/dev|sandbox/i.test(c.req.path)) return false;
  return [c.req.path, new URL(c.req.url).pathname].some((path) =>
    /^\/+(?:dev|sandbox)(?:[/.]|$)/i.test(decode(path)),
  );
}

/**
 * A path in which no part needs decoding. Most paths are such; for them the URL is not parsed, which would be a tenth of
 * the cost of a request.
 */
const PLAIN = /^(?:\/[\w-]+)+(?:\.data)?$/;

function decode(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Whether a request comes from this machine, under one of its own names, without signs of a proxy or another site. The
 * check of the name blocks pages of other sites whose name resolves to this machine (DNS rebinding).
 *
 * nginx before 1.29 with its default settings sends our own name and no header of its own, but speaks HTTP/1.0, which
 * nothing else does any more.
 */
function comesFromHere(c: Context, ownName: string): boolean {
  const incoming = c.env?.incoming;
  if (!incoming || incoming.httpVersion === '1.0') return false;
  if (!isLoopback(getConnInfo(c).remote.address)) return false;
  const isOurs = (name: string) => isThisMachine(name) || name === ownName;
  const host = (c.req.header('host') ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  if (!isOurs(host)) return false;
  if (c.req.header('sec-fetch-site') === 'cross-site') return false;
  const linkedFrom = ['origin', 'referer'].flatMap((name) => c.req.header(name) ?? []);
  return linkedFrom.every((url) => isOurs(hostOf(url))) && !hasProxyHeaders(c);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * Headers that browsers, curl, fetch and Playwright send to a page of this machine. A list of those that proxies,
 * tunnels and CDNs add instead would never be complete: each has names of its own.
 */
const CLIENT_HEADERS = new Set([
  ...['host', 'connection', 'user-agent', 'upgrade-insecure-requests', 'dnt', 'priority', 'te'],
  ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'pragma', 'if-none-match'],
  ...[
    'if-modified-since',
    'range',
    'cookie',
    'origin',
    'referer',
    'content-type',
    'content-length',
  ],
  ...['transfer-encoding', 'sec-gpc', 'sec-purpose', 'purpose', 'save-data'],
  'service-worker-navigation-preload', // as public/sw.js asks for
]);

/** Client hints and fetch metadata; pages cannot set headers of these names. */
const BROWSER_HEADERS = /^sec-(?:fetch|ch)-/;

function hasProxyHeaders(c: Context): boolean {
  return Object.keys(c.req.header()).some(
    (name) => !CLIENT_HEADERS.has(name) && !BROWSER_HEADERS.test(name),
  );
}

/** Announces demo mode at the start, on the terminal and in the log. Does nothing for a production shop. */
export function announceDemo({ demo, publicUrl }: Settings, log: Log): void {
  if (!demo) return;
  console.log(
    `Demo mode: no money moves, nothing is sent, and emails wait at ${publicUrl}/dev/mailbox.\n${REAL_SHOP}: see docs/settings.md.`,
  );
  log.warn('demo mode: no money moves, nothing is sent, and emails are stored in the database');
}

/**
 * Why a demo must not listen on this address; null when it may. A name such as localhost is resolved through a file
 * that anybody may have edited, so this checks the address on which the server listens.
 */
export function demoListenError({ demo }: Pick<Settings, 'demo'>, server: Server): string | null {
  const bound = server.address();
  const isHere = typeof bound === 'object' && isLoopback(bound?.address);
  if (!demo || isHere) return null;
  return `HOST: leads to an address that others can reach, and demo mode is for this machine alone. ${REAL_SHOP}.`;
}
