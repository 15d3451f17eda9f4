import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { count, onLaptop, openAdmin } from '#test/component/admin.tsx';
import { holdAnswer, loseAnswer } from '#test/component/fake-api.ts';
import { aProduct, fakeProducts } from '#test/component/fake-products.ts';

const ADD = 'POST /admin/products';
const SAVE = 'PATCH /admin/products/{id}';
const CONFLICT = 'Not saved: somebody else has changed this in the meantime.';
const KEPT = 'What you typed is kept here.';

async function openForm(path: string, shop = fakeProducts([aProduct('6')])) {
  const opened = await openAdmin(`/admin/products/${path}`, { api: shop.api });
  const { main } = opened;
  const field = (name: string) => main.getByLabelText(name, { exact: true });
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return { ...opened, shop, field, button };
}

/** Fills in what a new product must have. */
async function fillIn(
  { main }: Pick<Awaited<ReturnType<typeof openForm>>, 'main'>,
  name: string,
): Promise<void> {
  for (const [label, value] of Object.entries({
    Name: name,
    'Net weight': '60g',
    'Short description': 'Flowers.',
    Ingredients: 'Butterfly pea flowers',
    MRP: '449',
  }))
    await main.getByLabelText(label).fill(value);
  await main.getByLabelText(/^Description/).fill('Flowers.');
  await main.getByLabelText(/^Price/).fill('349');
  await main.getByRole('textbox', { name: 'What', exact: true }).fill('pouch');
}

test('a product whose answer was lost is one product, also sent again from a reloaded tab', async () => {
  const form = await openForm('new');
  const { main, button, shop, reload } = form;
  await fillIn(form, 'Night Tea');
  loseAnswer(shop.api, ADD);
  await button('Add the product').click();
  await expect.element(main.getByText(KEPT)).toBeVisible();
  await reload();
  await expect.element(main.getByText(/^Draft from .* restored/)).toBeVisible();
  await button('Add the product').click();
  await expect.element(main.getByRole('heading', { name: 'Night Tea' })).toBeVisible();
  expect(shop.all().map(({ id }) => id)).toEqual(['6', 'night-tea']);
});

test('a product whose answer was lost is not added again with other details', async () => {
  const form = await openForm('new');
  const { main, button, shop } = form;
  await fillIn(form, 'Night Tea');
  loseAnswer(shop.api, ADD);
  await button('Add the product').click();
  await expect.element(main.getByText(KEPT)).toBeVisible();
  await main.getByLabelText(/^Price/).fill('399');
  await button('Add the product').click();
  await expect.element(main.getByText('was already sent')).toBeVisible();
  expect(shop.all()).toMatchObject([{ id: '6' }, { id: 'night-tea', price: 349 }]);
});

test('two products that are added one after the other are two, though the first one’s draft is still there', async () => {
  const form = await openForm('new');
  await fillIn(form, 'Morning Tea');
  await form.button('Add the product').click();
  await expect.element(form.main.getByRole('heading', { name: 'Morning Tea' })).toBeVisible();
  await form.go('/admin/products/new');
  await fillIn(form, 'Evening Tea');
  await form.button('Add the product').click();
  await expect.element(form.main.getByRole('heading', { name: 'Evening Tea' })).toBeVisible();
  expect(form.shop.all().map(({ id }) => id)).toEqual(['6', 'morning-tea', 'evening-tea']);
});

