import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Database } from '#server/database/database.ts';
import { type StoredEmail, storedEmail, storedEmails } from '#server/email/stored-emails.ts';
import { LIGHT } from '#server/email/template/theme.ts';
import { isSameOrigin } from '#server/http/form-handler.ts';
import { cspHash } from '#server/pages/inline-scripts.ts';

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
function showDevPage(c: Context, title: string, main: Html, script?: string) {
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

/** The dev mailbox of demo mode: `/mailbox` and `/mailbox/ID` as pages, `/mailbox.json` for tests, newest first. */
export function mailboxRoutes(database: Database) {
  const app = new Hono();
  app.get('/mailbox.json', async (c) => c.json(await storedEmails(database)));
  app.get('/mailbox', async (c) => showDevPage(c, 'Mailbox', list(await storedEmails(database))));
  app.get('/mailbox/:id', async (c) => {
    const email = await storedEmail(database, c.req.param('id'));
    return email ? showDevPage(c, email.subject, opened(email)) : c.notFound();
  });
  return app;
}

function list(emails: StoredEmail[]): Html {
  return html`<h1>Mailbox</h1>
    <p class="about">Emails the shop would have sent. This page exists in demo mode only, as does <a href="/dev/admin">the way into the admin</a>.</p>
    ${emails.length === 0 && html`<p class="card">No email yet. Sign up, place an order, and look again.</p>`}
    <ul class="card" ${emails.length === 0 && 'hidden'}>
      ${emails.map(
        (email) => html`<li>
          <a href="/dev/mailbox/${email.id}"><strong>${email.subject}</strong> ${firstSentence(email)}</a>
          <p>${email.to} · ${formatTime(email)}</p>
        </li>`,
      )}
    </ul>`;
}

function opened(email: StoredEmail): Html {
  return html`<p><a href="/dev/mailbox">&larr; All emails</a></p>
    <h1>${email.subject}</h1>
    <dl>
      <dt>To</dt><dd>${email.to}</dd>
      ${email.reply_to && html`<dt>Answers to</dt><dd>${email.reply_to}</dd>`}
      ${Object.entries(email.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      <dt>Stored</dt><dd>${formatTime(email)}</dd>
    </dl>
    <iframe class="card" title="The email as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${inFrame(email)}"></iframe>
    <details class="card"><summary>The same as plain text</summary><pre>${email.text}</pre></details>`;
}

/** Makes links open in the whole window, because the frame's policy blocks the shop's pages. */
function inFrame(email: StoredEmail): string {
  return email.html.replace('<head>', '<head><base target="_top">');
}

/** The first sentence of the text after its heading. */
function firstSentence(email: StoredEmail): string {
  return email.text.split('\n\n')[1]?.split('\n')[0] ?? '';
}

function formatTime({ created_at }: StoredEmail): string {
  return DATE.format(new Date(created_at));
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** Keeps the session where the shop's pages look for it, and opens the admin. */
const OPEN = `
const session = document.getElementById('session').textContent;
localStorage.setItem('shop-auth', session);
location.replace('/admin');`;

/**
 * `/dev/admin` of demo mode: a button that opens the admin as the demo's owner. Requests from other sites are refused:
 * they would change who is signed in here.
 *
 * @param signIn signs the demo's owner in.
 */
export function demoAdminRoutes(publicUrl: string, signIn: () => Promise<unknown>): Hono {
  const app = new Hono();
  app.get('/admin', (c) =>
    showDevPage(
      c,
      'Admin',
      html`<h1>Admin</h1>
        <p class="about">Where an owner runs the shop. This way in exists in demo mode only.</p>
        <form class="card" method="post"><p><button>Open the admin as the demo's owner</button></p></form>
        <p class="about">For sixty orders in every state: <code>npm run demo:orders</code></p>`,
    ),
  );
  app.post('/admin', async (c) => {
    if (!isSameOrigin(c, publicUrl)) return c.text('This form is for this page alone.', 403);
    const session = JSON.stringify(await signIn()).replaceAll('<', '\\u003c');
    return showDevPage(
      c,
      'Admin',
      html`<p>Opening the admin...</p>
        <script type="application/json" id="session">${raw(session)}</script>
        <script>${raw(OPEN)}</script>`,
      cspHash(OPEN),
    );
  });
  return app;
}
