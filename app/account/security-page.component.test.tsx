import type { Factor } from '@supabase/auth-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppError } from '#contract/errors.ts';
import type { Session as Device } from '#contract/sessions.ts';
import {
  type AuthHandlers,
  factorOf,
  heldBack,
  openAccount,
  Refusal,
  sessionOf,
  userOf,
} from '#test/component/account.tsx';
import { type Handlers, UNREACHABLE } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectHitByTap,
  expectNoOverflow,
  resizeTo,
} from '#test/component/layout.ts';
import { ASHA } from '#test/component/open.tsx';

type Screen = Awaited<ReturnType<typeof openAccount>>['screen'];

const PASSWORD = 'steep for five';
const NEW = 'another pot of tea';
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODES = Array.from({ length: 10 }, (_, index) => `k4m9x7qp2ab8ht${index}z`);

const button = (screen: Screen, name: string | RegExp) =>
  screen.getByRole('button', { name, exact: true });
const alert = (screen: Screen) => screen.getByRole('alert');
const unreachable = () => {
  throw UNREACHABLE;
};

/** A shopper's account on the auth server: its second factors, and whether it asks to confirm who is there. */
function accountWith(factors: Factor[] = []) {
  const shown = () => sessionOf({ factors, aal: 'aal2' });
  const confirms = { needed: false };
  const confirmed = () => {
    if (!confirms.needed) return;
    throw new Refusal('reauthentication_needed', 'Please confirm that it is you.', 403);
  };
  const auth: AuthHandlers = {
    'GET /user': () => userOf(ASHA, factors),
    'POST /factors': ({ friendly_name, factor_type }) => {
      confirmed();
      const factor = { ...factorOf(String(friendly_name)), status: 'unverified' } as const;
      factors.push(factor);
      const totp = { qr_code: '<svg/>', secret: SECRET, uri: `otpauth://totp/A?secret=${SECRET}` };
      return { ...factor, type: factor_type, totp };
    },
    'POST /factors/{id}/challenge': (_, id) => ({ id, type: 'totp', expires_at: 0 }),
    'POST /factors/{id}/verify': ({ code }, id) => {
      if (code !== '123456') throw new Refusal('mfa_verification_failed', 'Invalid code', 422);
      for (const factor of factors) if (factor.id === id) factor.status = 'verified';
      confirms.needed = false;
      return shown();
    },
    'DELETE /factors/{id}': (_, id) => {
      confirmed();
      const index = factors.findIndex((factor) => factor.id === id);
      if (index < 0) throw new Refusal('mfa_factor_not_found', 'Factor not found', 404);
      factors.splice(index, 1);
      return { id };
    },
    'GET /factors/recovery-codes': () => {
      throw new Refusal('mfa_factor_not_found', 'Factor not found', 404);
    },
    'POST /factors/recovery-codes': () => {
      confirmed();
      return { id: crypto.randomUUID(), codes: CODES };
    },
    'POST /token?grant_type=refresh_token': () => (factors.length > 0 ? shown() : sessionOf()),
    'POST /token?grant_type=password': ({ password }) => {
      if (password !== PASSWORD)
        throw new Refusal('invalid_credentials', 'Invalid login credentials');
      confirms.needed = false;
      return sessionOf({ factors });
    },
  };
  return { factors, auth, confirms };
}

function device(name: string, current = false): Device {
  const at = '2026-01-05T06:30:00.000Z';
  const id = crypto.randomUUID();
  return { id, device: name, network: null, signed_in_at: at, last_seen_at: at, current };
}

/** Where the shopper is signed in. */
const signedInOn = (devices: Device[]): Handlers => ({
  'GET /sessions': () => devices,
  'GET /profile': () => ({ id: ASHA.id, full_name: 'Asha Rao', phone: null }),
  'DELETE /sessions/{id}': ({ params }) => {
    const index = devices.findIndex(({ id }) => id === params.id);
    devices.splice(index, 1);
    return undefined;
  },
});

