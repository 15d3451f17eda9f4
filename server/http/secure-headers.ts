import { createMiddleware } from 'hono/factory';
import { answerHeaders } from './answer-headers.ts';

/**
 * What answers say to the browser; files are spared what speaks of windows and frames, a sixth of a kilobyte each. A
 * document brings its own Content-Security-Policy (pages.ts).
 *
 * Browsers keep Strict-Transport-Security for a year. With `subdomains` it also holds for every host below the shop's
 * (ASVS 5.0, 3.4.1), which is off for an owner who has one there without https. It never says `preload`: browsers would
 * carry that for ever.
 */
export function secureHeaders(publicUrl: string, subdomains = true) {
  const onFiles: [string, string][] = [['X-Content-Type-Options', 'nosniff']];
  if (publicUrl.startsWith('https:')) {
    const below = subdomains ? '; includeSubDomains' : '';
    onFiles.push(['Strict-Transport-Security', `max-age=31536000${below}`]);
  }
  const onPages: [string, string][] = [
    ...onFiles,
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ];
  return createMiddleware(async (c, next) => {
    const afterwards = answerHeaders(c, FILES.test(c.req.path) ? onFiles : onPages);
    await next();
    afterwards();
  });
}

/** Scripts, styles, fonts and pictures. */
const FILES = /^\/(?:assets|pictures)\//;
