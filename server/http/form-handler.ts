import type { Context, Handler } from 'hono';
import { html } from 'hono/html';
import type * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import { parse, readForm } from './parse-request.ts';

/**
 * Handles a form sent without scripts: the same validation and the same function as its API endpoint, answered with a
 * page. On success it redirects to `done`.
 *
 * It accepts only forms from our own pages. The API requires JSON, which other sites cannot send without CORS; this
 * handler must not be a way around that.
 */
export function formHandler<S extends z.core.$ZodType>(
  publicUrl: string,
  schema: S,
  action: (form: z.output<S>, c: Context) => Promise<void>,
  done: string,
): Handler {
  return async (c) => {
    if (!isSameOrigin(c, publicUrl)) return errorPage(new AppError('not_found'));
    try {
      await action(parse(schema, await readForm(c)), c);
    } catch (error) {
      if (error instanceof AppError) return errorPage(error);
      throw error;
    }
    return c.redirect(done, 303);
  };
}

/** The error as plain HTML: "back" shows the form as it was typed. */
function errorPage(error: AppError): Response {
  const faults = Object.values(error.fields ?? {});
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
        <p>${faults.length > 0 ? faults.join('. ') : error.message}</p>
        <p>Please go back: what you typed is still there.</p>
      </body>
    </html>`;
  return new Response(String(page), {
    status: error.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      ...(error.retryAfter && { 'Retry-After': String(error.retryAfter) }),
    },
  });
}

/** Browsers send the origin of the page with a form, and no page can change that. */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  return site ? site === 'same-origin' : c.req.header('origin') === publicUrl;
}