async function openSecurity(
  account = accountWith(),
  { auth = {}, devices = [device('Chrome on Android', true)], api = {} }: Options = {},
) {
  const { factors } = account;
  const handlers: AuthHandlers = { ...account.auth, ...auth };
  const opened = await openAccount({
    path: '/account/security',
    as: sessionOf(factors.length > 0 ? { factors, aal: 'aal2' } : {}),
    auth: handlers,
    api: { ...signedInOn(devices), ...api },
  });
  await expect.element(button(opened.screen, 'Update Password')).toBeVisible();
  return { ...opened, auth: handlers, dialog: opened.screen.getByRole('dialog') };
}
type Options = { auth?: AuthHandlers; devices?: Device[]; api?: Handlers };

async function changePassword(screen: Screen, [current, next, again = next]: string[]) {
  await screen.getByLabelText('Current Password', { exact: true }).fill(current ?? '');
  await screen.getByLabelText('New Password', { exact: true }).fill(next ?? '');
  await screen.getByLabelText('Confirm New Password', { exact: true }).fill(again ?? '');
  await button(screen, 'Update Password').click();
}

async function showCode(screen: Screen, code: string) {
  await screen.getByLabelText('Code', { exact: true }).fill(code);
  await button(screen, 'Verify').click();
}

async function beginApp(screen: Screen) {
  await button(screen, 'Add authenticator app').click();
  await button(screen, 'Continue').click();
}

const heading = (screen: Screen, name: string) => screen.getByRole('heading', { name });

test('nothing that can be tapped moves while the page loads', async () => {
  const sessions = heldBack(() => [device('Chrome on Android', true)]);
  const { screen } = await openSecurity(accountWith(), {
    api: { 'GET /sessions': sessions.handler },
  });
  const email = button(screen, 'Change email');
  await expect.element(email).not.toBeInTheDocument();
  sessions.release();
  await expect.element(email).toBeVisible();
  const box = email.element().getBoundingClientRect();
  await expect.element(screen.getByText('This device')).toBeVisible();
  expect(email.element().getBoundingClientRect()).toEqual(box);
});

test('second factors that cannot be read say so, and are read again on request', async () => {
  const { screen, auth } = await openSecurity(accountWith(), {
    auth: { 'GET /user': unreachable },
  });
  await expect.element(screen.getByText('We could not reach the shop.')).toBeVisible();
  await expectAccessible();
  auth['GET /user'] = () => userOf();
  await button(screen, 'Try again').click();
  await expect.element(button(screen, 'Add authenticator app')).toBeVisible();
});

test('a new password keeps its rules, each told under its field', async () => {
  const told = { code: 'weak_password', text: 'Too many people use this password.' };
  const { screen } = await openSecurity(accountWith(), {
    auth: {
      'POST /user/password': () => {
        throw new Refusal(told.code, told.text, 422);
      },
    },
  });
  await resizeTo(320, 640);
  const current = screen.getByLabelText('Current Password', { exact: true });
  const next = screen.getByLabelText('New Password', { exact: true });
  await changePassword(screen, ['', 'short', 'shorter']);
  await expect.element(current).toHaveAccessibleDescription('Current password is required');
  await expect.element(current).toHaveFocus();
  await expect.element(next).toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await expectAccessible();
  await expectNoOverflow();
  await changePassword(screen, ['anything', 'long enough', 'long enouhg']);
  await expect
    .element(screen.getByLabelText('Confirm New Password'))
    .toHaveAccessibleDescription("Passwords don't match");
  for (const [code, text] of [
    ['weak_password', 'Too many people use this password.'],
    ['same_password', 'New password should be different from the old password.'],
  ] as const) {
    Object.assign(told, { code, text });
    await changePassword(screen, [PASSWORD, NEW]);
    await expect.element(next).toHaveAccessibleDescription(text);
    await expect.element(next).toHaveFocus();
    await expect.element(screen.getByLabelText('Confirm New Password')).toHaveValue(NEW);
  }
});

test('a wrong current password is told at its field, and the new one stays', async () => {
  const { screen } = await openSecurity(accountWith(), {
    auth: {
      'POST /user/password': () => {
        throw new Refusal('current_password_invalid', 'The current password is not correct.');
      },
    },
  });
  await changePassword(screen, ['not the password', NEW]);
  await expect.element(alert(screen)).toMatchTextContent(/The current password is not correct\./);
  const current = screen.getByLabelText('Current Password', { exact: true });
  await expect.element(current).toHaveAccessibleDescription('The current password is not correct.');
  await expect.element(current).toHaveFocus();
  await expect.element(screen.getByLabelText('New Password', { exact: true })).toHaveValue(NEW);
});

