import type { Context } from 'hono';

/** Browsers send the origin of the page with a form, and no page can change that. */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  return site ? site === 'same-origin' : c.req.header('origin') === publicUrl;
}
