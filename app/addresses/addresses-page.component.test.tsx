import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Address } from '#contract/addresses.ts';
import { type Handlers, UNREACHABLE } from '#test/component/fake-api.ts';
import { ASHA, open } from '#test/component/open.tsx';
import AddressesPage from './addresses-page.tsx';

const HOME: Address = {
  id: '6a1f1b7e-4a8e-4f2e-9d7b-0a7b3f0f5a11',
  full_name: 'Asha Rao',
  phone: '+91 98765 43210',
  address_line1: '12 Hill Road',
  address_line2: 'Flat 4B',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400020',
  country: 'India',
  is_default: true,
  created_at: '2026-01-05T06:30:00.000Z',
};

/** Addresses kept in memory, as the server keeps them. */
function addressBook(saved: Address[]): Handlers {
  return {
    'GET /profile': () => ({ id: ASHA.id, full_name: 'Asha Rao', phone: null }),
    'GET /addresses': () => saved,
    'POST /addresses': ({ body }) => {
      const address = { ...HOME, ...body };
      saved.push(address);
      return address;
    },
    'PATCH /addresses/{id}': ({ params, body }) => {
      const index = saved.findIndex(({ id }) => id === params.id);
      const address = { ...HOME, ...saved[index], ...body };
      saved[index] = address;
      return address;
    },
    'DELETE /addresses/{id}': ({ params }) => {
      saved.splice(
        saved.findIndex(({ id }) => id === params.id),
        1,
      );
      return undefined;
    },
  };
}

test('saving an edited address tells so, and the focus returns to its Edit button', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([HOME]) });
  await screen.getByRole('button', { name: 'Edit address of Asha Rao, Mumbai' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Address' });
  await dialog.getByLabelText('City').fill('Pune');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect.element(screen.getByText('Address updated')).toBeVisible();
  await expect
    .element(screen.getByText('Your address has been updated successfully.'))
    .toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Edit address of Asha Rao, Pune' }))
    .toHaveFocus();
});

test('the Edit button of an added address gets the focus, because the one that was pressed is gone', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([]) });
  await screen.getByRole('button', { name: 'Add Your First Address' }).click();
  const dialog = screen.getByRole('dialog');
  for (const [label, text] of [
    ['Full Name', 'Asha Rao'],
    ['Phone Number', '+91 98765 43210'],
    ['Postal Code', '400020'], // which fills in the city and the state
    ['Address Line 1', '12 Hill Road'],
  ] as const) {
    await dialog.getByLabelText(label).fill(text);
  }
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Edit address of Asha Rao, Mumbai' }))
    .toHaveFocus();
});

test('the dialog closes on Escape and gives the focus back', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([]) });
  const opener = screen.getByRole('button', { name: 'Add Your First Address' });
  await opener.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('what was typed is kept when saving fails', async () => {
  const api = addressBook([HOME]);
  api['PATCH /addresses/{id}'] = () => {
    throw UNREACHABLE;
  };
  const { screen } = await open(<AddressesPage />, { api });
  await screen.getByRole('button', { name: 'Edit address of Asha Rao, Mumbai' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Address Line 1').fill('7 Sea View');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect.element(dialog.getByText('We could not reach the shop.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Address Line 1')).toHaveValue('7 Sea View');
});