test('a new password without a connection stays; once saved the fields are empty, and its list has no device that it signed out', async () => {
  const devices = [device('Chrome on Android', true), device('Firefox on Linux')];
  const answer = heldBack(() => {
    devices.pop();
    return sessionOf();
  });
  const { screen, auth } = await openSecurity(accountWith(), {
    devices,
    auth: { 'POST /user/password': unreachable },
  });
  await expect.element(button(screen, 'Sign out all others')).toBeVisible();
  await changePassword(screen, [PASSWORD, NEW]);
  await expect.element(alert(screen)).toMatchTextContent(/We could not reach the shop\./);
  auth['POST /user/password'] = answer.handler;
  await button(screen, 'Update Password').click();
  await expect.element(button(screen, 'Updating...')).toBeVisible();
  answer.release();
  await expect.element(screen.getByText('Password updated')).toBeVisible();
  await expect
    .element(screen.getByText('Your password has been updated successfully.'))
    .toBeVisible();
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await expect.element(screen.getByLabelText(label, { exact: true })).toHaveValue('');
  await expect.element(button(screen, 'Sign out all others')).not.toBeInTheDocument();
});

test('a new password whose answer was lost may have been saved: the next press says so, and asks to sign in', async () => {
  const { screen, auth, path } = await openSecurity(accountWith(), {
    auth: { 'POST /user/password': unreachable },
  });
  await changePassword(screen, [PASSWORD, NEW]);
  await expect.element(alert(screen)).toMatchTextContent(/We could not reach the shop\./);
  auth['POST /user/password'] = () => {
    throw new Refusal('session_expired', 'The token was replaced.', 401);
  };
  auth['POST /token?grant_type=refresh_token'] = () => {
    throw new Refusal('session_not_found', 'The session has ended.', 403);
  };
  await button(screen, 'Update Password').click();
  await expect.poll(path).toBe('/auth');
  await expect
    .element(alert(screen))
    .toMatchTextContent(/Please sign in again\. What you changed may have been saved\./);
});

test('password managers know whose password is changed', async () => {
  const { screen } = await openSecurity();
  const current = screen.getByLabelText('Current Password', { exact: true }).element();
  const name = current.closest('form')?.querySelector<HTMLInputElement>('input[name=username]');
  expect([name?.autocomplete, name?.value]).toEqual(['username', ASHA.email]);
});

test('an authenticator app is added by its QR code or secret and a code', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen, dialog } = await openSecurity();
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  await button(screen, 'Add authenticator app').click();
  const name = dialog.getByLabelText('Name');
  await expect.element(name).toHaveFocus();
  await name.fill(' ');
  await button(screen, 'Continue').click();
  await expect.element(name).toHaveAccessibleDescription(/Name is required/);
  await resizeTo(320, 640);
  await expectAccessible();
  await name.fill('  Pixel of Asha ');
  await button(screen, 'Continue').click();
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toHaveBeenCalledWith(SECRET);
  expect(document.querySelector('dialog code')?.textContent?.replaceAll(' ', '')).toBe(SECRET);
  await expect
    .element(dialog.getByRole('link', { name: 'open it on this device' }))
    .toHaveAttribute('href', `otpauth://totp/A?secret=${SECRET}`);
  await expect.element(dialog.getByText('Keep the secret in a safe place')).toBeVisible();

  await showCode(screen, '12345');
  await expect.element(dialog.getByText('Enter the 6 digits that your app shows')).toBeVisible();
  await expectAccessible();
  await expectNoOverflow();
  await resizeTo(390, 844);
  await showCode(screen, '000000');
  const wrong = dialog.getByText('This code is wrong');
  await expect.element(wrong).toBeVisible();
  await expectHitByTap(wrong); // it is read above the dialog's buttons
  await showCode(screen, '123 456');
  await expect.element(heading(screen, 'Save your recovery codes')).toBeVisible();
  await expect.element(dialog.getByRole('listitem').nth(9)).toBeVisible();
  // What to do with them is whole in the first window.
  for (const action of ['Download', 'Print', 'I have saved them'])
    await expectHitByTap(dialog.getByRole('button', { name: action }));
  await expectAccessible();
  await button(screen, 'I have saved them').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('Authenticator app added')).toBeVisible();
  await expect.element(screen.getByText('On', { exact: true })).toBeVisible();
  const apps = screen.getByRole('region', { name: 'Authenticator apps' });
  await expect.element(apps.getByText('Pixel of Asha')).toBeVisible();
  await expect.element(apps.getByText('Added on Jan 05, 2026')).toBeVisible();
  await expect.element(screen.getByText('Add another one.')).toBeVisible();
});

