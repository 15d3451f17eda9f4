import type { Page } from '@playwright/test';
import { type OwnShop, test as ownTest } from '#test/e2e/support/isolated-shop.ts';
import { ADDRESS, expect, openHydrated } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

/** Revokes a database right of the shop or of its accounts, until the returned function is called or the test ends. */
type Withhold = (
  right: string,
  from?: 'shop_app' | 'shop_auth',
) => Promise<() => ReturnType<OwnShop['sql']>>;

const test = ownTest.extend<{ withhold: Withhold }>({
  withhold: async ({ ownShop }, use) => {
    const backs: (() => ReturnType<OwnShop['sql']>)[] = [];
    await use(async (right, from = 'shop_app') => {
      await ownShop.sql(`revoke ${right} from ${from}`);
      const giveBack = () => ownShop.sql(`grant ${right} to ${from}`);
      backs.push(giveBack);
      return giveBack;
    });
    for (const giveBack of backs) await giveBack();
  },
});

/** The function that counts the requests of visitors without an account. */
const COUNTING =
  'execute on function count_requests(text[], integer[], integer[], boolean[], text, bigint)';

// All in one shop and one after another, because each test breaks it.
test.describe.configure({ mode: 'default' });

/** The red toast shows the server's message for unexpected errors. */
async function expectError(page: Page) {
  const toast = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(toast).toContainText('Something went wrong on our side. Please try again.');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a server that fails says so to a visitor, and a later try succeeds: a page, a message, the newsletter', async ({
  page,
  ownShop,
  withhold,
}) => {
  await test.step('opening a page, also where a script for opening the next one did not arrive', async () => {
    // A page that an earlier test opened is cached and would not fail.
    await ownShop.stop();
    await ownShop.start();
    const giveBack = await withhold('select on products');
    await page.route('**/assets/full-router-*.js', (route) => route.abort(), { times: 1 });
    const aborted = page.waitForEvent('requestfailed');
    await openHydrated(page, '/product/5');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await page.mouse.move(10, 10);
    await page.mouse.move(60, 60);
    await aborted;
    await giveBack();
    await button(page, 'Try again').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Tea Pack');
  });

  await test.step('writing to the shop, and subscribing to its newsletter', async () => {
    await page.goto('/contact');
    const form = page.getByRole('main').locator('form');
    for (const name of ['Name', 'Subject', 'Message']) {
      await form.getByRole('textbox', { name }).fill('A gift');
    }
    await form.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
    const giveBack = await withhold(COUNTING);
    await button(page, 'Send Message').click();
    await expectError(page);
    await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('A gift');
    await giveBack();
    await button(page, 'Send Message').click();
    await expect(page.getByText('Message Sent!')).toBeVisible();
    await page.reload();

    const counting = await withhold(COUNTING);
    const box = page.getByRole('form', { name: /^Newsletter/ });
    await box.getByRole('textbox', { name: 'Address for the newsletter' }).fill('asha@example.com');
    await box.getByRole('button', { name: 'Subscribe' }).click();
    await expectError(page);
    await counting();
  });
});

