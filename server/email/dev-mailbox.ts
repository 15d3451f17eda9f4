import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Database } from '#server/database/database.ts';
import { type StoredMail, storedMail, storedMails } from './stored-emails.ts';
import { LIGHT } from './template/theme.ts';

/** The dev mailbox of demo mode: `/mailbox` and `/mailbox/ID` as pages, `/mailbox.json` for tests, newest first. */
export function mailboxRoutes(database: Database) {
  const app = new Hono();
  app.get('/mailbox.json', async (c) => c.json(await storedMails(database)));
  app.get('/mailbox', async (c) => showPage(c, 'Mailbox', list(await storedMails(database))));
  app.get('/mailbox/:id', async (c) => {
    const mail = await storedMail(database, c.req.param('id'));
    return mail ? showPage(c, mail.subject, opened(mail)) : c.notFound();
  });
  return app;
}

type Html = ReturnType<typeof html>;

function list(mails: StoredMail[]): Html {
  return html`<h1>Mailbox</h1>
    <p class="about">Mails the shop would have sent. This page exists in demo mode only.</p>
    ${mails.length === 0 && html`<p class="card">No mail yet. Sign up, place an order, and look again.</p>`}
    <ul class="card" ${mails.length === 0 && 'hidden'}>
      ${mails.map(
        (mail) => html`<li>
          <a href="/dev/mailbox/${mail.id}"><strong>${mail.subject}</strong> ${beginning(mail)}</a>
          <p>${mail.to} · ${when(mail)}</p>
        </li>`,
      )}
    </ul>`;
}

function opened(mail: StoredMail): Html {
  return html`<p><a href="/dev/mailbox">← All mails</a></p>
    <h1>${mail.subject}</h1>
    <dl>
      <dt>To</dt><dd>${mail.to}</dd>
      ${mail.reply_to && html`<dt>Answers to</dt><dd>${mail.reply_to}</dd>`}
      ${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      <dt>Stored</dt><dd>${when(mail)}</dd>
    </dl>
    <iframe class="card" title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${inFrame(mail)}"></iframe>
    <details class="card"><summary>The same as plain text</summary><pre>${mail.text}</pre></details>`;
}

/** Makes links open in the whole window, because the frame's policy blocks the shop's pages. */
function inFrame(mail: StoredMail): string {
  return mail.html.replace('<head>', '<head><base target="_top">');
}

/** The first sentence of the text after its heading. */
function beginning(mail: StoredMail): string {
  return mail.text.split('\n\n')[1]?.split('\n')[0] ?? '';
}

function when({ created_at }: StoredMail): string {
  return DATE.format(new Date(created_at));
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

const STYLE = `
:root{color-scheme:light;font:16px/1.6 Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
body{margin:0;background:${LIGHT.mist};color:${LIGHT.body}}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0 0 .25rem;color:${LIGHT.ink};font:400 2rem/1.2 Fraunces,Georgia,serif}
a{color:${LIGHT.petal}}
.card{box-sizing:border-box;width:100%;margin:1.5rem 0 0;padding:.5rem 1.5rem;border:1px solid ${LIGHT.line};border-radius:1.25rem;background:${LIGHT.paper}}
ul{list-style:none}
li{padding:.9rem 0;overflow-wrap:anywhere}
li+li{border-top:1px solid ${LIGHT.line}}
li a{display:block;overflow:hidden;color:${LIGHT.body};text-decoration:none;text-overflow:ellipsis;white-space:nowrap}
li a:hover strong{text-decoration:underline}
strong{margin-right:.5rem;color:${LIGHT.ink}}
li p,dl,.about{margin:0;color:${LIGHT.muted};font-size:.9375rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;overflow-wrap:anywhere}
dd{margin:0;color:${LIGHT.body}}
iframe.card{height:62rem;max-height:85vh;padding:0}
summary{padding:.6rem 0;cursor:pointer;color:${LIGHT.ink};font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

/** This policy also applies to the mail in the frame: inline styles, pictures of the shop, no scripts. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-src 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

function showPage(c: Context, title: string, main: Html) {
  c.header('Content-Security-Policy', POLICY);
  return c.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Mailbox</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body><main>${main}</main></body>
    </html>`);
}
