import { createMiddleware } from 'hono/factory';
import { answerHeaders } from './answer-headers.ts';

/** What every answer says to the browser. A document brings its own Content-Security-Policy (pages.ts). */
export function secureHeaders(publicUrl: string) {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ];
  if (publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  }
  return createMiddleware(async (c, next) => {
    const afterwards = answerHeaders(c, headers);
    await next();
    afterwards();
  });
}
