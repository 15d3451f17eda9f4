import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StaffInvitation, StaffMember } from '#contract/admin/staff.ts';
import { AppError } from '#contract/errors.ts';
import { openAdmin } from '#test/component/admin.tsx';
import type { Handlers } from '#test/component/fake-api.ts';
import { idOf } from '#test/component/fake-orders.ts';
import { ASHA } from '#test/component/open.tsx';

const BINA = 'bina@example.in';
const NOW = '2026-11-20T10:00:00.000Z';

/** An owner and a packer. */
function fakeStaff(): Handlers {
  const common = { created_at: NOW, disabled_at: null };
  const staff: StaffMember[] = [
    { ...common, id: ASHA.id, email: ASHA.email ?? '', role: 'owner' },
    { ...common, id: idOf(2), email: BINA, role: 'packer' },
  ];
  let invitations: StaffInvitation[] = [];
  return {
    'GET /admin/staff': () => ({ staff, invitations }),
    'PATCH /admin/staff/{id}': ({ params, body: { role, disabled } }) => {
      const member = staff.find(({ id }) => id === params.id);
      if (!member) throw new AppError('not_found');
      if (role) member.role = role;
      if (disabled !== undefined) member.disabled_at = disabled ? NOW : null;
      return member;
    },
    'POST /admin/staff/invitations': ({ body }) => {
      const made = { ...body, id: idOf(3), expires_at: NOW };
      invitations = [made];
      return { ...made, link: 'https://shop.example.in/admin/join#token' };
    },
    'DELETE /admin/staff/invitations/{id}': () => {
      invitations = [];
      return undefined;
    },
  };
}

async function openStaff() {
  const opened = await openAdmin('/admin/staff', { api: fakeStaff() });
  const button = (name: string) => opened.main.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const bina = opened.main.getByRole('listitem').filter({ hasText: BINA });
  return { ...opened, button, dialog, bina };
}

test('a role and an access change after a dialog that says what it does, and come back the same way', async () => {
  const { button, dialog, bina, told } = await openStaff();
  await button(`Change role of ${BINA}`).click();
  await expect.element(dialog).toMatchTextContent('A packer packs');
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'accountant');
  await expect.element(dialog).toMatchTextContent('An accountant matches cash');
  await expect.element(bina).toMatchTextContent('Packer');
  await dialog.getByRole('button', { name: 'Make accountant' }).click();
  await expect.element(told(`${BINA}: Accountant`)).toBeVisible();
  await expect.element(bina).toMatchTextContent('Accountant');

  await button(`End access of ${BINA}`).click();
  await expect.element(dialog).toMatchTextContent('at once and on every device');
  await dialog.getByRole('button', { name: 'End access' }).click();
  await expect.element(told(`${BINA} has no access any more`)).toBeVisible();
  await expect.element(button(`Let in again: ${BINA}`)).toHaveFocus();
  await button(`Let in again: ${BINA}`).click();
  await expect.element(dialog).toMatchTextContent('An accountant matches cash');
  await dialog.getByRole('button', { name: 'Let in again' }).click();
  await expect.element(button(`End access of ${BINA}`)).toBeVisible();

  await button(`End access of ${ASHA.email}`).click();
  await expect.element(dialog).toMatchTextContent('This is you.');
});

test('an invitation outlives a reload, and is withdrawn after a question; the focus goes to the heading', async () => {
  const { main, button, dialog, reload } = await openStaff();
  await main.getByLabelText('Email').fill('chitra@exam');
  await userEvent.selectOptions(main.getByLabelText('Role', { exact: true }), 'accountant');
  await reload();
  await expect.element(main.getByLabelText('Email')).toHaveValue('chitra@exam');
  await expect.element(main.getByLabelText('Role', { exact: true })).toHaveValue('accountant');
  await main.getByLabelText('Email').fill('chitra@example.in');
  await button('Invite').click();
  const invited = main.getByRole('heading', { name: 'Invited' });
  await expect.element(invited).toBeVisible();
  await expect.element(main.getByText('The invitation will be emailed.')).toBeVisible();
  await button('Withdraw').click();
  await expect
    .element(dialog)
    .toMatchTextContent('The link for chitra@example.in will no longer open.');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(invited).toBeVisible();
  await button('Withdraw').click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(invited).not.toBeInTheDocument();
  await expect.element(main.getByRole('heading', { name: 'Staff', level: 1 })).toHaveFocus();
});