test('a browser that does not let the secret or the codes be copied says so, and they can be selected', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('Write permission denied.', 'NotAllowedError'),
  );
  const { screen, dialog } = await openSecurity();
  await beginApp(screen);
  const failed = 'Copying failed. Select the text and copy it by hand.';
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(failed);
  await expect.element(dialog.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await dialog.getByText(/^ABCD EFGH/).click();
  expect(getSelection()?.toString().replaceAll(' ', '')).toBe(SECRET);
  await expectAccessible();
  await showCode(screen, '123456');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(failed);
  await expect.element(dialog.getByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
  await resizeTo(320, 640);
  await expectNoOverflow();
  await expectAccessible();
});

test('recovery codes are copied and printed by themselves', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen, dialog } = await openSecurity(accountWith([factorOf('Pixel')]));
  await button(screen, 'Make recovery codes').click();
  await button(screen, 'Make codes').click();
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
  const { screen, dialog, asked } = await openSecurity(account);
  await beginApp(screen);
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => account.factors, { message: 'nothing of it is left' }).toEqual([]);
  // A reload leaves one behind.
  account.factors.push({ ...factorOf('Authenticator app'), status: 'unverified' });
  await beginApp(screen);
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(account.factors).toHaveLength(1);
  await button(screen, 'Cancel').click();
  await expect.poll(() => account.factors).toEqual([]);
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  expect(asked.filter((request) => request.startsWith('DELETE'))).toHaveLength(3);
});

test('Escape while an app is being set up leaves no half of it behind', async () => {
  const account = accountWith();
  const begin = account.auth['POST /factors'];
  const made = Promise.withResolvers<void>();
  const { screen, dialog, asked } = await openSecurity(account, {
    auth: {
      'POST /factors': async (body, id) => {
        await made.promise;
        return begin?.(body, id);
      },
    },
  });
  await beginApp(screen);
  await expect.poll(() => asked).toContain('POST /auth/v1/factors');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  made.resolve();
  await expect.poll(() => asked.some((request) => request.startsWith('DELETE'))).toBe(true);
  await expect.poll(() => account.factors).toEqual([]);
});

test('removing a second factor is asked about first', async () => {
  const account = accountWith([factorOf('Pixel')]);
  const { screen, dialog } = await openSecurity(account);
  const remove = button(screen, 'Remove Pixel');
  await remove.click();
  await expect
    .element(dialog.getByText('After this, your password alone will be enough to sign in.'))
    .toBeVisible();
  await expectAccessible();
  await button(screen, 'Keep it').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('Pixel can no longer be used to sign in.')).toBeVisible();
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
});

test('a second factor is removed once, also when the answer to it is lost and it is pressed again', async () => {
  const account = accountWith([factorOf('Pixel')]);
  const works = account.auth['DELETE /factors/{id}'];
  const { screen, dialog, auth } = await openSecurity(account, {
    auth: {
      'DELETE /factors/{id}': async (body, id) => {
        await works?.(body, id);
        throw UNREACHABLE;
      },
    },
  });
  await button(screen, 'Remove Pixel').click();
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/We could not reach the shop\./);
  auth['DELETE /factors/{id}'] = (body, id) => works?.(body, id);
  await remove.click();
  await expect.element(screen.getByText('Pixel can no longer be used to sign in.')).toBeVisible();
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
});

