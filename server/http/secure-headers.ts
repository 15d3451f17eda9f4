import { createMiddleware } from 'hono/factory';
import { setResponseHeaders } from './response-headers.ts';

/**
 * Security headers. Files get only those that matter to them, which saves a sixth of a kilobyte each. A document sets
 * its own Content-Security-Policy (pages.ts).
 *
 * Browsers remember Strict-Transport-Security for a year. With `subdomains` it also covers every subdomain (ASVS 5.0,
 * 3.4.1); an owner with a subdomain without https turns it off. It never says `preload`, which browsers would ship for
 * ever.
 */
export function secureHeaders(publicUrl: string, subdomains = true) {
  const { onFiles, onPages } = securityHeaders(publicUrl, subdomains);
  return createMiddleware(async (c, next) => {
    const afterwards = setResponseHeaders(c, FILES.test(c.req.path) ? onFiles : onPages);
    await next();
    afterwards();
  });
}

export function securityHeaders(publicUrl: string, subdomains = true) {
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
  return { onFiles, onPages };
}

/** Scripts, styles, fonts and pictures. */
const FILES = /^\/(?:assets|pictures)\//;
