import { expect, test } from './shop.ts';

// Else anybody's link could put a visitor, with the address and the orders to come, into an account of its writer's.
for (const [where, before] of [
  ['/#', ''],
  ['/auth?', ''],
  ['/reset-password#', 'type=recovery&'],
  ['/#', 'error=&'],
] as const) {
  test(`a link that brings a session signs nobody in: ${where}${before}`, async ({
    page,
    request,
    account,
  }) => {
    const answer = await request.post('/auth/v1/token?grant_type=password', { data: account });
    const { access_token, refresh_token } = await answer.json();
    const brought = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
    });
    await page.goto(`${where}${before}${brought}`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  });
}
