import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Address } from '#contract/addresses.ts';
import { AppError } from '#contract/errors.ts';
import { openAccount, refusal, sessionOf } from '#test/component/account.tsx';
import { type Handlers, refusing, unreachable } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectHitByTap,
  expectNoOverflow,
  expectVisible,
  onTouchScreen,
  resizeTo,
} from '#test/component/layout.ts';
import { ASHA, open } from '#test/component/open.tsx';
import { HOME } from '#test/component/shopper-data.ts';
import AddressesPage from './addresses-page.tsx';

/** Addresses kept in memory, as the server keeps them. */
function addressBook(saved: Address[], phone: string | null = null): Handlers {
  return {
    'GET /profile': () => ({ id: ASHA.id, full_name: 'Asha Rao', phone }),
    'GET /addresses': () => saved,
    'POST /addresses': ({ body }) => {
      const address = { ...HOME, id: crypto.randomUUID(), ...body };
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
  await expectVisible(screen, 'Address updated', 'Your address has been updated successfully.');
  await expect
    .element(screen.getByRole('button', { name: 'Edit address of Asha Rao, Pune' }))
    .toHaveFocus();
});

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const field = (screen: Screen, label: string) => screen.getByRole('dialog').getByLabelText(label);
const save = (screen: Screen) => screen.getByRole('button', { name: 'Save Address' }).click();

/** Opens the form for a new address, with the shopper's name in it. */
async function openForm(api = addressBook([])) {
  const opened = await open(<AddressesPage />, { api });
  await opened.screen.getByRole('button', { name: 'Add Your First Address' }).click();
  await expect.element(field(opened.screen, 'Full Name')).toHaveValue('Asha Rao');
  return opened;
}

async function typePin(screen: Screen, pin: string) {
  await field(screen, 'Postal Code').clear();
  await field(screen, 'Postal Code').click();
  await userEvent.keyboard(pin);
}

async function expectPlace(screen: Screen, city: string, state: string) {
  await expect.element(field(screen, 'City')).toHaveValue(city);
  await expect.element(field(screen, 'State')).toHaveValue(state);
}

async function writeAddress(screen: Screen) {
  for (const [label, text] of [
    ['Full Name', HOME.full_name],
    ['Phone Number', HOME.phone],
    ['Address Line 1', HOME.address_line1],
    ['Address Line 2', HOME.address_line2 ?? ''],
    ['Postal Code', HOME.postal_code],
  ] as const)
    await field(screen, label).fill(text);
  await expectPlace(screen, HOME.city, HOME.state);
}

test('an address is added, made the default and deleted, and the focus moves to what is there', async () => {
  const { screen } = await openForm();
  await writeAddress(screen);
  await save(screen);
  await expectVisible(screen, 'Address added', 'Your address has been added successfully.');
  const card = screen.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
  const place = 'Mumbai, Maharashtra 400020';
  // The first address becomes the default unless its box is unticked.
  await expectVisible(card, 'Asha Rao', HOME.phone, 'Flat 4B', place, 'India', 'Default');
  // The button that opened the dialog no longer exists, so the focus moves to the saved address.
  const edit = card.getByRole('button', { name: 'Edit' });
  await expect.element(edit).toHaveFocus();

  await edit.click();
  await expect.element(field(screen, 'State')).toHaveValue('Maharashtra');
  await field(screen, 'Address Line 2').fill('');
  await field(screen, 'Set as default address').click();
  await save(screen);
  await expect.element(card.getByText('Default')).not.toBeInTheDocument();
  await expect.element(card.getByText('Flat 4B')).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expectVisible(
    screen,
    'Address deleted',
    'Your address has been deleted successfully.',
    'No addresses saved yet',
  );
  await expect.element(screen.getByRole('heading', { name: 'Saved Addresses' })).toHaveFocus();
});

test('an address names what is missing under each field and goes to the first', async () => {
  const { screen, requests } = await openForm();
  await field(screen, 'Full Name').fill('');
  await field(screen, 'Country').fill('');
  await save(screen);
  for (const [label, message] of [
    ['Full Name', /^Full name is required/],
    ['Phone Number', /^Phone number must be at least 10 digits/],
    ['Address Line 1', /^Address is required/],
    ['City', /^City is required/],
    ['State', /^State is required/],
    ['Postal Code', /^Postal code is required/],
    ['Country', /^Country is required/],
  ] as const)
    await expect.element(field(screen, label)).toHaveAccessibleDescription(message);
  await expect.element(field(screen, 'Full Name')).toHaveFocus();
  expect(screen.getByRole('dialog').getByText('*').elements()).toHaveLength(7);
  expect(requests).not.toContain('POST /addresses');
  await expectAccessible();
});

test('an address outside India takes any state, and its postal code fills in nothing', async () => {
  const { screen } = await openForm();
  await field(screen, 'Country').fill('Nepal');
  await typePin(screen, '400050');
  await expectPlace(screen, '', '');
  await field(screen, 'Phone Number').fill(HOME.phone);
  await field(screen, 'Address Line 1').fill(HOME.address_line1);
  await field(screen, 'City').fill('Kathmandu');
  await field(screen, 'State').fill('Bagmati');
  await save(screen);
  await expect.element(screen.getByText('Kathmandu, Bagmati 400050')).toBeVisible();
});

test('an address is known to autofill, field by field', async () => {
  const { screen } = await openForm();
  const fields = [...document.querySelectorAll('dialog [autocomplete]')];
  const known =
    'name tel postal-code address-line1 address-line2 address-level2 address-level1 country-name';
  expect(fields.map((each) => each.getAttribute('autocomplete'))).toEqual(
    known.split(' ').map((part) => `shipping ${part}`),
  );
  await expect.element(field(screen, 'Postal Code')).toHaveAttribute('inputmode', 'numeric');
});

test('the dialog keeps the focus, closes on Escape and gives the focus back', async () => {
  const { screen } = await openForm();
  for (let press = 1; press <= 14; press += 1) {
    await userEvent.keyboard('{Tab}');
    const { activeElement } = document;
    const inside = activeElement === document.body || activeElement?.closest('dialog');
    expect(inside, `Tab number ${press} stays in the dialog`).toBeTruthy();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: 'Add Your First Address' }))
    .toHaveFocus();
});