test('a confirmation that was left removes no other second factor', async () => {
  const account = accountWith([factorOf('Old phone'), factorOf('New phone')]);
  account.confirms.needed = true;
  const { screen, dialog } = await openSecurity(account);
  const ask = dialog.getByText('Please confirm that it is you.');
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  await button(screen, 'Remove Old phone').click();
  await remove.click();
  await expect.element(ask).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await button(screen, 'Remove New phone').click();
  await expect.element(heading(screen, 'Remove New phone?')).toBeVisible();
  await expect.element(ask, { message: 'it begins again' }).not.toBeInTheDocument();
  await remove.click();
  await expect.element(ask).toBeVisible();
  await showCode(screen, '123456');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(account.factors.map(({ friendly_name }) => friendly_name)).toEqual(['Old phone']);
});

test('recovery codes whose answer was lost are there: the page says so, and makes new ones', async () => {
  const account = accountWith([factorOf('Pixel')]);
  const { screen, dialog, auth } = await openSecurity(account, {
    auth: {
      'POST /factors/recovery-codes': () => {
        auth['GET /factors/recovery-codes'] = () => ({ remaining: 10, total: 10 });
        throw UNREACHABLE;
      },
      'POST /factors/recovery-codes/regenerate': () => ({ codes: CODES }),
    },
  });
  await expect.element(screen.getByText('You have no recovery codes.')).toBeVisible();
  await button(screen, 'Make recovery codes').click();
  await button(screen, 'Make codes').click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/We could not reach the shop\./);
  await expect.element(dialog.getByText('Your old codes will stop working.')).toBeVisible();
  await button(screen, 'Make codes').click();
  await expect.element(dialog.getByRole('listitem').nth(9)).toBeVisible();
});

