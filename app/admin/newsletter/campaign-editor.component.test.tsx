import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { AppError } from '#contract/errors.ts';
import { confirmPassword, fakePassword, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, loseAnswer, refuse } from '#test/component/fake-api.ts';
import { idOf } from '#test/component/fake-orders.ts';
import { aProduct, listed } from '#test/component/fake-products.ts';

const CREATE = 'POST /admin/newsletter/campaigns';
const SAVE = 'PATCH /admin/newsletter/campaigns/{id}';
const SEND = 'POST /admin/newsletter/campaigns/{id}/sending';
const EXPORT = 'POST /admin/newsletter/export';

/** Campaigns kept in memory, as the server keeps them: a change must name the present version. */
function fakeCampaigns() {
  const byId = new Map<string, Campaign>();
  const find = (id: string) => {
    const campaign = byId.get(id);
    if (!campaign) throw new AppError('not_found');
    return campaign;
  };
  const change = (id: string, part: Partial<Campaign>) => {
    byId.set(id, { ...find(id), ...part, version: find(id).version + 1 });
    return find(id);
  };
  const api: Handlers = {
    'GET /admin/products': () => [
      listed(aProduct('1', { name: 'Travel Tea Pack' })),
      listed(aProduct('monsoon', { name: 'Monsoon Tea' })),
    ],
    'GET /admin/newsletter': () => ({ confirmed: 1, campaigns: [...byId.values()] }),
    [EXPORT]: () => ({ csv: 'reader@example.com' }),
    [CREATE]: () => {
      const id = idOf(byId.size + 1);
      byId.set(id, {
        ...{ subject: '', heading: '', text: '', button_label: '', button_url: '' },
        ...{ picture: null, picture_text: '' },
        id,
        state: 'draft',
        version: 1,
        tested: false,
        recipients: 0,
        sent: 0,
        failed: 0,
        held: 0,
        delayed: false,
        changed_at: '2026-11-20T10:00:00.000Z',
        sent_at: null,
      });
      return find(id);
    },
    'GET /admin/newsletter/campaigns/{id}': ({ params }) => find(params.id),
    [SAVE]: ({ params, body: { version, ...form } }) => {
      const now = find(params.id);
      const isSaved = Object.entries(form).every(
        ([name, value]) => Reflect.get(now, name) === value,
      );
      if (isSaved) return now; // sent again after a lost answer
      if (version !== now.version) throw new AppError('changed_meanwhile');
      return change(params.id, { ...form, tested: false });
    },
    'POST /admin/newsletter/campaigns/{id}/test': ({ params }) =>
      change(params.id, { tested: true }),
    [SEND]: ({ params }) => change(params.id, { state: 'sent', recipients: 1, sent: 1 }),
  };
  return { api, change, all: () => [...byId.values()] };
}

async function openEditor() {
  const server = fakeCampaigns();
  const opened = await openAdmin('/admin/newsletter', { api: server.api });
  const { main } = opened;
  const button = (name: string) => main.getByRole('button', { name });
  await button('Write a newsletter').click();
  const heading = main.getByRole('textbox', { name: 'Heading' });
  return { ...opened, server, button, heading, save: button('Save the draft') };
}

test('a draft whose answer was lost is saved by a second press, and was not changed elsewhere; the focus stays', async () => {
  const { main, heading, save, told, server } = await openEditor();
  for (const text of ['Flowers', 'Flowers again ']) {
    await heading.fill(text);
    loseAnswer(server.api, SAVE);
    await save.click();
    await expect.element(main.getByText('We could not reach the shop.')).toBeVisible();
    await save.click();
    await expect.element(told('Draft saved')).toBeVisible();
    await expect.element(save).toBeDisabled();
    await expect.element(save).toHaveFocus();
  }
  expect(main.getByText('somebody else has changed').elements()).toEqual([]);
  expect(server.all()).toMatchObject([{ heading: 'Flowers again' }]);
});

test('a campaign in two tabs: the second is told of the other text, and keeps what it typed', async () => {
  const { main, heading, save, told, server, go } = await openEditor();
  await heading.fill('Both tabs');
  await save.click();
  await expect.element(told('Draft saved')).toBeVisible();
  await heading.fill('This tab');
  server.change(idOf(1), { heading: 'The other tab' });
  await save.click();
  const notice = main.getByText('Not saved: somebody else has changed this in the meantime.');
  await expect.element(notice).toBeVisible();
  await expect.element(main).toMatchTextContent('HeadingThe other tab');
  await expect.element(heading).toHaveValue('This tab');
  await go('/admin/newsletter');
  await go(`/admin/newsletter/${idOf(1)}`);
  await expect.element(heading).toHaveValue('This tab');
  expect(server.all()[0]?.heading).toBe('The other tab');
  await save.click();
  await expect.poll(() => server.all()[0]?.heading).toBe('This tab');
});

test('what is typed into a field stands in it, key by key; only products with a picture card are offered', async () => {
  const { main } = await openEditor();
  for (const name of ['Subject', 'Heading', 'Text']) {
    const field = main.getByRole('textbox', { name });
    await userEvent.type(field, 'ht b ');
    await expect.element(field).toHaveValue('ht b ');
  }
  const pictures = main.getByRole('combobox', { name: 'Picture' });
  const option = (name: string) => pictures.getByRole('option', { name });
  await expect.element(option('Travel Tea Pack')).toBeInTheDocument();
  expect(option('Monsoon Tea').elements()).toEqual([]);
});

test('a newsletter whose question was left is not sent before somebody asks for it again', async () => {
  const { main, button, server } = await openEditor();
  fakePassword();
  for (const name of ['Subject', 'Heading', 'Text'])
    await main.getByRole('textbox', { name }).fill('New flowers');
  await button('Send me a test').click();
  const send = button('Send to 1...');
  await expect.element(send).toBeEnabled();
  const dialog = page.getByRole('dialog');
  refuse(server.api, SEND, new AppError('stale_factor'));
  await send.click();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect.element(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await send.click();
  await expect.element(dialog).toMatchTextContent('goes to everybody who is subscribed');
  expect(server.all()).toMatchObject([{ state: 'draft' }]);
  refuse(server.api, SEND, new AppError('stale_factor'));
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await confirmPassword();
  // The screen follows in the shop: here the session of `open` begins anew with the password, which empties the cache.
  await expect.poll(server.all).toMatchObject([{ state: 'sent' }]);
});

test('an export that was left is not saved by the code for the next one, and its button works again', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { api } = fakeCampaigns();
  const { main } = await openAdmin('/admin/newsletter', { api });
  fakePassword();
  const button = main.getByRole('button', { name: 'Save as CSV' });
  refuse(api, EXPORT, new AppError('stale_factor'));
  await button.click();
  await expect.element(page.getByText('Please confirm that it is you.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Please confirm with your second step again.')).toBeVisible();
  refuse(api, EXPORT, new AppError('stale_factor'));
  await button.click();
  await confirmPassword();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  await expect.element(button).toBeEnabled();
  expect(saved).toHaveBeenCalledOnce();
});