test('a server that fails says so to a shopper, and a later try succeeds: the cart, addresses, the profile', async ({
  page,
  withhold,
  signedInShopper,
}) => {
  await test.step('adding to the cart', async () => {
    const giveBack = await withhold('insert on cart_items');
    await page.goto('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await button(page, 'Add to Cart').click();
    await expectError(page);
    await giveBack();
    await button(page, 'Add to Cart').click(); // the quantity is still 2
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    await page.goto('/cart');
    await expect(page.getByText('₹998.00').first()).toBeVisible();
  });

  await test.step('changing and removing what is in the cart', async () => {
    await page.goto('/cart');
    const line = page.getByRole('listitem').filter({ hasText: 'Dried Aparajita Flowers' });
    await expect(line).toContainText('₹998.00');
    const changing = await withhold('update on cart_items');
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await expectError(page);
    await expect(line).not.toContainText('₹1,497.00');
    await changing();
    const removing = await withhold('delete on cart_items');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await line.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('alert').getByText('Error')).toBeVisible();
    await expect(line).toBeVisible();
    await removing();
    await line.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('Item has been removed from your cart.')).toBeVisible();
  });

  await test.step('saving, changing and deleting an address', async () => {
    await signedInShopper.call('POST', '/addresses', ADDRESS);
    await page.goto('/account/addresses');
    const card = page.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('City').fill('Pune');
    const changing = await withhold('update on addresses');
    await button(page, 'Save Address').click();
    await expectError(page);
    await expect(dialog.getByRole('alert')).toContainText('Something went wrong on our side.');
    await expect(dialog.getByLabel('City')).toHaveValue('Pune');
    await changing();
    await button(page, 'Save Address').click();
    await expect(page.getByText('Address updated')).toBeVisible();
    await page.reload();

    const deleting = await withhold('delete on addresses');
    await card.getByRole('button', { name: 'Delete' }).click();
    await expectError(page);
    await expect(card).toContainText('Pune');
    await deleting();
    await page.reload();

    const inserting = await withhold('insert on addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    for (const [label, value] of [
      ['Full Name', ADDRESS.full_name],
      ['Phone Number', ADDRESS.phone],
      ['Address Line 1', ADDRESS.address_line1],
      ['Postal Code', ADDRESS.postal_code],
      ['City', ADDRESS.city],
    ] as const) {
      await dialog.getByLabel(label).fill(value);
    }
    await dialog.getByLabel('State').selectOption(ADDRESS.state);
    await button(page, 'Save Address').click();
    await expectError(page);
    await expect(dialog.getByLabel('Address Line 1')).toHaveValue(ADDRESS.address_line1);
    await inserting();
  });

  await test.step('saving the profile', async () => {
    await page.goto('/account/profile');
    await page.getByLabel('Full Name').fill('Asha Iyer');
    const giveBack = await withhold('update on profiles');
    await button(page, 'Save Changes').click();
    await expectError(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
    await giveBack();
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });
});

test('a server that fails to order says so, and a later try places one order, for cash and online', async ({
  page,
  withhold,
  signedInShopper,
}) => {
  const NUMBER = 'execute on function generate_order_number()';

  /** Each of these rights is missing once. */
  const placeWithout = async (rights: string[]) => {
    for (const right of rights) {
      const giveBack = await withhold(right);
      await button(page, 'Place Order').click();
      await expectError(page);
      await expect(page.getByRole('dialog')).toBeHidden();
      await giveBack();
      await button(page, 'Dismiss').click();
    }
    await button(page, 'Place Order').click();
  };

  await readyToOrder(signedInShopper);
  await toPayment(page);
  await placeWithout([NUMBER, 'insert on orders']);
  await expect(page.getByText('Order placed!')).toBeVisible();
  expect(await orderCount(signedInShopper)).toBe(1);

  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await placeWithout([NUMBER, 'insert on payment_intents']);
  await expect(page.getByRole('dialog', { name: 'Aparajita' })).toBeVisible();
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('accounts that fail say so, and nothing typed is lost: signing in, out and up, a reset, a new password', async ({
  page,
  withhold,
  account,
}) => {
  await test.step('signing up', async () => {
    const signingUp = await withhold('insert on auth.users', 'shop_auth');
    await page.goto('/auth?tab=sign-up');
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('steep for five');
    await page.getByLabel('Confirm Password').fill('steep for five');
    await button(page, 'Create Account').click();
    await expectError(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await expect(page).toHaveURL('/auth?tab=sign-up');
    await signingUp();
  });

  await test.step('asking for a reset email', async () => {
    const counting = await withhold(COUNTING, 'shop_auth');
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(account.email);
    await button(page, 'Send reset link').click();
    await expectError(page);
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await counting();
  });

  await test.step('signing in, and signing out', async () => {
    const signingIn = await withhold('insert on auth.sessions', 'shop_auth');
    await page.goto('/auth');
    await signIn(page, account);
    await expectError(page);
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await signingIn();
    await button(page, 'Sign In').click();
    await expect(page).toHaveURL('/');

    const signingOut = await withhold('delete on auth.sessions', 'shop_auth');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expectError(page);
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible(); // this browser is signed out all the same
    await signingOut();
  });

  await test.step('changing the password', async () => {
    await page.goto('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/');
    const giveBack = await withhold('update on auth.users', 'shop_auth');
    await page.goto('/account/security');
    await page.getByLabel('Current Password', { exact: true }).fill(account.password);
    await page.getByLabel('New Password', { exact: true }).fill('another pot of tea');
    await page.getByLabel('Confirm New Password').fill('another pot of tea');
    await button(page, 'Update Password').click();
    await expectError(page);
    await expect(page.getByLabel('Confirm New Password')).toHaveValue('another pot of tea');
    await giveBack();
    await button(page, 'Update Password').click();
    await expect(page.getByText('Your password has been updated successfully.')).toBeVisible();
  });
});