test('why an address could not be saved can be read at once, in every window, and what was typed is kept', async () => {
  const api = addressBook([]);
  api['POST /addresses'] = unreachable;
  const { screen } = await openForm(api);
  await writeAddress(screen);
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await resizeTo(width, height);
    await save(screen);
    const reason = screen.getByRole('dialog').getByRole('alert');
    await expect.element(reason).toMatchTextContent(/We could not reach the shop/);
    await expectHitByTap(reason);
    await expect.element(field(screen, 'Address Line 1')).toHaveValue(HOME.address_line1);
  }
  api['POST /addresses'] = addressBook([])['POST /addresses'];
  await save(screen);
  await expect.element(screen.getByText('Address added')).toBeVisible();
});

test('a PIN code fills in the state, and the city where it is sure', async () => {
  const { screen } = await openForm();
  await save(screen);
  await expect.element(screen.getByText('State is required')).toBeVisible();
  await typePin(screen, '560034');
  await expectPlace(screen, 'Bengaluru', 'Karnataka');
  await expect
    .element(
      screen.getByRole('dialog').getByText('Filled in from the postal code: Bengaluru, Karnataka'),
    )
    .toBeInTheDocument();
  // The errors of what it fills in are gone.
  await expect.element(screen.getByText('State is required')).not.toBeInTheDocument();
  await expect.element(screen.getByText('City is required')).not.toBeInTheDocument();
  await typePin(screen, '413 001');
  await expectPlace(screen, '', 'Maharashtra');
  await typePin(screen, '673310'); // Mahe, or Kerala
  await expectPlace(screen, '', '');
  await expectAccessible();
  await resizeTo(320, 640);
  await expectNoOverflow();
});

test('a PIN code never changes what the shopper has chosen or corrected', async () => {
  const { screen } = await openForm();
  await typePin(screen, '560034');
  await field(screen, 'City').fill('Bangalore');
  await typePin(screen, '400050');
  await expectPlace(screen, 'Bangalore', 'Maharashtra');
  await field(screen, 'City').fill('Mumbai');
  await typePin(screen, '560034');
  await expectPlace(screen, 'Mumbai', 'Karnataka');
  await field(screen, 'State').selectOptions('Goa');
  await typePin(screen, '400050');
  await expectPlace(screen, 'Mumbai', 'Goa');
});

