import type { Page } from '@playwright/test';
import { DAY_MS, dayInIndia } from '#domain/day.ts';
import { openAsOwner, statusMessage } from '#test/e2e/support/admin.ts';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { keepMessages, SNACKBARS } from '#test/e2e/support/keep-messages.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { signUpAndIn } from '#test/e2e/support/staff-member.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';
import { phonePhoto } from '#test/picture-file.ts';

// An owner with a phone opens a shop, which has no orders yet and Google's tag for ads. No other file may use it.
test.use({ ...PHONE, ownSettings: { ANALYTICS_ID: 'G-NEWSHOP123' } });
test.describe.configure({ mode: 'default' });
test.beforeEach(({ page }) => keepMessages(page, SNACKBARS));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Reports each URL of a document as Google's tag does, unless it is disabled. */
const TAG_SCRIPT = `
  const reported = (window.reported = []);
  const report = () => window['ga-disable-G-NEWSHOP123'] || reported.push(location.pathname + location.search);
  const push = history.pushState;
  history.pushState = (...state) => { push.apply(history, state); report(); };
  addEventListener('popstate', report);
  report();
`;

test('the admin asks nobody about cookies, and a tag that was loaded in the shop reports nothing of it', async ({
  page,
}) => {
  const banner = page.getByRole('region', { name: 'Cookie consent' });
  const asked: string[] = [];
  await page.route(/googletagmanager|google-analytics/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: TAG_SCRIPT });
  });
  await page.goto('/dev/admin');
  const open = page.getByRole('button', { name: "Open the admin as the demo's owner" });
  await expectTappable(open);
  await tap(open);
  await expect(heading(page)).toHaveText('Today');
  await expect(page.locator('html')).toHaveAttribute('data-consent', 'unset');
  await expect(banner).toHaveCount(0);
  await expectTappable(
    page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }),
  );
  expect(asked).toEqual([]);

  const toShop = async () => {
    await tap(page.getByRole('button', { name: 'All screens' }));
    await tap(page.getByRole('dialog').getByRole('link', { name: 'Open the shop' }));
  };
  await page.goto('/admin/customers?q=asha@example.com');
  await expect(heading(page)).toHaveText('Customers');
  await toShop();
  await tap(banner.getByRole('button', { name: 'Accept All' }));
  const reported = () => page.evaluate(() => Reflect.get(window, 'reported'));
  await expect.poll(reported).toEqual(['/']);
  await page.goBack();
  await expect(heading(page)).toHaveText('Customers');
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }));
  await expect(heading(page)).toHaveText('Orders');
  await toShop();
  await expect.poll(reported).toEqual(['/', '/']);

  // Staff who consented in the shop are not counted in the admin.
  asked.length = 0;
  await page.goto('/admin');
  await expect(heading(page)).toHaveText('Today');
  // The consent is in the data layer (two entries), but the commands that load and start the tag are not.
  const said = () => page.evaluate(() => Object(Reflect.get(window, 'dataLayer')).length);
  await expect.poll(said).toBe(2);
  expect(asked).toEqual([]);
});

