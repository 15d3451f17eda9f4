import { randomUUID } from 'node:crypto';
import { statusMessage, test } from '#test/e2e/support/admin.ts';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Removes the demo's subscribers first.
test.beforeEach(({ ownShop, demoOrders: _ }) =>
  ownShop.sql('delete from newsletter_subscriptions'),
);

test('a subscriber confirms, gets a campaign that was tested first, and unsubscribes by its link', async ({
  admin,
  browser,
  ownShop,
}) => {
  const reader = `${randomUUID()}@example.com`;
  const emailTo = async (to: string, subject: string) => {
    const emails: { to: string; subject: string; text: string; links: string[] }[] = await (
      await fetch(`${ownShop.url}/dev/mailbox.json`)
    ).json();
    return emails.find((email) => email.to === to && email.subject === subject);
  };
  /** The last link of an email, once it has arrived. */
  const linkIn = async (subject: string) => {
    await expect.poll(() => emailTo(reader, subject)).toBeDefined();
    return (await emailTo(reader, subject))?.links.at(-1) ?? '';
  };

  const context = await browser.newContext({ ...PHONE, baseURL: ownShop.url });
  await declineCookies(context);
  const phone = await context.newPage();
  await phone.goto('/');
  const form = phone.getByRole('form', { name: 'Newsletter', exact: true });
  await form.getByRole('textbox').fill(reader);
  await tap(form.getByRole('button', { name: 'Subscribe' }));
  await expect(phone.getByText('Check your email')).toBeVisible();
  await phone.goto(await linkIn('Please confirm your subscription'));
  await tap(phone.getByRole('button', { name: 'Confirm subscription' }));
  await expect(phone.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();

  await admin.setViewportSize(PHONE.viewport);
  await admin.goto('/admin/newsletter');
  await tap(admin.getByRole('link', { name: 'Write a newsletter' }));
  await expect(admin.getByRole('heading', { name: 'New newsletter' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Send me a test' })).toBeDisabled();
  await admin.getByRole('textbox', { name: 'Heading' }).fill('Flowers');
  await tap(admin.getByRole('button', { name: 'Send me a test' }));
  await expect(admin.getByText('Write the subject')).toBeVisible();
  const subject = `New flowers ${reader.slice(0, 8)}`;
  await admin.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await expect(admin.getByText('Write the subject')).toBeHidden();
  await admin.getByRole('textbox', { name: 'Heading' }).fill('The first flowers');
  await admin.getByRole('textbox', { name: 'Text' }).fill('They are dry.\n\nThey are blue.');
  await admin.reload();
  await expect(admin.getByRole('textbox', { name: 'Heading' })).toHaveValue('The first flowers');
  const send = admin.getByRole('button', { name: 'Send to 1...' });
  await expect(send).toBeDisabled();
  await tap(admin.getByRole('button', { name: 'Send me a test' }));
  await expect(send).toBeEnabled();
  await expectInside(admin.getByRole('main'));
  await tap(send);
  await tap(admin.getByRole('dialog').getByRole('button', { name: 'Send now' }));
  await expect(admin.getByRole('main')).toContainText('1 of 1 sent');
  await expectInside(admin.getByRole('main'));

  await phone.goto(await linkIn(subject));
  await tap(phone.getByRole('main').getByRole('button', { name: 'Unsubscribe' }));
  await expect(phone.getByRole('heading', { name: 'You have unsubscribed' })).toBeVisible();
  await admin.goto('/admin/newsletter');
  await expect(admin.getByText('0 confirmed addresses')).toBeVisible();
  await context.close();
});

test('a campaign in two tabs: the second is told of the other text, and keeps what it typed', async ({
  admin,
}) => {
  await admin.goto('/admin/newsletter');
  await admin.getByRole('link', { name: 'Write a newsletter' }).click();
  const heading = (page: typeof admin) => page.getByRole('textbox', { name: 'Heading' });
  await heading(admin).fill('Both tabs');
  await admin.getByRole('button', { name: 'Save the draft' }).click();
  await expect(admin.getByText('Draft saved')).toBeVisible();
  await expect(admin).toHaveURL(/newsletter\/[0-9a-f-]{36}$/);
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await heading(other).fill('The other tab');
  await heading(admin).fill('This tab');
  await other.getByRole('button', { name: 'Save the draft' }).click();
  await expect(other.getByText('Draft saved')).toBeVisible();
  await other.close();

  await admin.getByRole('button', { name: 'Save the draft' }).click();
  await expect(admin.getByText('This newsletter has changed in the meantime')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Show the saved text' })).toBeVisible();
  await expect(heading(admin)).toHaveValue('This tab');
  await admin.reload();
  await expect(heading(admin)).toHaveValue('This tab');
  await expect(admin.getByRole('button', { name: 'Save the draft' })).toBeDisabled();
  await admin.getByRole('button', { name: 'Keep what I wrote' }).click();
  await admin.getByRole('button', { name: 'Save the draft' }).click();
  await expect(admin.getByText('Draft saved')).toBeVisible();
  await admin.reload();
  await expect(heading(admin)).toHaveValue('This tab');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a draft whose answer was lost is saved by a second press, and offers only pictures with a card', async ({
    admin,
    ownShop,
  }) => {
    await test.step('a draft whose answer was lost is saved by a second press, and was not changed elsewhere', async () => {
      await admin.goto('/admin/newsletter');
      await tap(admin.getByRole('link', { name: 'Write a newsletter' }));
      const save = admin.getByRole('button', { name: 'Save the draft' });
      const saveTwice = async (heading: string, path: string) => {
        await admin.getByRole('textbox', { name: 'Heading' }).fill(heading);
        await loseAnswers(admin, path);
        await tap(save);
        await expect(admin.getByText('We could not reach the shop.')).toBeVisible();
        await admin.unrouteAll({ behavior: 'wait' });
        await tap(save);
      };
      await saveTwice('Flowers', '**/api/admin/newsletter/campaigns');
      await expect(statusMessage(admin, 'Draft saved')).toBeVisible();
      const { rows: drafts } = await ownShop.sql(
        `select from newsletter_letters where heading = 'Flowers'`,
      );
      expect(drafts).toHaveLength(1);
      await saveTwice('Flowers again ', '**/api/admin/newsletter/campaigns/*');
      const changed = admin.getByText('This newsletter has changed in the meantime');
      await expect(statusMessage(admin, 'Draft saved').or(changed)).toBeVisible();
      await expect(changed).toHaveCount(0);
      await expect(admin.getByText('saved elsewhere')).toHaveCount(0);
    });
    await test.step('a product without a picture card of its own is not offered as a newsletter’s picture', async () => {
      await ownShop.sql(`
        insert into products select (products).* from (
          select jsonb_populate_record(products, '{"id": "monsoon-tea", "name": "Monsoon Tea", "creation_key": null}') as products
          from products where id = '1'
        ) copy`);
      await admin.goto('/admin/newsletter');
      await tap(admin.getByRole('link', { name: 'Write a newsletter' }));
      const pictures = admin.getByRole('combobox', { name: 'Picture' });
      await expect(pictures.getByRole('option', { name: 'Travel Tea Pack' })).toBeAttached();
      await expect(pictures.getByRole('option', { name: 'Monsoon Tea' })).toHaveCount(0);
      await ownShop.sql(`delete from products where id = 'monsoon-tea'`);
    });
  });
});
