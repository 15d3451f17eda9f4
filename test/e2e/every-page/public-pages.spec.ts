import { randomUUID } from 'node:crypto';
import { emailWhere, newEmail } from '#test/e2e/support/accounts.ts';
import { forEach } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, openHydrated, test } from '#test/e2e/support/shop.ts';

test('header and footer lead everywhere, also by keyboard, and a shop without a tag asks nothing of another host', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const first = await page.goto('/');
  const policy = first?.headers()['content-security-policy'];
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('google');
  expect(await first?.text()).not.toContain('dataLayer');
  await page.getByRole('button', { name: 'Accept All' }).click();

  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Shop', '/shop'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    const link = nav.getByRole('link', { name, exact: true });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  const footer = page.getByRole('contentinfo');
  for (const network of ['Instagram', 'Facebook', 'YouTube'])
    await expect(footer.getByRole('link', { name: network })).toBeVisible();
  for (const [label, heading] of [
    ['About Us', 'Our Story'],
    ['Contact', 'Get in touch'],
    ['Shipping Info', 'Shipping Info'],
    ['Returns', 'Returns'],
    ['FAQ', 'Frequently asked questions'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms & Conditions', 'Terms & Conditions'],
    ['Shop', 'Our Tea Collection'],
  ] as const) {
    const link = footer.getByRole('link', { name: label, exact: true });
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await openHydrated(page, '/shop');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();

  const { origin } = new URL(page.url());
  expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
});

test('the public pages say what the tea is, lead to it, and promise what the shop does; a page that is none says so', async ({
  page,
}) => {
  await declineCookies(page);
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });
  for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const words of [
      'From ₹499.00',
      'Rated 4.8 from 127 reviews',
      'Cash on delivery',
      'Delivery in 3-5 business days',
      'Free shipping over ₹999',
    ]) {
      const shown = page.getByText(words, { exact: true });
      await expect(shown, `${words} at ${viewport.width} px`).toBeInViewport({ ratio: 1 });
    }
  }
  for (const words of ['Caffeine-free', 'rich in antioxidants'])
    await expect(main).toContainText(words);
  await expect(main.getByRole('heading', { name: '10% off your first order' })).toBeVisible();
  const benefits = page.getByRole('region', { name: 'A small flower with a lot to give' });
  await expect(benefits.getByRole('heading', { level: 3 })).toHaveText([
    'Enhanced Focus',
    'Heart Wellness',
    'Radiant Skin',
    'Natural Detox',
  ]);
  await page.getByRole('link', { name: 'Discover Benefits' }).click();
  await expect(benefits.getByRole('heading', { level: 2 })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Signature Products' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(3);
  await page.getByRole('link', { name: 'View Details of Blue Tea Wellness Set' }).click();
  await expect(heading).toHaveText('Blue Tea Wellness Set');

  await page.goto('/about');
  for (const name of [
    ...['Our Story', 'The Essence of Aparajita', '100% Natural', 'Wellness First'],
    ...['Quality Assured', 'Sustainability', 'Our Mission', 'Committed to Sustainability'],
    ...['Biodegradable packaging', 'Fair trade', 'Zero waste'],
  ])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  for (const words of ['natural and pure', 'additives'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();

  const logged = page.waitForEvent('console', (message) => message.text().includes('/nowhere'));
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(heading).toHaveText('404');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page).toHaveTitle('Page not found | Aparajita');
  await logged;
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the contact page has every way to reach the shop, and its form sends a message', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  const main = page.getByRole('main');
  await expect(main.locator('a[href^="mailto:"]')).toHaveCount(2);
  await expect(main.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(main.getByText('Mon-Sat 9AM-6PM IST')).toBeVisible();
  await expect(main.getByText('Mumbai')).toBeVisible();
  await expect(main.getByRole('link', { name: /Instagram|Facebook|YouTube/ })).toHaveCount(3);
  const words = `Do you wrap? ${randomUUID()}`;
  for (const [name, text] of [
    ['Name', 'Asha Rao'],
    ['Email', 'asha@example.com'],
    ['Subject', 'A gift'],
    ['Message', words],
  ] as const)
    await main.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();
  const message = { reply_to: 'asha@example.com', subject: 'Contact: A gift' };
  expect(await emailWhere(page.request, ({ text }) => text.includes(words))).toMatchObject(message);
});

test('the boxes on Home and in the footer send an email, whose link and button subscribe once; its address leaves', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  for (const name of ['Newsletter', 'Newsletter, at the foot of the page']) {
    const to = newEmail();
    await openHydrated(page, '/');
    const form = page.getByRole('form', { name, exact: true });
    await form.getByRole('textbox', { name: 'Address for the newsletter' }).fill(to);
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
    const sent = await emailWhere(page.request, (each) => each.to === to);
    for (const outcome of ['You are subscribed', 'This link no longer works']) {
      await page.goto(sent.links[0] ?? '');
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await expect(heading).toHaveText(outcome);
    }
    await page.goto(sent.headers['List-Unsubscribe']?.slice(1, -1) ?? '');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(heading).toHaveText('You have unsubscribed');
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

  test('every page says that ordering needs it and does not go on loading', async ({ page }) => {
    await forEach(['/', '/product/1', '/auth', '/cart', '/checkout', '/admin'], async (path) => {
      await page.goto(path);
      // Found by its element, because getByText() does not search in `noscript`.
      const words = page.locator('noscript p');
      await expect(words).toBeInViewport();
      expect(await words.textContent()).toBe('To order, switch on JavaScript in this browser.');
      await expect(page.getByText('Loading...')).toBeHidden();
    });
  });
});
