import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { heldBack, refusal, sessionOf, userOf } from '#test/component/account.tsx';
import { unreachable } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectHitByTap,
  expectNoOverflow,
  expectVisible,
  resizeTo,
} from '#test/component/layout.ts';
import { alert, button, dialog, field, heading, reason } from '#test/component/locators.ts';
import { ASHA } from '#test/component/open.tsx';
import {
  accountWith,
  device,
  openSecurity,
  PASSWORD,
  signedInOn,
} from '#test/component/security.tsx';

const NEW = 'another pot of tea';
const UNREACHED = 'We could not reach the shop.';

const current = field('Current Password');
const next = field('New Password');
const again = field('Confirm New Password');
const newEmail = field('New email');

async function changePassword(known: string, password: string, repeated = password) {
  await current.fill(known);
  await next.fill(password);
  await again.fill(repeated);
  await button('Update Password').click();
}

test('nothing that can be tapped moves while the page loads', async () => {
  const sessions = heldBack(() => [device('Chrome on Android', true)]);
  const { screen } = await openSecurity(accountWith(), {
    api: { 'GET /sessions': sessions.handler },
  });
  const email = button('Change email');
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
  await expect.element(screen.getByText(UNREACHED)).toBeVisible();
  await expectAccessible();
  auth['GET /user'] = () => userOf();
  await button('Try again').click();
  await expect.element(button('Add authenticator app')).toBeVisible();
});

test('a new password keeps its rules, each told under its field', async () => {
  const { auth } = await openSecurity();
  await resizeTo(320, 640);
  await changePassword('', 'short', 'shorter');
  await expect.element(current).toHaveAccessibleDescription('Current password is required');
  await expect.element(current).toHaveFocus();
  await expect.element(next).toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await expectAccessible();
  await expectNoOverflow();
  await changePassword('anything', 'long enough', 'long enouhg');
  await expect.element(again).toHaveAccessibleDescription("Passwords don't match");
  for (const [code, text, place] of [
    ['weak_password', 'Too many people use this password.', next],
    ['same_password', 'New password should be different from the old password.', next],
    ['current_password_invalid', 'The current password is not correct.', current],
  ] as const) {
    auth['POST /user/password'] = refusal(code, text, 422);
    await changePassword(PASSWORD, NEW);
    await expect.element(alert).toMatchTextContent(text);
    await expect.element(place).toHaveAccessibleDescription(text);
    await expect.element(place).toHaveFocus();
    await expect.element(next).toHaveValue(NEW);
    await expect.element(again).toHaveValue(NEW);
  }
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
  await expect.element(button('Sign out all others')).toBeVisible();
  await changePassword(PASSWORD, NEW);
  await expect.element(alert).toMatchTextContent(UNREACHED);
  auth['POST /user/password'] = answer.handler;
  await button('Update Password').click();
  await expect.element(button('Updating...')).toBeVisible();
  answer.release();
  await expectVisible(screen, 'Password updated', 'Your password has been updated successfully.');
  for (const emptied of [current, next, again]) await expect.element(emptied).toHaveValue('');
  await expect.element(button('Sign out all others')).not.toBeInTheDocument();
});

test('a new password whose answer was lost may have been saved: the next press says so, and asks to sign in', async () => {
  const { auth, path } = await openSecurity(accountWith(), {
    auth: { 'POST /user/password': unreachable },
  });
  await changePassword(PASSWORD, NEW);
  await expect.element(alert).toMatchTextContent(UNREACHED);
  auth['POST /user/password'] = refusal('session_expired', 'The token was replaced.', 401);
  auth['POST /token?grant_type=refresh_token'] = refusal(
    'session_not_found',
    'The session has ended.',
    403,
  );
  await button('Update Password').click();
  await expect.poll(path).toBe('/auth');
  await expect
    .element(alert)
    .toMatchTextContent(/Please sign in again\. What you changed may have been saved\./);
});

test('password managers know whose password is changed', async () => {
  await openSecurity();
  const name = current
    .element()
    .closest('form')
    ?.querySelector<HTMLInputElement>('input[name=username]');
  expect([name?.autocomplete, name?.value]).toEqual(['username', ASHA.email]);
});

test('the focus goes to the list’s heading when a device was signed out, also after a confirmation', async () => {
  const devices = [device('Chrome on Android', true), device('Firefox on Linux'), device('Other')];
  const account = accountWith();
  const needed = { now: true };
  const removed = signedInOn(devices)['DELETE /sessions/{id}'];
  const { screen } = await openSecurity(account, {
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
        return removed?.(request, headers);
      },
    },
  });
  await expect.element(screen.getByText('This device')).toBeVisible();
  const firefox = button('Sign out Firefox on Linux');
  await firefox.click();
  await expect.element(heading('Sign out other devices')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(firefox, { message: 'nothing was done' }).toBeVisible();
  await firefox.click();
  await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
  await button('Confirm').click();
  await expect.element(screen.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect.element(firefox).not.toBeInTheDocument();
  await expect.element(heading('Where you are signed in')).toHaveFocus();
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
  await button('Sign out all others').click();
  await expect.element(screen.getByText('All your other devices are signed out.')).toBeVisible();
  await expect.element(button('Sign out all others')).not.toBeInTheDocument();
  await expect.element(heading('Where you are signed in')).toHaveFocus();
});

test('signing out everywhere without a connection says so and signs nobody out', async () => {
  const { path } = await openSecurity(accountWith(), { auth: { 'POST /logout': unreachable } });
  await button('Sign out everywhere').click();
  await expect.element(alert).toMatchTextContent(UNREACHED);
  expect(path()).toBe('/account/security');
  expect(localStorage.getItem('shop-auth')).not.toBeNull();
});

test('a change of email says what it needs, keeps what was typed without a connection, and where the links went', async () => {
  const { screen, auth } = await openSecurity(accountWith(), {
    auth: { 'PUT /user': unreachable },
  });
  await expect.element(screen.getByText(`You sign in with ${ASHA.email}`)).toBeVisible();
  await button('Change email').click();
  await expect.element(newEmail).toHaveFocus();
  await button('Send links').click();
  await expect.element(dialog.getByText('Invalid email address')).toBeVisible();
  await expectAccessible();
  await newEmail.fill('next@example.com');
  await button('Send links').click();
  await expect.element(reason).toMatchTextContent(UNREACHED);
  await expect.element(newEmail).toHaveValue('next@example.com');
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await resizeTo(width, height);
    await expectHitByTap(reason);
  }
  auth['PUT /user'] = () => userOf();
  await button('Send links').click();
  await expect.element(screen.getByText('Please confirm from both addresses.')).toBeVisible();
});
