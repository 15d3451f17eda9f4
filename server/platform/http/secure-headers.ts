import { createMiddleware } from 'hono/factory';
import { answerHeaders } from './answer-headers.ts';

/** What every answer says to the browser. A document brings its own Content-Security-Policy (pages.ts). */
export function secureHeaders(publicUrl: string) {
  const everywhere: [string, string][] = [['X-Content-Type-Options', 'nosniff']];
  const onPages: [string, string][] = [
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ];
  if (publicUrl.startsWith('https:')) {
    everywhere.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  }
  const all = [...everywhere, ...onPages];
  return createMiddleware(async (c, next) => {
    const isFile = FILES.test(c.req.path);
    const afterwards = answerHeaders(c, isFile ? everywhere : all);
    await next();
    afterwards();
  });
}

/** Pictures, fonts, scripts: what speaks of windows and frames would only be carried along, a sixth of a kilobyte each. */
const FILES = /^\/(?:assets|pictures)\//;
