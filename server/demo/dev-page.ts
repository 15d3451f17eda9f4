import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { LIGHT } from '#server/email/template/theme.ts';

type Html = ReturnType<typeof html>;

const STYLE = `
:root{color-scheme:light;font:16px/1.6 Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
body{margin:0;background:${LIGHT['surface-muted']};color:${LIGHT.body}}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0 0 .25rem;color:${LIGHT.foreground};font:400 2rem/1.2 Fraunces,Georgia,serif}
a{color:${LIGHT.primary}}
.card{box-sizing:border-box;width:100%;margin:1.5rem 0 0;padding:.5rem 1.5rem;border:1px solid ${LIGHT.border};border-radius:1.25rem;background:${LIGHT.surface}}
ul{list-style:none}
li{padding:.9rem 0;overflow-wrap:anywhere}
li+li{border-top:1px solid ${LIGHT.border}}
li a{display:block;overflow:hidden;color:${LIGHT.body};text-decoration:none;text-overflow:ellipsis;white-space:nowrap}
li a:hover strong{text-decoration:underline}
strong{margin-right:.5rem;color:${LIGHT.foreground}}
li p,dl,.about{margin:0;color:${LIGHT.muted};font-size:.9375rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;overflow-wrap:anywhere}
dd{margin:0;color:${LIGHT.body}}
iframe.card{height:62rem;max-height:85vh;padding:0}
.card+.about{margin-top:1rem}
code{white-space:nowrap}
button{min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:99rem;background:${LIGHT.primary};color:#fff;font:inherit;font-weight:600;cursor:pointer}
summary{padding:.6rem 0;cursor:pointer;color:${LIGHT.foreground};font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

/** It also applies to an email in its frame: inline styles, pictures of the shop, no scripts. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A page of demo mode, in the shop's colours and without its scripts.
 *
 * @param script the policy's source for the one inline script that it may run; none by default.
 */
export function showDevPage(c: Context, title: string, main: Html, script?: string) {
  c.header('Content-Security-Policy', script ? `${POLICY}; script-src ${script}` : POLICY);
  c.header('Cache-Control', 'no-store');
  return c.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Demo</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body><main>${main}</main></body>
    </html>`);
}
