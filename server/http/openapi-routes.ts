import { Hono } from 'hono';
import { openapiDocument } from './openapi.ts';

/** `/api/openapi.json` for programs; `/api/reference` is the page for people. */
export function openapiRoutes(publicUrl: string) {
  const document = JSON.stringify(openapiDocument(publicUrl));
  const app = new Hono();
  app.get('/openapi.json', (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }),
  );
  return app;
}
