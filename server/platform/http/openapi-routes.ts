import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { REFUSALS } from '#contract/refusals.ts';
import { openapiDocument } from './openapi.ts';

/** `/api/openapi.json` for machines and `/api/reference` for people. */
export function openapiRoutes(publicUrl: string) {
  const document = JSON.stringify(openapiDocument(publicUrl));
  const app = new Hono();
  app.get('/openapi.json', (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }),
  );
  app.get('/reference', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    c.header('Cache-Control', 'no-cache');
    return c.html(referencePage());
  });
  return app;
}

/** Plain HTML in the browser's own look: it needs no script, no style and no upkeep. */
function referencePage() {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>Aparajita · API reference</title>
      </head>
      <body>
        <h1>API reference</h1>
        <p>
          Everything is JSON under <code>/api</code>; the same as
          <a href="/api/openapi.json">OpenAPI</a>. Shoppers send
          <code>Authorization: Bearer …</code> with the access token of their session.
        </p>
        ${Object.entries<Endpoint>(endpoints).map(
          ([key, endpoint]) => html`
            <h2><code>${key}</code></h2>
            <p>${endpoint.summary}. For ${endpoint.access === 'shopper' ? 'a signed-in shopper' : 'anyone'}.
              ${endpoint.idempotent ? 'Needs an Idempotency-Key header.' : ''}
              Answers ${endpoint.status}.</p>
            ${
              endpoint.refusals.length > 0 &&
              html`<ul>
                ${endpoint.refusals.map(
                  (code) =>
                    html`<li>${REFUSALS[code].status} <code>${code}</code>: ${REFUSALS[code].message}</li>`,
                )}
              </ul>`
            }`,
        )}
      </body>
    </html>`;
}
