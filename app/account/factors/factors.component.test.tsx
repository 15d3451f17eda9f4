import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  type AuthHandlers,
  factorOf,
  Refusal,
  refusal,
  sessionOf,
} from '#test/component/account.tsx';
import { UNREACHABLE } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectHitByTap,
  expectNoOverflow,
  expectVisible,
  resizeTo,
} from '#test/component/layout.ts';
import { button, dialog, field, heading, reason } from '#test/component/locators.ts';
import { accountWith, CODES, openSecurity, PASSWORD, SECRET } from '#test/component/security.tsx';

const UNREACHED = 'We could not reach the shop.';

const qrCode = dialog.getByRole('img', { name: /QR code/ });

async function showCode(code: string) {
  await field('Code').fill(code);
  await button('Verify').click();
}

async function beginApp() {
  await button('Add authenticator app').click();
  await button('Continue').click();
}

test('an authenticator app is added by its QR code or secret and a code', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen } = await openSecurity();
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  await button('Add authenticator app').click();
  const name = dialog.getByLabelText('Name');
  await expect.element(name).toHaveFocus();
  await name.fill(' ');
  await button('Continue').click();
  await expect.element(name).toHaveAccessibleDescription(/Name is required/);
  await resizeTo(320, 640);
  await expectAccessible();
  await name.fill('  Pixel of Asha ');
  await button('Continue').click();
  await expect.element(qrCode).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toHaveBeenCalledWith(SECRET);
  expect(document.querySelector('dialog code')?.textContent?.replaceAll(' ', '')).toBe(SECRET);
  await expect
    .element(dialog.getByRole('link', { name: 'open it on this device' }))
    .toHaveAttribute('href', `otpauth://totp/A?secret=${SECRET}`);
  await expect.element(dialog.getByText('Keep the secret in a safe place')).toBeVisible();

  await showCode('12345');
  await expect.element(dialog.getByText('Enter the 6 digits that your app shows')).toBeVisible();
  await expectAccessible();
  await expectNoOverflow();
  await resizeTo(390, 844);
  await showCode('000000');
  const wrong = dialog.getByText('This code is wrong');
  await expect.element(wrong).toBeVisible();
  await expectHitByTap(wrong); // it is read above the dialog's buttons
  await showCode('123 456');
  await expect.element(heading('Save your recovery codes')).toBeVisible();
  await expect.element(dialog.getByRole('listitem').nth(9)).toBeVisible();
  // What to do with them is whole in the first window.
  for (const action of ['Download', 'Print', 'I have saved them'])
    await expectHitByTap(dialog.getByRole('button', { name: action }));
  await expectAccessible();
  await button('I have saved them').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('Authenticator app added')).toBeVisible();
  await expect.element(screen.getByText('On', { exact: true })).toBeVisible();
  const apps = screen.getByRole('region', { name: 'Authenticator apps' });
  await expectVisible(apps, 'Pixel of Asha', 'Added on Jan 05, 2026');
  await expect.element(screen.getByText('Add another one.')).toBeVisible();
});

test('a browser that does not let the secret or the codes be copied says so, and they can be selected', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('Write permission denied.', 'NotAllowedError'),
  );
  await openSecurity();
  await beginApp();
  const failed = 'Copying failed. Select the text and copy it by hand.';
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await expect.element(reason).toHaveTextContent(failed);
  await expect.element(dialog.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await dialog.getByText(/^ABCD EFGH/).click();
  expect(getSelection()?.toString().replaceAll(' ', '')).toBe(SECRET);
  await expectAccessible();
  await showCode('123456');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(reason).toHaveTextContent(failed);
  await expect.element(dialog.getByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
  await resizeTo(320, 640);
  await expectNoOverflow();
  await expectAccessible();
});

test('recovery codes are copied and printed by themselves', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openSecurity(accountWith([factorOf('Pixel')]));
  await button('Make recovery codes').click();
  await button('Make codes').click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = copied.mock.calls[0]?.[0] ?? '';
  for (const code of CODES) expect(text.replaceAll('-', '')).toContain(code);

  // Instead of printing, the text of the frame that would be printed is read.
  const printed: (string | null)[] = [];
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append(...nodes);
    for (const frame of nodes) {
      if (!(frame instanceof HTMLIFrameElement) || !frame.contentWindow) continue;
      onTestFinished(() => frame.remove());
      const inside = frame.contentWindow;
      inside.print = () => printed.push(inside.document.body.textContent);
    }
  });
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(printed).toEqual([text]);
});

test('an app that was begun and left does not count, and its name is free again', async () => {
  const account = accountWith();
  const { screen, asked } = await openSecurity(account);
  await beginApp();
  await expect.element(qrCode).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => account.factors, { message: 'nothing of it is left' }).toEqual([]);
  // A reload leaves one behind.
  account.factors.push({ ...factorOf('Authenticator app'), status: 'unverified' });
  await beginApp();
  await expect.element(qrCode).toBeVisible();
  expect(account.factors).toHaveLength(1);
  await button('Cancel').click();
  await expect.poll(() => account.factors).toEqual([]);
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  expect(asked.filter((request) => request.startsWith('DELETE'))).toHaveLength(3);
});

