import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

// Otherwise a link could sign visitors in to the account of an attacker, who would see their addresses and orders.
test('a link that brings a session signs nobody in', async ({ page, request, account }) => {
  for (const link of ['/#', '/auth?', '/reset-password#type=recovery&', '/#error=&']) {
    const answer = await request.post('/auth/v1/token?grant_type=password', { data: account });
    const { access_token, refresh_token } = await answer.json();
    const session = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
    });
    // If only the fragment changed, the browser would not load the document again.
    await page.goto('about:blank');
    await page.goto(`${link}${session}`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => localStorage.getItem('shop-auth')), link).toBeNull();
  }

  // The protocol's own links bring one as well.
  await request.post('/auth/v1/recover', { data: { email: account.email } });
  const emailed = await emailedLink(request, account.email, 'Reset your password');
  const followed = `/auth/v1/verify?${new URLSearchParams({
    token: new URL(emailed).searchParams.get('token_hash') ?? '',
    type: 'recovery',
    redirect_to: '/reset-password',
  })}`;
  await page.goto(followed);
  await expect(page.getByText('Please open this page from the link in our email.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  await page.goto(followed);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});