test('a change that needs a confirmation asks for the password, and then goes on', async () => {
  const account = accountWith();
  account.confirms.needed = true;
  const { screen, dialog } = await openSecurity(account);
  await beginApp(screen);
  const password = dialog.getByLabelText('Password', { exact: true });
  await expect.element(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  await password.fill('not the password');
  await button(screen, 'Confirm').click();
  await expect.element(dialog.getByText('This password is wrong')).toBeVisible();
  await password.fill(PASSWORD);
  await button(screen, 'Confirm').click();
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
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
  const { screen, dialog, auth } = await openSecurity(account, { auth: codes });
  await resizeTo(320, 640);
  await beginApp(screen);
  await button(screen, 'Email me a code instead').click();
  await expect.element(dialog.getByText('We have sent a code to')).toBeVisible();
  await expectAccessible();
  await button(screen, 'Use your password').click();
  auth['GET /reauthenticate'] = () => {
    throw new Refusal('over_email_send_rate_limit', 'Once a minute.', 429);
  };
  await button(screen, 'Email me a code instead').click();
  await expect.element(dialog.getByText('a short while ago')).toBeVisible();
  await expect.element(button(screen, /^Send a new code/)).toBeVisible();
  await expectAccessible();
  await expectNoOverflow();
  const code = dialog.getByLabelText('Code', { exact: true });
  await code.fill('000000');
  await button(screen, 'Confirm').click();
  await expect.element(code).toHaveAccessibleDescription('This code is wrong.');
  await code.fill('123456');
  await button(screen, 'Confirm').click();
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
});

test('the focus goes to the list’s heading when a device was signed out, also after a confirmation', async () => {
  const devices = [device('Chrome on Android', true), device('Firefox on Linux'), device('Other')];
  const account = accountWith();
  const needed = { now: true };
  const removed = signedInOn(devices)['DELETE /sessions/{id}'];
  const { screen, dialog } = await openSecurity(account, {
    devices,
    auth: {
      'POST /token?grant_type=password': () => {
        needed.now = false;
        return sessionOf();
      },
    },
    api: {
      'DELETE /sessions/{id}': async (request, headers) => {
        if (needed.now) throw new AppError('reauthentication_needed');
        await new Promise(requestAnimationFrame); // no answer comes before the page has drawn
        return removed?.(request, headers);
      },
    },
  });
  await expect.element(screen.getByText('This device')).toBeVisible();
  const firefox = button(screen, 'Sign out Firefox on Linux');
  await firefox.click();
  await expect.element(heading(screen, 'Sign out other devices')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(firefox, { message: 'nothing was done' }).toBeVisible();
  await firefox.click();
  await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
  await button(screen, 'Confirm').click();
  await expect.element(screen.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect.element(firefox).not.toBeInTheDocument();
  await expect.element(heading(screen, 'Where you are signed in')).toHaveFocus();
});

test('all other devices are signed out at once, and the focus goes to the list’s heading', async () => {
  const devices = [device('Chrome on Android', true), device('Firefox on Linux')];
  const { screen } = await openSecurity(accountWith(), {
    devices,
    auth: {
      'POST /logout': () => {
        devices.splice(1);
        return undefined;
      },
    },
  });
  await button(screen, 'Sign out all others').click();
  await expect.element(screen.getByText('All your other devices are signed out.')).toBeVisible();
  await expect.element(button(screen, 'Sign out all others')).not.toBeInTheDocument();
  await expect.element(heading(screen, 'Where you are signed in')).toHaveFocus();
});

test('signing out everywhere without a connection says so and signs nobody out', async () => {
  const { screen, path } = await openSecurity(accountWith(), {
    auth: { 'POST /logout': unreachable },
  });
  await button(screen, 'Sign out everywhere').click();
  await expect.element(alert(screen)).toMatchTextContent(/We could not reach the shop\./);
  expect(path()).toBe('/account/security');
  expect(localStorage.getItem('shop-auth')).not.toBeNull();
});

test('a change of email says what it needs, keeps what was typed without a connection, and where the links went', async () => {
  const { screen, dialog, auth } = await openSecurity(accountWith(), {
    auth: { 'PUT /user': unreachable },
  });
  await expect.element(screen.getByText(`You sign in with ${ASHA.email}`)).toBeVisible();
  await button(screen, 'Change email').click();
  const field = dialog.getByLabelText('New email');
  await expect.element(field).toHaveFocus();
  await button(screen, 'Send links').click();
  await expect.element(dialog.getByText('Invalid email address')).toBeVisible();
  await expectAccessible();
  await field.fill('next@example.com');
  await button(screen, 'Send links').click();
  const reason = dialog.getByRole('alert');
  await expect.element(reason).toMatchTextContent(/We could not reach the shop\./);
  await expect.element(field).toHaveValue('next@example.com');
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await resizeTo(width, height);
    await expectHitByTap(reason);
  }
  auth['PUT /user'] = () => userOf();
  await button(screen, 'Send links').click();
  await expect.element(screen.getByText('Please confirm from both addresses.')).toBeVisible();
});

test('a change of email whose answer was lost is emailed once, and the next press says so', async () => {
  const { screen, dialog, auth } = await openSecurity(accountWith(), {
    auth: { 'PUT /user': unreachable },
  });
  await button(screen, 'Change email').click();
  const field = dialog.getByLabelText('New email');
  await field.fill('next@example.com');
  await button(screen, 'Send links').click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/We could not reach the shop\./);
  auth['PUT /user'] = () => {
    throw new Refusal('over_email_send_rate_limit', 'Once a minute.', 429);
  };
  auth['GET /user'] = () => ({ ...userOf(), new_email: 'next@example.com' });
  await button(screen, 'Send links').click();
  await expect.element(screen.getByText('Please confirm from both addresses.')).toBeVisible();

  await button(screen, 'Change email').click();
  await field.fill('other@example.com'); // nothing was sent there
  await button(screen, 'Send links').click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Once a minute\./);
});

test('a late answer about one address leaves alone the next one that is typed', async () => {
  const emailed = heldBack(() => userOf());
  const { screen, dialog, asked } = await openSecurity(accountWith(), {
    auth: { 'PUT /user': emailed.handler },
  });
  const open = button(screen, 'Change email');
  const field = dialog.getByLabelText('New email');
  await open.click();
  await field.fill('next@example.com');
  await button(screen, 'Send links').click();
  await expect.poll(() => asked).toContain('PUT /auth/v1/user');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open.click();
  await field.fill('another@example.com');
  emailed.release();
  await expect.element(screen.getByText('Please confirm from both addresses.')).toBeInTheDocument();
  await expect.element(field).toHaveValue('another@example.com');
});