test('Escape while an app is being set up leaves no half of it behind', async () => {
  const account = accountWith();
  const begin = account.auth['POST /factors'];
  const made = Promise.withResolvers<void>();
  const { asked } = await openSecurity(account, {
    auth: {
      'POST /factors': async (body, id) => {
        await made.promise;
        return begin?.(body, id);
      },
    },
  });
  await beginApp();
  await expect.poll(() => asked).toContain('POST /auth/v1/factors');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  made.resolve();
  await expect.poll(() => asked.some((request) => request.startsWith('DELETE'))).toBe(true);
  await expect.poll(() => account.factors).toEqual([]);
});

test('a second factor is removed after a question, and once, also when the answer to that is lost', async () => {
  const account = accountWith([factorOf('Pixel')]);
  const works = account.auth['DELETE /factors/{id}'];
  const { screen, auth } = await openSecurity(account, {
    auth: {
      'DELETE /factors/{id}': async (body, id) => {
        await works?.(body, id);
        throw UNREACHABLE;
      },
    },
  });
  await button('Remove Pixel').click();
  const told = 'After this, your password alone will be enough to sign in.';
  await expect.element(dialog.getByText(told)).toBeVisible();
  await expectAccessible();
  await button('Keep it').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Remove Pixel').click();
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect.element(reason).toMatchTextContent(UNREACHED);
  auth['DELETE /factors/{id}'] = (body, id) => works?.(body, id);
  await remove.click();
  await expectVisible(screen, 'Pixel can no longer be used to sign in.', /^Off$/);
});

test('a confirmation that was left removes no other second factor', async () => {
  const account = accountWith([factorOf('Old phone'), factorOf('New phone')]);
  account.confirms.needed = true;
  await openSecurity(account);
  const ask = dialog.getByText('Please confirm that it is you.');
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  await button('Remove Old phone').click();
  await remove.click();
  await expect.element(ask).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await button('Remove New phone').click();
  await expect.element(heading('Remove New phone?')).toBeVisible();
  await expect.element(ask, { message: 'it begins again' }).not.toBeInTheDocument();
  await remove.click();
  await expect.element(ask).toBeVisible();
  await showCode('123456');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(account.factors.map(({ friendly_name }) => friendly_name)).toEqual(['Old phone']);
});

test('recovery codes whose answer was lost are there: the page says so, and makes new ones', async () => {
  const account = accountWith([factorOf('Pixel')]);
  const { screen, auth } = await openSecurity(account, {
    auth: {
      'POST /factors/recovery-codes': () => {
        auth['GET /factors/recovery-codes'] = () => ({ remaining: 10, total: 10 });
        throw UNREACHABLE;
      },
      'POST /factors/recovery-codes/regenerate': () => ({ codes: CODES }),
    },
  });
  await expect.element(screen.getByText('You have no recovery codes.')).toBeVisible();
  await button('Make recovery codes').click();
  await button('Make codes').click();
  await expect.element(reason).toMatchTextContent(UNREACHED);
  await expect.element(dialog.getByText('Your old codes will stop working.')).toBeVisible();
  await button('Make codes').click();
  await expect.element(dialog.getByRole('listitem').nth(9)).toBeVisible();
});

test('a change that needs a confirmation asks for the password, and then goes on', async () => {
  const account = accountWith();
  account.confirms.needed = true;
  await openSecurity(account);
  await beginApp();
  const password = dialog.getByLabelText('Password', { exact: true });
  await expect.element(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  await password.fill('not the password');
  await button('Confirm').click();
  await expect.element(dialog.getByText('This password is wrong')).toBeVisible();
  await password.fill(PASSWORD);
  await button('Confirm').click();
  await expect.element(qrCode).toBeVisible();
});

test('without a password a code from the mailbox confirms, also one that was sent a short while ago', async () => {
  const account = accountWith();
  account.confirms.needed = true;
  const codes: AuthHandlers = {
    'GET /reauthenticate': () => ({}),
    'POST /reauthenticate': ({ nonce }) => {
      if (nonce !== '123456')
        throw new Refusal('reauthentication_not_valid', 'This code is wrong.', 422);
      account.confirms.needed = false;
      return sessionOf();
    },
  };
  const { auth } = await openSecurity(account, { auth: codes });
  await resizeTo(320, 640);
  await beginApp();
  await button('Email me a code instead').click();
  await expect.element(dialog.getByText('We have sent a code to')).toBeVisible();
  await expectAccessible();
  await button('Use your password').click();
  auth['GET /reauthenticate'] = refusal('over_email_send_rate_limit', 'Once a minute.', 429);
  await button('Email me a code instead').click();
  await expect.element(dialog.getByText('a short while ago')).toBeVisible();
  await expect.element(button(/^Send a new code/)).toBeVisible();
  await expectAccessible();
  await expectNoOverflow();
  const code = dialog.getByLabelText('Code', { exact: true });
  await code.fill('000000');
  await button('Confirm').click();
  await expect.element(code).toHaveAccessibleDescription('This code is wrong.');
  await code.fill('123456');
  await button('Confirm').click();
  await expect.element(qrCode).toBeVisible();
});
