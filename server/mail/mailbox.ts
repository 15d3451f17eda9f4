import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '../platform/database/database.ts';
import { keptMails } from './outbox.ts';

/** Demo mode's post: `/mailbox` to read, `/mailbox.json` for tests, newest first. */
export function mailboxRoutes(database: Database) {
  const app = new Hono();
  app.get('/mailbox.json', async (c) => c.json(await keptMails(database)));
  app.get('/mailbox', async (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    const mails = await keptMails(database);
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>Aparajita · Mailbox</title>
        </head>
        <body>
          <h1>Mailbox</h1>
          <p>Mails the shop would have sent. This page exists in demo mode only.</p>
          ${mails.length === 0 && html`<p>No mail yet.</p>`}
          ${mails.map(
            (
              mail,
            ) => html`<hr /><h2>${mail.subject}</h2><p>To ${mail.to}${mail.reply_to && html`, answers to ${mail.reply_to}`}</p><pre>${mail.text}</pre>
            <p>${mail.links.map((link) => html`<a href="${link}">${link}</a> `)}</p>`,
          )}
        </body>
      </html>`);
  });
  return app;
}
