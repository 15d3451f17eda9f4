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
import { button, dialog, heading, reason } from '#test/component/locators.ts';
import { ASHA, open } from '#test/component/open.tsx';
import { HOME } from '#test/component/shopper-data.ts';
import AddressesPage from './addresses-page.tsx';

/** Addresses kept in memory, as the server keeps them. */
function addressBook(saved: Address[], phone: string | null = null): Handlers {
  return {
    'GET /delivery/{pin}': ({ params: { pin } }) => ({
      ...{ serves: pin !== '744301', cash: true, fee: 0, free_from: 999 },
      expected_by: '2026-11-26',
    }),
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
  await button('Edit address of Asha Rao, Mumbai').click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Address' });
  await dialog.getByLabelText('City').fill('Pune');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expectVisible(screen, 'Address updated', 'Your address has been updated successfully.');
  await expect.element(button('Edit address of Asha Rao, Pune')).toHaveFocus();
});

const field = (label: string) => dialog.getByLabelText(label);
const save = () => button('Save Address').click();

/** Opens the form for a new address, with the shopper's name in it. */
async function openForm(api = addressBook([])) {
  const opened = await open(<AddressesPage />, { api });
  await button('Add Your First Address').click();
  await expect.element(field('Full Name')).toHaveValue('Asha Rao');
  return opened;
}

async function typePin(pin: string) {
  await field('Postal Code').clear();
  await field('Postal Code').click();
  await userEvent.keyboard(pin);
}

async function expectPlace(city: string, state: string) {
  await expect.element(field('City')).toHaveValue(city);
  await expect.element(field('State')).toHaveValue(state);
}

async function writeAddress() {
  for (const [label, text] of [
    ['Full Name', HOME.full_name],
    ['Phone Number', HOME.phone],
    ['Address Line 1', HOME.address_line1],
    ['Address Line 2', HOME.address_line2 ?? ''],
    ['Postal Code', HOME.postal_code],
  ] as const)
    await field(label).fill(text);
  await expectPlace(HOME.city, HOME.state);
}

test('an address is added, made the default and deleted, and the focus moves to what is there', async () => {
  const { screen } = await openForm();
  await writeAddress();
  await save();
  await expectVisible(screen, 'Address added', 'Your address has been added successfully.');
  const card = screen.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
  const place = 'Mumbai, Maharashtra 400020';
  // The first address becomes the default unless its box is unticked.
  await expectVisible(card, 'Asha Rao', HOME.phone, 'Flat 4B', place, 'India', 'Default');
  // The button that opened the dialog no longer exists, so the focus moves to the saved address.
  const edit = card.getByRole('button', { name: 'Edit' });
  await expect.element(edit).toHaveFocus();

  await edit.click();
  await expect.element(field('State')).toHaveValue('Maharashtra');
  await field('Address Line 2').fill('');
  await field('Set as default address').click();
  await save();
  await expect.element(card.getByText('Default')).not.toBeInTheDocument();
  await expect.element(card.getByText('Flat 4B')).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expectVisible(
    screen,
    'Address deleted',
    'Your address has been deleted successfully.',
    'No addresses saved yet',
  );
  await expect.element(heading('Saved Addresses')).toHaveFocus();
});

test('an address names what is missing under each field and goes to the first', async () => {
  const { requests } = await openForm();
  await field('Full Name').fill('');
  await field('Country').fill('');
  await save();
  for (const [label, message] of [
    ['Full Name', /^Full name is required/],
    ['Phone Number', /^Phone number must be at least 10 digits/],
    ['Address Line 1', /^Address is required/],
    ['City', /^City is required/],
    ['State', /^State is required/],
    ['Postal Code', /^Postal code is required/],
    ['Country', /^Country is required/],
  ] as const)
    await expect.element(field(label)).toHaveAccessibleDescription(message);
  await expect.element(field('Full Name')).toHaveFocus();
  expect(dialog.getByText('*').elements()).toHaveLength(7);
  expect(requests).not.toContain('POST /addresses');
  await expectAccessible();
});

test('an address outside India takes any state, and its postal code fills in nothing', async () => {
  const { screen } = await openForm();
  await field('Country').fill('Nepal');
  await typePin('400050');
  await expectPlace('', '');
  await field('Phone Number').fill(HOME.phone);
  await field('Address Line 1').fill(HOME.address_line1);
  await field('City').fill('Kathmandu');
  await field('State').fill('Bagmati');
  await save();
  await expect.element(screen.getByText('Kathmandu, Bagmati 400050')).toBeVisible();
});

test('an address is known to autofill, field by field', async () => {
  await openForm();
  const fields = [...document.querySelectorAll('dialog [autocomplete]')];
  const known =
    'name tel postal-code address-line1 address-line2 address-level2 address-level1 country-name';
  expect(fields.map((each) => each.getAttribute('autocomplete'))).toEqual(
    known.split(' ').map((part) => `shipping ${part}`),
  );
  await expect.element(field('Postal Code')).toHaveAttribute('inputmode', 'numeric');
});

