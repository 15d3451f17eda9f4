import { expect, test } from '#test/e2e/support/shop.ts';

// Else anybody's link could put a visitor, with the address and the orders to come, into an account of its writer's.
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
    // From an empty page: with another fragment alone the browser would stay in the document.
    await page.goto('about:blank');
    await page.goto(`${link}${session}`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => localStorage.getItem('shop-auth')), link).toBeNull();
  }
});
