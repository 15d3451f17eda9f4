import type { Page } from '@playwright/test';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';

// Nothing that a shopper does before a page's scripts have come may be lost.

test('a shopper’s taps before hydration are repeated in their order, and what is tapped meanwhile comes after them', async ({
  page,
  signedInShopper,
}) => {
  const add = page.getByRole('button', { name: 'Add to Cart' });
  const added = page.getByText('Item has been added to your cart.');
  const expectInCart = async (quantity: number) =>
    expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
      { product_id: '1', quantity },
    ]);

  await test.step('pages behind the guard do not defer their scripts', async () => {
    // A picture never arrives, so the page never finishes loading. Deferred scripts would wait for that or for a touch.
    await page.route('**/pictures/logo.svg', () => {});
    await page.goto('/cart', { waitUntil: 'commit' });
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  const scripts = await scriptGate(page);
  await test.step('Add to Cart, on a card', async () => {
    await scripts.visit('/shop');
    await page.getByRole('button', { name: 'Add to Cart: Dried Aparajita Flowers' }).click();
    expect(await scripts.isHydrated()).toBe(false);
    scripts.release();
    await expect(added).toBeVisible();
    await expectInCart(1);
  });

  await test.step('more, and Add to Cart', async () => {
    await scripts.visit('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await add.click();
    expect(await scripts.isHydrated()).toBe(false);
    scripts.release();
    await expect(added).toBeVisible();
    await expectInCart(3);
  });

  await test.step('more, and Add to Cart while that is repeated', async () => {
    await scripts.visit('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await add.evaluate((button) => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      window.addEventListener('hydrated', () => button.dispatchEvent(click));
    });
    scripts.release();
    await expect(added).toBeVisible();
    await expectInCart(5);
  });
});

test('what a visitor taps, types and chooses before hydration counts once it is there', async ({
  page,
}) => {
  const scripts = await scriptGate(page);
  const releaseUnhydrated = async () => {
    expect(await scripts.isHydrated()).toBe(false);
    scripts.release();
  };

  await test.step('a tap on the heart saves the product, once', async () => {
    await scripts.visit('/product/1');
    const heart = page.getByRole('button', { name: 'Save to wishlist' });
    await heart.click();
    await releaseUnhydrated();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Saved for later')).toHaveCount(1);
  });

  await test.step('what is typed into the search is searched for', async () => {
    await scripts.visit('/shop');
    const search = page.getByPlaceholder('Search products...');
    await search.pressSequentially('travel');
    await releaseUnhydrated();
    await expect(page).toHaveURL(/search=travel/);
    await expect(search).toHaveValue('travel');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  });

  await test.step('the Filters panel opens, and what is chosen in it applies', async () => {
    await scripts.visit('/shop');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Gift sets').check();
    await page.getByRole('button', { name: 'Show products' }).click();
    await releaseUnhydrated();
    await expect(page).toHaveURL(/category=gift-set/);
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
  });

  await test.step('a message that is sent is checked, and every word of it is kept', async () => {
    await scripts.visit('/contact');
    const field = (name: string) => page.getByRole('textbox', { name });
    await field('Name').fill('Asha Rao');
    await field('Message').fill('Do you wrap gifts?');
    await field('Name').press('Enter');
    await releaseUnhydrated();
    await expect(field('Subject')).toHaveAccessibleDescription('Subject is required');
    await expect(page).toHaveURL('/contact');
    await expect(field('Name')).toHaveValue('Asha Rao');
    await expect(field('Message')).toHaveValue('Do you wrap gifts?');
  });

  await test.step('the menu of a phone opens, and its links work', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await scripts.visit('/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    expect(await scripts.isHydrated()).toBe(false);
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
  });
});

test('without a network a form says so, keeps what was typed, and works when the network or its scripts are back', async ({
  page,
}) => {
  const signUp = page.getByRole('button', { name: 'Create Account' });
  const told = page.getByRole('alert').filter({ hasText: 'We could not reach the shop.' });
  const scripts = await scriptGate(page);
  await scripts.visit('/auth');
  const email = await fillInSignUp(page);
  await disconnect(page);
  await signUp.click();
  scripts.release();
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await signUp.click();
  await expect(told).toBeVisible();
  await reconnect(page);
  await expect.poll(() => scripts.isHydrated()).toBe(true);
  await expect(told).toBeHidden();
  await expect(page).toHaveURL('/auth'); // neither tap was repeated after hydration
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await signUp.click();
  await expect(page.getByText('Account created!')).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => localStorage.clear()); // a browser that knows no account shows this form first
  let away = true;
  await page.route('**/assets/*.js', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/auth');
  await fillInSignUp(page);
  await signUp.click();
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  away = false;
  await expect(page.getByRole('alert')).toBeEmpty(); // after hydration the message disappears
  await signUp.click();
  await expect(page.getByText('Account created!')).toBeVisible();
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

/**
 * Holds back the scripts of the documents that a page visits. `release` lets those of the open document come; those of the
 * one before stay where they are, because nothing waits for them any more.
 */
async function scriptGate(page: Page) {
  let gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-hydrated', ''),
    );
  });
  return {
    async visit(path: string) {
      gate = Promise.withResolvers();
      await page.goto(path);
    },
    isHydrated: async () => (await page.locator('html[data-hydrated]').count()) > 0,
    release: () => gate.resolve(),
  };
}
