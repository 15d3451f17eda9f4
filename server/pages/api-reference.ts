import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { DAY_SECONDS } from '#domain/day.ts';
import { contentSecurityPolicy } from '#server/pages/content-security-policy.ts';
import { cspHash } from '#server/pages/inline-scripts.ts';

/**
 * `/api/reference`: Swagger UI shows `/api/openapi.json` to people. Where it `sendsRequests`, each endpoint can be tried;
 * in a real shop none can, because a test order would be shipped.
 */
export function referenceRoutes(sendsRequests: boolean) {
  const options = {
    url: '/api/openapi.json',
    dom_id: '#reference',
    validatorUrl: null, // otherwise it asks a foreign host to check the document
    ...(!sendsRequests && { supportedSubmitMethods: [] }),
  };
  const start = `SwaggerUIBundle(${JSON.stringify(options)})`;
  const policy = contentSecurityPolicy({ scripts: [cspHash(start)], styles: [] });
  const app = new Hono();
  app.get('/reference', (c) => {
    c.header('Content-Security-Policy', policy);
    return c.html(html`<!doctype html>
      <html lang="en-IN">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>API reference | Aparajita</title>
          <link rel="stylesheet" href="/api/reference/swagger-ui.css" />
        </head>
        <body>
          <div id="reference"><a href="/api/openapi.json">The API as OpenAPI</a></div>
          <script src="/api/reference/swagger-ui-bundle.js"></script>
          <script>${raw(start)}</script>
        </body>
      </html>`);
  });
  for (const [name, type] of FILES) {
    let packed: ReturnType<typeof readPacked> | undefined;
    app.get(`/reference/${name}`, async (c) => {
      packed ??= readPacked(name);
      return c.body(await packed, 200, {
        'Content-Type': type,
        'Content-Encoding': 'gzip',
        'Cache-Control': `public, max-age=${DAY_SECONDS}`,
      });
    });
  }
  return app;
}

const FILES = [
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
] as const;

const compress = promisify(gzip);
const require = createRequire(import.meta.url);

/** As gzip, which every browser reads. Not before the first visit, because few people open the page. */
async function readPacked(name: string) {
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  return new Uint8Array(await compress(await readFile(path.join(folder, name))));
}
