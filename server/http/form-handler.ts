import type { Context, Handler } from 'hono';
import { html } from 'hono/html';
import type * as z from 'zod/mini';
import { AppError } from '#contract/errors.ts';
import { parse } from './read-request.ts';

/**
 * A form that is sent without scripts: the same rules and the same verb as its endpoint of the API, answered with a
 * page. `done` is where the visitor is sent when all is well.
 *
 * Only pages of ours may send it: an address of the API asks for JSON, which other sites' pages cannot send unasked,
 * and this door must not be the way around.
 */
export function formDoor<S extends z.ZodMiniType>(
  publicUrl: string,
  schema: S,
  verb: (form: z.output<S>, c: Context) => Promise<void>,
  done: string,
): Handler {
  return async (c) => {
    if (!fromOurPages(c, publicUrl)) return sayRefusal(new AppError('not_found'));
    try {
      await verb(parse(schema, await fieldsOf(c)), c);
    } catch (error) {
      if (error instanceof AppError) return sayRefusal(error);
      throw error;
    }
    return c.redirect(done, 303);
  };
}

/** A form's fields; none of one that cannot be read as what it says it is. */
export async function fieldsOf(c: Context): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody();
  } catch (error) {
    if (error instanceof TypeError) return {};
    throw error;
  }
}

/** Browsers say which page a form stood in, and no page can make them say otherwise. */
export function fromOurPages(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  return site ? site === 'same-origin' : c.req.header('origin') === publicUrl;
}

/** What is wrong, in plain HTML: going back shows the form as it was typed. */
export function sayRefusal(refusal: AppError): Response {
  const faults = Object.values(refusal.fields ?? {});
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>Not sent | Aparajita</title>
      </head>
      <body>
        <h1>This was not sent</h1>
        <p>${faults.length > 0 ? faults.join('. ') : refusal.message}</p>
        <p>Please go back: what you typed is still there.</p>
      </body>
    </html>`;
  return new Response(String(page), {
    status: refusal.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      ...(refusal.retryAfter && { 'Retry-After': String(refusal.retryAfter) }),
    },
  });
}
