import { expect, test } from 'vitest';
import { storeEmails } from '#server/email/stored-emails.ts';
import { openTestShop, send } from '#test/shop.ts';
import { demoAdminRoutes } from './dev-pages.ts';

const shop = await openTestShop();
const keep = storeEmails(shop.database);

test('the mailbox lists emails, newest first, and shows one’s HTML in a sandboxed frame', async () => {
  expect((await send(shop.app, 'GET', '/dev/mailbox')).body).toContain('No email yet');
  const text = 'Hello\n\nRead <this>: https://example.in/a?b=1&c=2';
  const email = { to: 'asha@example.com', text };
  await keep({ ...email, idempotencyKey: 'a', subject: 'First', html: '<p>1</p>' });
  const html = `<html><head></head><body><p title="x">2</p><script>alert(1)</script></body></html>`;
  await keep({ ...email, idempotencyKey: 'b', subject: 'Second <script>', html });
  const { body: emails } = await send(shop.app, 'GET', '/dev/mailbox.json');
  expect(emails).toMatchObject([
    { subject: 'Second <script>', links: ['https://example.in/a?b=1&c=2'] },
    { subject: 'First' },
  ]);
  const list = await send(shop.app, 'GET', '/dev/mailbox');
  expect(list.body.indexOf('Second &lt;script&gt;')).toBeLessThan(list.body.indexOf('First'));
  expect(list.body).toContain(`href="/dev/mailbox/${emails[0].id}"`);
  expect(list.body).toContain('Read &lt;this&gt;');

  for (const id of ['999999', 'abc'])
    expect((await send(shop.app, 'GET', `/dev/mailbox/${id}`)).status).toBe(404);
  const opened = await send(shop.app, 'GET', `/dev/mailbox/${emails[0].id}`);
  expect(opened.status).toBe(200);
  expect(opened.body).toContain('sandbox="allow-top-navigation-by-user-activation"');
  expect(opened.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(opened.body).not.toContain('<script');
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(opened.headers.get('content-security-policy')).not.toContain('script-src');
});

let signedIn = 0;
const app = demoAdminRoutes('http://localhost:3000', async () => {
  signedIn += 1;
  return { access_token: '</script><script>alert(1)</script>' };
});

const post = (headers: Record<string, string>) =>
  app.request('/admin', { method: 'POST', headers });

test('a page’s form opens the admin with a session, by a script that the policy names; looking at it signs nobody in', async () => {
  expect(await (await app.request('/admin')).text()).toContain('<form');
  expect(signedIn).toBe(0);
  const answer = await post({ 'sec-fetch-site': 'same-origin' });
  const page = await answer.text();
  expect(page).toContain('access_token');
  expect(page).not.toContain('<script>alert');
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]+'$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const oldBrowser = { origin: 'http://localhost:3000' };
  expect((await post(oldBrowser)).status).toBe(200);
});

test('a form of another place is refused', async () => {
  const before = signedIn;
  const others: Record<string, string>[] = [
    ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
    { origin: 'https://example.in' },
    {},
  ];
  for (const headers of others) expect((await post(headers)).status).toBe(403);
  expect(signedIn).toBe(before);
});
