import { expect, test } from 'vitest';
import { demoAdminRoutes } from './admin-routes.ts';

let signedIn = 0;
const app = demoAdminRoutes('http://localhost:3000', async () => {
  signedIn += 1;
  return { access_token: '</script><script>alert(1)</script>' };
});

test('a page offers the way in, and looking at it signs nobody in', async () => {
  const page = await (await app.request('/admin')).text();
  expect(page).toContain('<form');
  expect(signedIn).toBe(0);
});

test('the form opens the admin with a session, by a script that the policy names', async () => {
  const answer = await app.request('/admin', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const page = await answer.text();
  expect(page).toContain('access_token');
  expect(page).not.toContain('<script>alert');
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]+'$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('so does the form in an old browser, which names its page only', async () => {
  const answer = await app.request('/admin', {
    method: 'POST',
    headers: { origin: 'http://localhost:3000' },
  });
  expect(answer.status).toBe(200);
});

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://example.in' },
  {},
])('a form of another place, %o, is refused', async (headers) => {
  const before = signedIn;
  const answer = await app.request('/admin', { method: 'POST', headers });
  expect(answer.status).toBe(403);
  expect(signedIn).toBe(before);
});
