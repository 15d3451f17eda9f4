import type { Page } from '@playwright/test';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';

/**
 * Holds back the page's scripts until the returned function is called. Nothing that a shopper does meanwhile may be lost.
 */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-hydrated', ''),
    );
  });
  return release;
}

async function isHydrated(page: Page): Promise<boolean> {
  return (await page.locator('html[data-hydrated]').count()) > 0;
}

test('a browser that denies storage runs the shop all the same', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document', 'SecurityError');
    };
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get });
    // The router logs the error that it has caught and throws it again. Neither may fail the test.
    window.addEventListener('error', (event) => {
      if (event.error instanceof DOMException) event.preventDefault();
    });
    const report = console.error;
    console.error = (...words: unknown[]) => {
      if (!(words[0] instanceof DOMException)) report(...words);
    };
  });
  await page.goto('/product/1');
  await page.getByRole('button', { name: /^Add to Cart/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Sign in required',
  );
  await expect(page).toHaveURL('/auth');
});

test.describe('before hydration', () => {
  test('a tap on the heart saves the product, once', async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/product/1');
    const heart = page.getByRole('button', { name: 'Save to wishlist' });
    await heart.click();
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Saved for later')).toHaveCount(1);
  });

  test('a tap on Add to Cart puts one into it', async ({ page, signedInShopper }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/product/1');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
      { product_id: '1', quantity: 1 },
    ]);
  });

  test('two taps, on more and on Add to Cart, are repeated in their order', async ({
    page,
    signedInShopper,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
      { product_id: '1', quantity: 2 },
    ]);
  });

  test('what is tapped while they are being repeated comes after them', async ({
    page,
    signedInShopper,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    const add = page.getByRole('button', { name: 'Add to Cart' });
    await add.evaluate((button) => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      window.addEventListener('hydrated', () => button.dispatchEvent(click));
    });
    releaseScripts();
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
      { product_id: '1', quantity: 2 },
    ]);
  });

  test('the menu of a phone opens, and its links work', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await holdScripts(page);
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    expect(await isHydrated(page)).toBe(false);
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
  });

  test('what is typed into the search is searched for', async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/shop');
    await page.getByPlaceholder('Search products...').pressSequentially('travel');
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(page).toHaveURL(/search=travel/);
    await expect(page.getByPlaceholder('Search products...')).toHaveValue('travel');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  });

  test('the Filters panel opens, and what is chosen in it applies', async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/shop');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Gift sets').check();
    await page.getByRole('button', { name: 'Show products' }).click();
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(page).toHaveURL(/category=gift-set/);
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
  });

  test('a message that is written and sent is checked, and every word of it is kept', async ({
    page,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/contact');
    await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you wrap gifts?');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect(await isHydrated(page)).toBe(false);
    releaseScripts();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveAccessibleDescription(
      'Subject is required',
    );
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha Rao');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you wrap gifts?');
  });

  test('without a network a form says so, keeps what was typed, and works when the network is back', async ({
    page,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/auth');
    const email = await fillInSignUp(page);
    await disconnect(page);
    const signUp = page.getByRole('button', { name: 'Create Account' });
    await signUp.click();
    releaseScripts();
    const told = page.getByRole('alert').filter({ hasText: 'We could not reach the shop.' });
    await expect(told).toBeVisible();
    await expectAccessible(page);
    await signUp.click();
    await expect(told).toBeVisible();
    await reconnect(page);
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
    await expect(told).toBeHidden();
    await expect(page).toHaveURL('/auth'); // neither tap was repeated after hydration
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await signUp.click();
    await expect(page.getByText('Account created!')).toBeVisible();
  });
});

/** Fills in the form that /auth shows before its scripts are there. @returns the email. */
async function fillInSignUp(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('steep for five');
  await page.getByLabel('Confirm Password').fill('steep for five');
  return email;
}

test('clicks on a not-found page are replayed as well', async ({ page }) => {
  await page.goto('/nowhere');
  await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
});

test('scripts that could not be fetched are fetched again, and what was typed is still there', async ({
  page,
}) => {
  let away = true;
  await page.route('**/assets/*.js', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/auth');
  await fillInSignUp(page);
  const signUp = page.getByRole('button', { name: 'Create Account' });
  await signUp.click();
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  away = false;
  await expect(page.getByRole('alert')).toBeEmpty(); // after hydration the message disappears
  await signUp.click();
  await expect(page.getByText('Account created!')).toBeVisible();
});

test('a page whose scripts cannot be fetched still sends a message', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/contact');
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await page.getByRole('textbox', { name: field }).fill('asha@example.com');
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
});

test('a page whose scripts cannot be fetched still searches', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/shop');
  await page.getByPlaceholder('Search products...').fill('travel');
  await page.getByPlaceholder('Search products...').press('Enter');
  await expect(page).toHaveURL(/search=travel/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
});

test('pages behind the guard do not defer their scripts', async ({ page, signedInShopper: _ }) => {
  // A picture never arrives, so the page never finishes loading. Deferred scripts would wait for that or for a touch.
  await page.route('**/pictures/logo.svg', () => {});
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});
