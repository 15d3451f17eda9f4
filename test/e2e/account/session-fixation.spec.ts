import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
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
});

// The press that the page asks for is the visitor's own: a link can come from whoever owns the account.
test('a link that signs in says which account the visitor is signed in to', async ({
  page,
  request,
  account,
}) => {
  await request.post('/auth/v1/otp', { data: { email: account.email } });
  await keepMessages(page, TOASTS);
  await page.goto(await emailedLink(request, account.email, 'Your sign-in link'));
  await expect(page.getByText('Press the button to sign in on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `You are signed in as ${account.email}.`,
  );
});
