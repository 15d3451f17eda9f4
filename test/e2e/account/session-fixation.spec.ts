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
