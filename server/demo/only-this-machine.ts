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
  const linkedFrom = ['origin', 'referer'].flatMap((name) => c.req.header(name) ?? []);
  return linkedFrom.every((url) => isOurs(hostOf(url))) && !tellsOfProxy(c);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** What proxies, load balancers, tunnels and content networks add, by how it begins. */
const OF_PROXIES = new RegExp(
  `^(?:${[
    ...[
      'forwarded',
      'x-forwarded',
      'via$',
      'x-real-ip',
      '(?:true-|x-)?client-ip',
      'x-cluster-client',
    ],
    ...[
      'x-(?:remote|original|proxy|tunnel|host|scheme|url-scheme|http-|rewrite|request-start)',
      'proxy-',
    ],
    ...['cf-', 'cdn-', 'fly-', 'fastly-', '(?:x-)?akamai', 'tailscale-', 'ngrok'],
    ...['x-(?:envoy|amz|azure|arr-|appengine|cloud-trace|vercel|nf-|cdn)'],
  ].join('|')})`,
  'i',
);

function tellsOfProxy(c: Context): boolean {
  return Object.keys(c.req.header()).some((name) => OF_PROXIES.test(name));
}
