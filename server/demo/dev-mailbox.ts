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
    const email = await storedEmail(database, c.req.param('id'));
    return email ? showDevPage(c, email.subject, opened(email)) : c.notFound();
  });
  return app;
}

type Html = ReturnType<typeof html>;

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
