import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/database/database.ts';
import { showDevPage } from '#server/demo/dev-page.ts';
import { type StoredEmail, storedEmail, storedEmails } from '#server/email/stored-emails.ts';

/** The dev mailbox of demo mode: `/mailbox` and `/mailbox/ID` as pages, `/mailbox.json` for tests, newest first. */
export function mailboxRoutes(database: Database) {
  const app = new Hono();
  app.get('/mailbox.json', async (c) => c.json(await storedEmails(database)));
  app.get('/mailbox', async (c) => showDevPage(c, 'Mailbox', list(await storedEmails(database))));
  app.get('/mailbox/:id', async (c) => {
    const mail = await storedEmail(database, c.req.param('id'));
    return mail ? showDevPage(c, mail.subject, opened(mail)) : c.notFound();
  });
  return app;
}

type Html = ReturnType<typeof html>;

function list(mails: StoredEmail[]): Html {
  return html`<h1>Mailbox</h1>
    <p class="about">Mails the shop would have sent. This page exists in demo mode only, as does <a href="/dev/admin">the way into the admin</a>.</p>
    ${mails.length === 0 && html`<p class="card">No mail yet. Sign up, place an order, and look again.</p>`}
    <ul class="card" ${mails.length === 0 && 'hidden'}>
      ${mails.map(
        (mail) => html`<li>
          <a href="/dev/mailbox/${mail.id}"><strong>${mail.subject}</strong> ${firstSentence(mail)}</a>
          <p>${mail.to} · ${formatTime(mail)}</p>
        </li>`,
      )}
    </ul>`;
}

function opened(mail: StoredEmail): Html {
  return html`<p><a href="/dev/mailbox">← All mails</a></p>
    <h1>${mail.subject}</h1>
    <dl>
      <dt>To</dt><dd>${mail.to}</dd>
      ${mail.reply_to && html`<dt>Answers to</dt><dd>${mail.reply_to}</dd>`}
      ${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      <dt>Stored</dt><dd>${formatTime(mail)}</dd>
    </dl>
    <iframe class="card" title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${inFrame(mail)}"></iframe>
    <details class="card"><summary>The same as plain text</summary><pre>${mail.text}</pre></details>`;
}

/** Makes links open in the whole window, because the frame's policy blocks the shop's pages. */
function inFrame(mail: StoredEmail): string {
  return mail.html.replace('<head>', '<head><base target="_top">');
}

/** The first sentence of the text after its heading. */
function firstSentence(mail: StoredEmail): string {
  return mail.text.split('\n\n')[1]?.split('\n')[0] ?? '';
}

function formatTime({ created_at }: StoredEmail): string {
  return DATE.format(new Date(created_at));
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