test('the PIN code of an address that is edited does not change its city and state', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([HOME]) });
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(field(screen, 'Full Name')).toHaveFocus();
  await typePin(screen, '560034');
  await expectPlace(screen, 'Mumbai', 'Maharashtra');
});

test('the focus is on the first empty field, and Next goes to the following ones', async () => {
  const { screen } = await openForm();
  onTouchScreen();
  for (const [label, text, key] of [
    ['Phone Number', '9876543210', 'next'],
    ['Postal Code', '400050', 'next'],
    ['Address Line 1', '12 Marine Drive', 'next'],
    ['Address Line 2', 'Bandra', 'go'], // city and state are known
  ] as const) {
    await expect.element(field(screen, label)).toHaveFocus();
    await expect.element(field(screen, label)).toHaveAttribute('enterkeyhint', key);
    await userEvent.keyboard(`${text}{Enter}`);
  }
  await expectVisible(screen, 'Address added', 'Mumbai, Maharashtra 400050');
});

test('name and phone are typed once: the next address has them, and is not the default', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([HOME], '9876543210') });
  await screen.getByRole('button', { name: 'Add Address' }).click();
  await expect.element(field(screen, 'Full Name')).toHaveValue('Asha Rao');
  await expect.element(field(screen, 'Phone Number')).toHaveValue('9876543210');
  await expect.element(field(screen, 'Set as default address')).not.toBeChecked();
});

test('a profile that loads late does not overwrite what was typed meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  const profile = { id: ASHA.id, full_name: 'Asha Rao', phone: '9876543210' };
  const { screen } = await open(<AddressesPage />, {
    api: { ...addressBook([]), 'GET /profile': () => held.promise.then(() => profile) },
  });
  await screen.getByRole('button', { name: 'Add Your First Address' }).click();
  await field(screen, 'Full Name').fill('Meera Rao');
  held.resolve();
  await expect.element(field(screen, 'Phone Number')).toHaveValue('9876543210');
  await expect.element(field(screen, 'Full Name')).toHaveValue('Meera Rao');
});

test('an address that another device has deleted is not edited, and goes when it is deleted', async () => {
  const other = { ...HOME, id: crypto.randomUUID(), full_name: 'Ravi Rao' };
  const saved = [HOME, other];
  const api = addressBook(saved);
  const gone = () => {
    saved.pop();
    throw new AppError('address_not_found');
  };
  api['DELETE /addresses/{id}'] = gone;
  api['PATCH /addresses/{id}'] = gone;
  const { screen } = await open(<AddressesPage />, { api });
  await screen.getByRole('button', { name: 'Delete address of Ravi Rao' }).click();
  await expect.element(screen.getByText('Address deleted')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit address of Asha Rao' }).click();
  await field(screen, 'City').fill('Pune');
  await save(screen);
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('This address is no longer saved.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('No addresses saved yet')).toBeVisible();
});

test('a device that was signed out elsewhere says so, and the address typed there is not lost', async () => {
  const api = addressBook([]);
  const works = api['POST /addresses'];
  api['POST /addresses'] = refusing('not_signed_in');
  const { screen, path } = await openAccount({
    path: '/account/addresses',
    as: sessionOf(),
    api,
    auth: {
      'POST /token?grant_type=password': () => sessionOf(),
      'POST /token?grant_type=refresh_token': refusal(
        'session_not_found',
        'The session has ended.',
        403,
      ),
    },
  });
  await screen.getByRole('button', { name: 'Add Your First Address' }).click();
  await writeAddress(screen);
  await save(screen);
  await expect.poll(path).toBe('/auth');
  await expect.element(screen.getByText('You were signed out on this device.')).toBeVisible();
  await expect.element(screen.getByText('Error', { exact: true })).not.toBeInTheDocument();

  api['POST /addresses'] = works;
  await screen.getByLabelText('Email').fill(ASHA.email);
  await screen.getByLabelText('Password', { exact: true }).fill('steep for five');
  await screen.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(path).toBe('/account/addresses');
  await expect.element(field(screen, 'Address Line 1')).toHaveValue(HOME.address_line1);
  await expect.element(field(screen, 'State')).toHaveValue(HOME.state);
  await save(screen);
  await expect.element(screen.getByText(HOME.address_line1)).toBeVisible();
  await screen.getByRole('button', { name: 'Add Address' }).click();
  await expect.element(field(screen, 'Address Line 1')).toHaveValue('');
});
