import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { isLoopback, isThisMachine } from '#server/http/loopback.ts';
import type { Log } from '#server/log.ts';

/**
 * Answers what only demo mode has (kept mails, the sandbox gateway, the gallery) to whoever sits at this machine and to
 * nobody else, and says so once in the log when somebody else asks. Everything else goes by.
 */
export function onlyThisMachine(publicUrl: string, log: Log): MiddlewareHandler {
  const ownName = new URL(publicUrl).hostname;
  let told = false;
  return async (c, next) => {
    if (!isDemoOnly(c) || comesFromHere(c, ownName)) return next();
    if (!told)
      log.warn(
        'demo mode: a request for its mails or its sandbox came from elsewhere and was refused',
      );
    told = true;
    return c.text(
      `This is a part of demo mode and answers on its own machine only, at ${publicUrl}.\n`,
      403,
      {
        'Cache-Control': 'no-store',
      },
    );
  };
}

/** However the path is written: the router of the pages takes other cases and encodings for the same. */
function isDemoOnly(c: Context): boolean {
  return [c.req.path, new URL(c.req.url).pathname].some((path) =>
    /^\/+(?:dev|sandbox)(?:[/.]|$)/i.test(decode(path)),
  );
}

function decode(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * A connection from this machine that asks by one of its own names, in which nothing speaks of a proxy or of another
 * site. The name keeps out pages of other sites whose name was made to lead here (DNS rebinding).
 *
 * nginx as it comes, before 1.29, asks by the name it was given for us and says nothing of itself, but speaks
 * HTTP/1.0, which nothing else does any more.
 */
function comesFromHere(c: Context, ownName: string): boolean {
  const incoming = c.env?.incoming;
  if (!incoming || incoming.httpVersion === '1.0') return false;
  if (!isLoopback(getConnInfo(c).remote.address)) return false;
  const isOurs = (name: string) => isThisMachine(name) || name === ownName;
  const asked = (c.req.header('host') ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  if (!isOurs(asked)) return false;
  if (c.req.header('sec-fetch-site') === 'cross-site') return false;
  const linkedFrom = ['origin', 'referer'].flatMap((name) => c.req.header(name) ?? []);
  return linkedFrom.every((url) => isOurs(hostOf(url))) && !tellsOfProxy(c);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * What browsers send to a page of this machine, and what the programs do that try the shop here (curl, fetch,
 * Playwright). A list of what proxies, tunnels and content networks add instead would never be complete: each has
 * names of its own.
 */
const OF_VISITORS = new Set([
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
]);

/** Client hints, and which page of which site asks; no page can write headers of these names. */
const OF_BROWSERS = /^sec-(?:fetch|ch)-/;

function tellsOfProxy(c: Context): boolean {
  return Object.keys(c.req.header()).some(
    (name) => !OF_VISITORS.has(name) && !OF_BROWSERS.test(name),
  );
}
