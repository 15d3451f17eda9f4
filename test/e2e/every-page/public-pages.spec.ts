import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { linesOf, PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

type Email = {
  to: string;
  text: string;
  reply_to: string;
  subject: string;
  links: string[];
  headers: Record<string, string>;
};

/** The newest stored email of which this is true, once it has arrived. */
async function email(page: Page, is: (each: Email) => boolean): Promise<Email> {
  let newest: Email | undefined;
  await expect
    .poll(async () => {
      const all: Email[] = await (await page.request.get('/dev/mailbox.json')).json();
      newest = all.find(is);
      return newest;
    })
    .toBeDefined();
  if (!newest) throw new Error('no email');
  return newest;
}

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
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
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
    expect(sitemap).toContain(`${await link.getAttribute('href')}</loc>`);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  // After following a link the keyboard goes on from the top of the new page.
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();
  await openHydrated(page, '/shop');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');

  // The shop can be installed: its manifest and every icon are there.
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { name, start_url, icons } = await (await page.request.get(manifest ?? '')).json();
  expect(name).toContain('Aparajita');
  expect(start_url).toBe('/');
  expect(icons).toHaveLength(3);
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
  }
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
  await expect(main).toContainText('Caffeine-free');
  await expect(main).toContainText('rich in antioxidants');
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
  await page.goto('/');
  await page.getByRole('link', { name: 'See all teas' }).click();
  await expect(heading).toHaveText('Our Tea Collection');

  await page.goto('/shipping-info');
  await expect(main).toContainText('If it is lost, we cancel the order');
  await expect(main).not.toContainText('send another');
  await page.goto('/returns');
  await expect(main).toContainText('choose ‘Cancel order’');
  const orders = main.getByRole('link', { name: 'My Orders' });
  await expect(orders).toHaveAttribute('href', '/account/orders');

  await page.goto('/about');
  for (const name of [
    ...['Our Story', 'The Essence of Aparajita', '100% Natural', 'Wellness First'],
    ...['Quality Assured', 'Sustainability', 'Our Mission', 'Committed to Sustainability'],
    ...['Biodegradable packaging', 'Fair trade', 'Zero waste'],
  ])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  for (const words of ['natural and pure', 'additives'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  const place = page.locator('section').filter({ hasText: 'From India, for India' });
  await expect(place).toContainText('Mumbai');
  await expect(place).toContainText('Mon-Sat 9AM-6PM IST');

  const logged = page.waitForEvent('console', (message) => message.text().includes('/nowhere'));
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(heading).toHaveText('404');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page).toHaveTitle('Page not found | Aparajita');
  await logged;
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/Product/%31/');
  await page.getByRole('tab', { name: 'How to Brew' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('5-7 dried flowers');
});

async function fillIn(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(message);
}

test('the contact page has every way to reach the shop, and its form sends a message', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHydrated(page, '/contact');
  const main = page.getByRole('main');
  const emails = main.locator('a[href^="mailto:"]');
  await expect(emails).toHaveCount(2);
  await expect(main.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(main.getByText('Mon-Sat 9AM-6PM IST')).toBeVisible();
  await expect(main.getByText('Mumbai')).toBeVisible();
  for (const network of ['Instagram', 'Facebook', 'YouTube'])
    await expect(main.getByRole('link', { name: network })).toBeVisible();
  // At 320 px an address of the shop breaks behind its @ at most.
  for (const link of await emails.all()) {
    const [name = '', host = ''] = ((await link.textContent()) ?? '').split('@');
    expect(await linesOf(link, `${name}@`)).toBe(1);
    expect(await linesOf(link, host)).toBe(1);
  }
  // On a laptop the box for the message reaches down to the button.
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = await page.getByRole('textbox', { name: 'Message', exact: true }).boundingBox();
  const send = page.getByRole('button', { name: 'Send Message' });
  const button = await send.boundingBox();
  expect((button?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(32);
  const words = `Do you wrap? ${randomUUID()}`;
  await fillIn(page, words);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();
  const message = { reply_to: 'asha@example.com', subject: 'Contact: A gift' };
  expect(await email(page, ({ text }) => text.includes(words))).toMatchObject(message);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the boxes on Home and in the footer send an email, whose link and button subscribe once; its address leaves', async ({
      page,
    }) => {
      const heading = page.getByRole('heading', { level: 1 });
      const to = `${randomUUID()}@example.com`;
      const box = javaScriptEnabled ? 'Newsletter, at the foot of the page' : 'Newsletter';
      await (javaScriptEnabled ? openHydrated(page, '/') : page.goto('/'));
      const form = page.getByRole('form', { name: box, exact: true });
      const field = form.getByRole('textbox', { name: 'Address for the newsletter' });
      await field.fill(to);
      await form.getByRole('button', { name: 'Subscribe' }).click();
      if (javaScriptEnabled) {
        const toast = page.getByRole('status').filter({ hasText: 'Check your email' });
        await expect(toast).toContainText('We have sent you a link. Open it to confirm');
        await expect(field).toHaveValue('');
      } else await expect(heading).toHaveText('Check your email');

      const sent = await email(page, (each) => each.to === to);
      for (const outcome of ['You are subscribed', 'This link no longer works']) {
        await page.goto(sent.links[0] ?? '');
        await page.getByRole('button', { name: 'Confirm subscription' }).click();
        await expect(heading).toHaveText(outcome);
        if (javaScriptEnabled) await expect(heading).toBeFocused();
      }
      await page.goto(sent.headers['List-Unsubscribe']?.slice(1, -1) ?? '');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(heading).toHaveText('You have unsubscribed');
      expect((await page.goto('/newsletter/nowhere'))?.status()).toBe(404);
    });
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

  test('every page says that ordering needs it and does not go on loading, and a message is sent or what is wrong with it said', async ({
    page,
  }) => {
    const guarded = ['/auth', '/cart', '/account', '/checkout', '/admin'];
    await forEach(['/', '/shop', '/product/1', ...guarded], async (path) => {
      await page.goto(path);
      // Found by its element, because getByText() does not search in `noscript`.
      const words = page.locator('noscript p');
      await expect(words).toBeInViewport();
      expect(await words.textContent()).toBe('To order, switch on JavaScript in this browser.');
      await expect(page.getByText('Loading...')).toBeHidden();
    });

    const words = `No scripts here. ${randomUUID()}`;
    const send = page.getByRole('button', { name: 'Send Message' });
    await page.goto('/contact');
    await fillIn(page, words);
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@nowhere');
    await tap(send);
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(words);
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
    await tap(send);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
    await expect(page).toHaveURL('/contact/sent');
    await email(page, ({ text }) => text.includes(words));
  });
});