test('a new product with photographs is previewed while it is hidden, then stands in the shop, with a price for tomorrow', async ({
  page,
  context,
  ownShop,
}) => {
  await declineCookies(context);
  await openAsOwner(page);
  await tap(page.getByRole('button', { name: 'All screens' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Products' }));
  await tap(page.getByRole('link', { name: 'Add a product' }));
  const add = page.getByRole('button', { name: 'Add the product' });
  // Sent with empty fields: the message at the button says what is missing, and the focus moves to the first of them.
  await tap(add);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Name: Enter a name');
  await expect(page.getByLabel('Name')).toBeFocused();
  const photo = async (seed: number) => ({
    name: `IMG_000${seed}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await phonePhoto({ seed })),
  });
  const text = { name: 'notes.txt', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') };
  await page.getByLabel('Choose pictures').setInputFiles([await photo(1), await photo(2), text]);
  const refused = page.getByText('notes.txt: This is not a JPEG, PNG, WebP or AVIF picture.');
  await expect(refused).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('What picture 1 shows').fill('A blue pouch');
  await page.getByLabel('What picture 2 shows').fill('A cup of tea with lemon');
  await tap(page.getByRole('button', { name: 'Move picture 2 up' }));
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('A cup of tea with lemon');
  await page.getByLabel('Name').fill('Lemon Blue Tea');
  await page.getByLabel('Net weight').fill('60g');
  await page.getByLabel('Short description').fill('Flowers and lemon peel.');

  // The page is reloaded before the form is sent. The typed texts are there again.
  await page.reload();
  await expect(page.getByText(/^Draft from .* restored/)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Lemon Blue Tea');
  await page.getByLabel('Description', { exact: false }).nth(1).fill('Flowers, and peel.');
  await page.getByLabel('Ingredients').fill('Butterfly pea flowers, lemon peel');
  await page.getByLabel('Price', { exact: false }).first().fill('349');
  await page.getByLabel('MRP').fill('399');
  await page.getByLabel('Pieces on the shelf').fill('12');
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('pouch of dried flowers');
  await page.getByLabel('Grams in each').fill('60');
  await expectInside(page.getByRole('main'));
  // It is added only after its pictures have arrived, with them.
  const release = await hold(page, '**/api/admin/pictures');
  await page.getByLabel('Choose pictures').setInputFiles(await photo(3));
  const submit = page.getByRole('main').locator('button[type=submit]');
  await expect(submit).toHaveText('Uploading pictures...');
  await tap(submit);
  release();
  await page.getByLabel('What picture 3 shows').fill('A cup in the rain');
  await expect(submit).toHaveText('Add the product');
  await tap(add);
  await expect(page.getByRole('heading', { name: 'Lemon Blue Tea' })).toBeVisible();
  await expect(page.getByText('Lemon Blue Tea is saved, and hidden')).toBeVisible();

  const { rows: added } = await ownShop.sql(
    `select image_texts from products where name = 'Lemon Blue Tea'`,
  );
  expect(added).toEqual([
    { image_texts: ['A cup of tea with lemon', 'A blue pouch', 'A cup in the rain'] },
  ]);

  // Only staff can see it.
  const inShop = `${ownShop.url}/product/lemon-blue-tea`;
  expect((await fetch(inShop)).status).toBe(404);
  await tap(page.getByRole('article').getByRole('link', { name: 'Preview' }));
  await expect(page.getByText('Only staff see this preview.')).toBeVisible();
  await expect(heading(page)).toHaveText('Lemon Blue Tea');
  const picture = page.getByRole('img', { name: 'A cup of tea with lemon' });
  const widthOf = (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth);
  expect(await picture.evaluate(widthOf)).toBeGreaterThan(300);
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: 'Back to the form' }));

  // Midnight is India's. Near midnight the suggested day would begin during the test, so the day after is chosen.
  await tap(page.getByRole('button', { name: 'Schedule a price' }));
  await page.getByLabel('New price', { exact: true }).fill('100');
  await page.getByLabel(/^From/).fill(`${dayInIndia(Date.now() + 2 * DAY_MS)}T00:00`);
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(page.getByText(/: ₹100\.00 from .* 12:00 AM/)).toBeVisible();
  const { rows } = await ownShop.sql(
    `select to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI') as at from price_changes`,
  );
  expect(rows).toEqual([{ at: '00:00' }]);
  await tap(page.getByRole('button', { name: 'Withdraw' }));
  const question = page.getByRole('dialog', { name: 'Withdraw the scheduled price?' });
  await expect(question).toContainText(/^.*₹100\.00 does not begin on .* 12:00 AM/);
  await tap(question.getByRole('button', { name: 'Withdraw' }));
  await expect(page.getByText('was withdrawn')).toBeVisible();

  await tap(page.getByLabel('Show it in the shop'));
  await tap(page.getByRole('button', { name: 'Save', exact: true }));
  await tap(page.getByRole('link', { name: 'See it in the shop' }));
  await expect(page).toHaveURL(inShop);
  await expect(page.getByRole('img', { name: 'A cup of tea with lemon' })).toBeVisible();
  await expect(page.getByText('₹349.00').first()).toBeVisible();
  // It is also in the shop page, which is cached.
  expect(await (await fetch(`${ownShop.url}/shop`)).text()).toContain('Lemon Blue Tea');
  await ownShop.sql(`update products set active = false where id = 'lemon-blue-tea'`);
});

test('a notice and a new telephone number reach the shop’s pages; an invitation lets in who it is for, and nobody else', async ({
  page,
  context,
  browser,
  ownShop,
}) => {
  await declineCookies(context);
  await openAsOwner(page);
  await page.goto('/admin/settings');
  const notice = page.getByRole('form', { name: 'Notice' });
  await notice.getByLabel('Text').fill('No deliveries on 8 and 9 November');
  await tap(notice.getByRole('button', { name: 'Save' }));
  await expect(statusMessage(page, 'Notice saved')).toBeVisible();
  const identity = page.getByRole('form', { name: 'Who runs the shop' });
  await identity.getByLabel('Phone').fill('+91 22 9999 0000');
  await tap(identity.getByRole('button', { name: 'Save' }));
  await expect(statusMessage(page, 'Shop details saved')).toBeVisible();
  const shopper = await context.newPage();
  await expect(async () => {
    await shopper.goto('/contact');
    await expect(shopper.getByRole('main')).toContainText('+91 22 9999 0000', { timeout: 1_000 });
  }).toPass();
  await expect(shopper.getByRole('complementary', { name: 'Notice' })).toHaveText(
    'No deliveries on 8 and 9 November',
  );
  await expectAccessible(shopper);
  await shopper.close();
  await ownShop.sql('delete from shop_settings; select increment_catalogue_revision()');

  const guest = async (role: string) => {
    const somebody = await (
      await browser.newContext({ ...PHONE, baseURL: ownShop.url, serviceWorkers: 'block' })
    ).newPage();
    return { page: somebody, email: await signUpAndIn(somebody, ownShop, role) };
  };
  const [bina, other] = [await guest('packer'), await guest('accountant')];
  await page.goto('/admin/staff');
  await page.getByLabel('Email').fill(bina.email.toUpperCase());
  await tap(page.getByRole('button', { name: 'Invite' }));
  const link = (await page.locator('code').textContent()) ?? '';
  const accept = async (somebody: Page) => {
    await somebody.goto(link.slice(link.indexOf('/admin/join')));
    await tap(somebody.getByRole('button', { name: 'Accept the invitation' }));
  };
  await accept(other.page);
  await expect(heading(other.page)).toHaveText('This invitation is not valid');
  await accept(bina.page);
  await expect(heading(bina.page)).toHaveText('Today');
  expect(bina.page.url()).not.toContain('#');
  await page.reload();
  const member = page.getByRole('main').getByRole('listitem').filter({ hasText: bina.email });
  await expect(member).toContainText('Packer');
  await tap(page.getByRole('button', { name: `Change role of ${bina.email}` }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('accountant');
  await expect(dialog).toContainText('An accountant matches cash');
  await tap(dialog.getByRole('button', { name: 'Make accountant' }));
  await expect(member).toContainText('Accountant');
  await bina.page.goto('/admin/reports');
  await expect(heading(bina.page)).toHaveText('Reports');
  await tap(page.getByRole('button', { name: `End access of ${bina.email}` }));
  await expect(dialog).toContainText('at once and on every device');
  await tap(dialog.getByRole('button', { name: 'End access' }));
  await expect(statusMessage(page, `${bina.email} has no access any more`)).toBeVisible();
  await bina.page.goto('/admin');
  await expect(heading(bina.page)).toHaveText('404');
  await Promise.all([bina, other].map((somebody) => somebody.page.context().close()));
});

test('a subscriber confirms, gets a campaign that was tested first, and unsubscribes by its link', async ({
  page,
  context,
  request,
}) => {
  const reader = `${crypto.randomUUID()}@example.com`;
  await declineCookies(context);
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Newsletter', exact: true });
  await form.getByRole('textbox').fill(reader);
  await tap(form.getByRole('button', { name: 'Subscribe' }));
  await expect(page.getByText('Check your email')).toBeVisible();
  await page.goto(await emailedLink(request, reader, 'Please confirm your subscription'));
  await tap(page.getByRole('button', { name: 'Confirm subscription' }));
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();

  await openAsOwner(page);
  await page.goto('/admin/newsletter');
  await tap(page.getByRole('link', { name: 'Write a newsletter' }));
  const tryOut = page.getByRole('button', { name: 'Send me a test' });
  await page.getByRole('textbox', { name: 'Heading' }).fill('The first flowers');
  await tap(tryOut);
  await expect(page.getByText('Write the subject')).toBeVisible();
  await page.getByRole('textbox', { name: 'Subject' }).fill('New flowers');
  await page.getByRole('textbox', { name: 'Text' }).fill('They are dry.\n\nThey are blue.');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('The first flowers');
  const send = page.getByRole('button', { name: 'Send to 1...' });
  await expect(send).toBeDisabled();
  await tap(tryOut);
  await expect(send).toBeEnabled();
  await tap(send);
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Send now' }));
  await expect(page.getByRole('main')).toContainText('1 of 1 sent');
  await expectInside(page.getByRole('main'));
  const unsubscribe = async () => {
    const emails: { to: string; subject: string; links: string[] }[] = await (
      await request.get('/dev/mailbox.json')
    ).json();
    return emails.find(({ to, subject }) => to === reader && subject === 'New flowers')?.links;
  };
  await expect.poll(unsubscribe).toBeDefined();
  await page.goto((await unsubscribe())?.at(-1) ?? '');
  await tap(page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }));
  await expect(page.getByRole('heading', { name: 'You have unsubscribed' })).toBeVisible();
  await page.goto('/admin/newsletter');
  await expect(page.getByText('0 confirmed addresses')).toBeVisible();
});

test('the first order of a shop is offered on Today while the owner looks at it, and its button stays where it is', async ({
  page,
  signedInShopper,
}) => {
  await openAsOwner(page);
  await expect(page.getByText('No orders yet.')).toBeVisible();
  const release = await hold(page, '**/api/admin/today');
  await fill(signedInShopper);
  const show = page.getByRole('button', { name: '1 new order: show' });
  await expect(show).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await show.boundingBox();
  release();
  await expect(page.getByRole('link', { name: 'Confirm: To confirm' })).toBeVisible();
  expect(await show.boundingBox()).toEqual(before);
  await tap(show);
  await expect(page.getByRole('main').getByText(/^AP-/)).toHaveCount(1);
  await expect(page.getByText('No orders yet.')).toHaveCount(0);
});