test('the dialog keeps the focus, closes on Escape and gives the focus back', async () => {
  await openForm();
  for (let press = 1; press <= 14; press += 1) {
    await userEvent.keyboard('{Tab}');
    const { activeElement } = document;
    const inside = activeElement === document.body || activeElement?.closest('dialog');
    expect(inside, `Tab number ${press} stays in the dialog`).toBeTruthy();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Add Your First Address')).toHaveFocus();
});

test('why an address could not be saved can be read at once, in every window, and what was typed is kept', async () => {
  const api = addressBook([]);
  api['POST /addresses'] = unreachable;
  const { screen } = await openForm(api);
  await writeAddress();
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await resizeTo(width, height);
    await save();
    await expect.element(reason).toMatchTextContent(/We could not reach the shop/);
    await expectHitByTap(reason);
    await expect.element(field('Address Line 1')).toHaveValue(HOME.address_line1);
  }
  api['POST /addresses'] = addressBook([])['POST /addresses'];
  await save();
  await expect.element(screen.getByText('Address added')).toBeVisible();
});

test('a PIN code fills in city and state where they are sure', async () => {
  const { screen } = await openForm();
  await save();
  await expect.element(screen.getByText('State is required')).toBeVisible();
  await typePin('560034');
  await expectPlace('Bengaluru', 'Karnataka');
  await expect
    .element(dialog.getByText('Filled in from the postal code: Bengaluru, Karnataka'))
    .toBeInTheDocument();
  // The errors of what it fills in are gone.
  await expect.element(screen.getByText('State is required')).not.toBeInTheDocument();
  await expect.element(screen.getByText('City is required')).not.toBeInTheDocument();
  await typePin('413 001');
  await expectPlace('Solapur', 'Maharashtra');
  await typePin('673310'); // Mahe, or Kerala
  await expectPlace('Mahe', '');
  await expectAccessible();
  await resizeTo(320, 640);
  await expectNoOverflow();
});

test('a PIN code never changes what the shopper has chosen or corrected', async () => {
  await openForm();
  await typePin('560034');
  await field('City').fill('Bangalore');
  await typePin('400050');
  await expectPlace('Bangalore', 'Maharashtra');
  await field('City').fill('Mumbai');
  await typePin('560034');
  await expectPlace('Mumbai', 'Karnataka');
  await field('State').selectOptions('Goa');
  await typePin('400050');
  await expectPlace('Mumbai', 'Goa');
});

test('a PIN code that lies in another state, or where the shop does not deliver, is told, and can be saved', async () => {
  const { screen } = await openForm();
  await writeAddress();
  await field('State').selectOptions('Goa');
  const elsewhere = '400020 is in Maharashtra';
  await expect.element(field('State')).toHaveAccessibleDescription(elsewhere);
  await field('State').selectOptions('Maharashtra');
  await expect.element(field('State')).not.toHaveAccessibleDescription(elsewhere);

  await typePin('744301');
  const notServed = 'We do not deliver to 744301 yet';
  await expect.element(field('Postal Code')).toHaveAccessibleDescription(notServed);
  await expect.element(field('State')).toHaveAccessibleDescription(/^744301 is in Andaman/);
  await expectPlace('Nicobar', 'Maharashtra'); // of which one was chosen
  await expectAccessible();
  await save();
  await expect.element(screen.getByText('Address added')).toBeVisible();
});

test('the PIN code of an address that is edited does not change its city and state', async () => {
  const { screen } = await open(<AddressesPage />, { api: addressBook([HOME]) });
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(field('Full Name')).toHaveFocus();
  await typePin('560034');
  await expectPlace('Mumbai', 'Maharashtra');
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
    await expect.element(field(label)).toHaveFocus();
    await expect.element(field(label)).toHaveAttribute('enterkeyhint', key);
    await userEvent.keyboard(`${text}{Enter}`);
  }
  await expectVisible(screen, 'Address added', 'Mumbai, Maharashtra 400050');
});

test('name and phone are typed once: the next address has them, and is not the default', async () => {
  await open(<AddressesPage />, { api: addressBook([HOME], '9876543210') });
  await button('Add Address').click();
  await expect.element(field('Full Name')).toHaveValue('Asha Rao');
  await expect.element(field('Phone Number')).toHaveValue('9876543210');
  await expect.element(field('Set as default address')).not.toBeChecked();
});

test('a profile that loads late does not overwrite what was typed meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  const profile = { id: ASHA.id, full_name: 'Asha Rao', phone: '9876543210' };
  await open(<AddressesPage />, {
    api: { ...addressBook([]), 'GET /profile': () => held.promise.then(() => profile) },
  });
  await button('Add Your First Address').click();
  await field('Full Name').fill('Meera Rao');
  held.resolve();
  await expect.element(field('Phone Number')).toHaveValue('9876543210');
  await expect.element(field('Full Name')).toHaveValue('Meera Rao');
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
  await field('City').fill('Pune');
  await save();
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
  await button('Add Your First Address').click();
  await writeAddress();
  await save();
  await expect.poll(path).toBe('/auth');
  await expect.element(screen.getByText('You were signed out on this device.')).toBeVisible();
  await expect.element(screen.getByText('Error', { exact: true })).not.toBeInTheDocument();

  api['POST /addresses'] = works;
  await screen.getByLabelText('Email').fill(ASHA.email);
  await screen.getByLabelText('Password', { exact: true }).fill('steep for five');
  await button('Sign In').click();
  await expect.poll(path).toBe('/account/addresses');
  await expect.element(field('Address Line 1')).toHaveValue(HOME.address_line1);
  await expect.element(field('State')).toHaveValue(HOME.state);
  await save();
  await expect.element(screen.getByText(HOME.address_line1)).toBeVisible();
  await button('Add Address').click();
  await expect.element(field('Address Line 1')).toHaveValue('');
});