describe('a product that somebody else has saved meanwhile', () => {
  test('shows what changed, also to a draft that was restored, and is replaced by a second Save', async () => {
    const { main, button, shop, reload } = await openForm('6');
    await main.getByLabelText('Net weight').fill('260g');
    const theirs = { taste: 'Flowery', weight: '255g' };
    shop.change('6', 1, theirs);
    await reload();
    await button('Save').click();
    await expect.element(main).toMatchTextContent(`${CONFLICT}Net weight255gTasteFlowery`);
    expect(shop.find('6')).toMatchObject(theirs);
    await expect.element(main.getByLabelText('Net weight')).toHaveValue('260g');
    await button('Save').click();
    await expect.element(main.getByText('Tea 6 is saved')).toBeVisible();
    await expect.element(main.getByText(CONFLICT)).not.toBeInTheDocument();
    expect(shop.find('6')).toMatchObject({ taste: 'Earthy', weight: '260g' });
  });

  test('is saved at once where only the price is another', async () => {
    const { main, button, shop } = await openForm('6');
    await main.getByLabelText('Taste').fill('Calm');
    shop.change('6', 1, { price: 549 });
    await button('Save').click();
    await expect.element(main.getByText('Tea 6 is saved')).toBeVisible();
    expect(shop.find('6')).toMatchObject({ taste: 'Calm', price: 549 });
  });
});

test('while a product is saved its fields take nothing, and then the focus is where it was', async () => {
  const { main, button, shop } = await openForm('6');
  const weight = main.getByLabelText('Net weight');
  await weight.fill('270g');
  const answer = holdAnswer(shop.api, SAVE);
  await userEvent.type(weight, '{Enter}');
  await expect.element(button('Saving...')).toBeVisible();
  await expect.element(main.getByLabelText('Taste')).toBeDisabled();
  await expect.element(main.getByLabelText('Show it in the shop')).toBeDisabled();
  answer.release();
  await expect.element(main.getByText('Tea 6 is saved')).toBeVisible();
  await expect.element(weight).toHaveFocus();
  await expect.element(main.getByLabelText('Taste')).toBeEnabled();
});

test('what is typed into a field stands in it, key by key', async () => {
  const { main } = await openForm('new');
  await expect.element(main.getByLabelText('Name')).toBeVisible();
  // Fields for numbers are left out: they do not accept the typed letters.
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(input:not([type]), input[type=text], textarea):not([inputmode])',
  );
  expect(fields.length).toBeGreaterThan(5);
  for (const field of fields) {
    await userEvent.clear(field);
    await userEvent.type(field, 'ht b ');
    expect(field.value, field.name).toBe('ht b ');
  }
});

test('a picture that has come to the first place keeps the focus on its button', async () => {
  await onLaptop();
  const images = ['A pouch', 'A cup'].map((text, n) => ({ src: `/pictures/${n}.webp`, text }));
  const { main, button } = await openForm('6', fakeProducts([aProduct('6', { images })]));
  const shows = (place: number) => main.getByLabelText(`What picture ${place} shows`);
  const press = (key: string) => userEvent.keyboard(`{${key}}`);
  const up = button('Move picture 1 up');
  await expect.element(up).toBeDisabled();
  await button('Move picture 2 up').click();
  await expect.element(shows(1)).toHaveValue('A cup');
  await expect.element(up).toHaveFocus();
  await press('Enter');
  await expect.element(shows(1)).toHaveValue('A cup');
  await press('Tab');
  await expect.element(button('Move picture 1 down')).toHaveFocus();
  await press('Enter');
  await expect.element(shows(2)).toHaveValue('A cup');
  await expect.element(button('Move picture 2 down')).toHaveFocus();
});

test('a product that was added by mistake is removed after a question, and one that was sold cannot be', async () => {
  const shop = fakeProducts([
    aProduct('6'),
    aProduct('mistake', { shown: false, removable: true }),
  ]);
  const { main, button, go, told } = await openForm('6', shop);
  await expect.element(main.getByRole('link', { name: 'Preview' })).toBeVisible();
  await count(button('Remove')).toBe(0);
  await go('/admin/products/mistake');
  const dialog = page.getByRole('dialog', { name: 'Remove Tea mistake?' });
  await button('Remove').click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await button('Remove').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(told('Tea mistake removed')).toBeVisible();
  await expect.element(main.getByRole('heading', { name: 'Products' })).toBeVisible();
  expect(shop.all().map(({ id }) => id)).toEqual(['6']);
});
