import { expect, test, vi } from 'vitest';
import {
  type AuthHandler,
  type AuthHandlers,
  factorOf,
  heldBack,
  openAccount,
  refusal,
  sessionOf,
  userOf,
} from '#test/component/account.tsx';
import { unreachable } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectVisible,
  resizeTo,
} from '#test/component/layout.ts';
import { alert, button, field, heading } from '#test/component/locators.ts';
import { ASHA } from '#test/component/open.tsx';

const NEW = 'another pot of tea';
const LINK = '/reset-password?token_hash=of-the-email&type=recovery';

const email = field('Email');
const newPassword = field('New Password');
const again = field('Confirm Password');

async function setPassword(password = NEW, repeated = password) {
  await newPassword.fill(password);
  await again.fill(repeated);
  await button('Update Password').click();
}

/** A server on which the emailed link works. */
const linkWorks = (): AuthHandlers => ({
  'POST /verify': () => sessionOf({ method: 'recovery' }),
  'PUT /user': () => userOf(),
});

/** Opens the emailed link, on a server on which it works but for this. */
const openLink = (auth: AuthHandlers = {}) =>
  openAccount({ path: LINK, auth: Object.assign(auth, { ...linkWorks(), ...auth }) });

test('a link is asked for from the login, where the address was typed once', async () => {
  const answer = heldBack(() => ({}));
  const { screen, path } = await openAccount({
    path: '/auth?tab=login',
    auth: { 'POST /recover': answer.handler },
  });
  await email.fill(ASHA.email);
  await screen.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.poll(path).toBe('/forgot-password');
  await expect.element(email).toHaveValue(ASHA.email);
  await button('Send reset link').click();
  await expect.element(button('Sending...')).toBeVisible();
  answer.release();
  await expectVisible(screen, 'Email sent', 'Check your email for password reset instructions.');
  await expect.element(heading('Check your email')).toHaveFocus();
  await expect.element(screen.getByText(ASHA.email)).toBeVisible();
  await expect.element(button(/Send it again in \d+ s/)).toBeDisabled();
  await expectVisible(screen, 'If no email comes, perhaps you signed up with another one.');
  await expectAccessible();

  await button('Use another email').click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveValue('');
  await email.fill('another@example.com');
  await button('Send reset link').click();
  await expect.element(screen.getByText('If another@example.com has an account')).toBeVisible();
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect.poll(path).toBe('/auth');
});

test('asking for a link needs an address; without a connection what was typed stays', async () => {
  const auth: AuthHandlers = { 'POST /recover': unreachable };
  await openAccount({ path: '/forgot-password', auth });
  await resizeTo(320, 640);
  const send = button('Send reset link');
  await send.click();
  await expect.element(email).toHaveAccessibleDescription('Invalid email address');
  await expectAccessible();
  await expectNoOverflow();
  await email.fill(ASHA.email);
  await send.click();
  await expect.element(alert).toMatchTextContent(/We could not reach the shop\./);
  await expect.element(email).toHaveValue(ASHA.email);
  auth['POST /recover'] = () => ({});
  await send.click();
  await expect.element(heading('Check your email')).toBeVisible();
});

test('without a link the page says what it is for', async () => {
  const { screen } = await openAccount({ path: '/reset-password' });
  await expect.element(heading('Reset password')).toBeVisible();
  await expectVisible(screen, 'Please open this page from the link in our email.');
});

test('the link keeps the rules for passwords, and a weak one costs no new link', async () => {
  const answer = heldBack(() => userOf());
  const auth: AuthHandlers = {
    'PUT /user': refusal('weak_password', 'Too many people use this password.', 422),
  };
  const { screen, path, asked } = await openLink(auth);
  await setPassword('short', 'shorter');
  await expect
    .element(newPassword)
    .toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await setPassword(NEW, 'another pot of tee');
  await expect.element(again).toHaveAccessibleDescription("Passwords don't match");
  expect(path(), 'these mistakes did not use up the link').toBe(LINK);
  expect(asked).toEqual([]);
  await expectAccessible();
  await setPassword('jaimatadi');
  await expect
    .element(newPassword)
    .toHaveAccessibleDescription(/Too many people use this password/);
  await expect.element(newPassword).toHaveFocus();
  await expect.element(again).toHaveValue('jaimatadi');
  await expect.element(alert).toMatchTextContent(/Error/);
  expect(path(), 'the token is no longer in the URL').toBe('/reset-password');

  auth['PUT /user'] = answer.handler;
  await setPassword();
  await expect.element(button('Updating...')).toBeVisible();
  answer.release();
  await expect.poll(path).toBe('/auth');
  await expectVisible(screen, 'Password updated', 'Your password has been successfully updated.');
  await expect.element(email).toHaveValue(ASHA.email);
  expect(localStorage.getItem('shop-auth'), 'the link opens no session that lasts').toBeNull();
  expect(asked.filter((request) => request.endsWith('/verify'))).toHaveLength(1);
});

test('a link that has expired or was used says so, and leads to a new one', async () => {
  await openLink({
    'POST /verify': refusal('otp_expired', 'Email link is invalid or has expired', 403),
    'POST /recover': () => ({}),
  });
  await setPassword();
  await expect.element(heading('This link has expired')).toHaveFocus();
  await expectAccessible();
  await email.fill(ASHA.email);
  await button('Send a new link').click();
  await expect.element(heading('Check your email')).toBeVisible();
});

test('without a connection the link is not used up, and works when it is back', async () => {
  const auth: AuthHandlers = { 'POST /verify': unreachable };
  const { path } = await openLink(auth);
  await setPassword();
  await expect.element(alert).toMatchTextContent(/We could not reach the shop\./);
  await expect.element(newPassword).toHaveValue(NEW);
  Object.assign(auth, linkWorks());
  await button('Update Password').click();
  await expect.poll(path).toBe('/auth');
});

const currentPasswordRequired = refusal('current_password_required', 'Current password required.');

test('a link that was opened too long ago to set a password says that it has expired', async () => {
  const { screen } = await openLink({
    'PUT /user': currentPasswordRequired,
    'POST /token?grant_type=refresh_token': () => sessionOf({ method: 'recovery' }),
  });
  await setPassword();
  await expect.element(heading('This link has expired')).toHaveFocus();
  await expect.element(screen.getByText('Password updated')).not.toBeInTheDocument();
  await expect.poll(() => localStorage.getItem('shop-auth')).toBeNull();
});

test('a link whose answer was lost has set the password, and says so at the next press', async () => {
  const auth: AuthHandlers = {
    'PUT /user': unreachable,
    'POST /token?grant_type=refresh_token': () => sessionOf(),
  };
  const { screen, path } = await openLink(auth);
  await setPassword();
  await expect.element(alert).toMatchTextContent(/We could not reach the shop\./);
  auth['PUT /user'] = currentPasswordRequired;
  await button('Update Password').click();
  await expect.poll(path).toBe('/auth');
  await expectVisible(
    screen,
    'This link has already set a password. Sign in with the one you sent first.',
  );
  await expect.element(email).toHaveValue(ASHA.email);
});

test('the link asks for the second factor, and goes on by itself when it is shown', async () => {
  const pixel = factorOf('Pixel');
  const opened = { method: 'recovery', factors: [pixel] } as const;
  const set = vi.fn<AuthHandler>(() => userOf());
  const { screen, path } = await openLink({
    'POST /verify': () => sessionOf({ ...opened, factors: [pixel] }),
    'POST /factors/{id}/challenge': () => ({ id: pixel.id, type: 'totp', expires_at: 0 }),
    'POST /factors/{id}/verify': () => sessionOf({ ...opened, factors: [pixel], aal: 'aal2' }),
    'PUT /user': set,
  });
  await setPassword();
  await expect.element(heading('One more step')).toBeVisible();
  expect(set).not.toHaveBeenCalled();
  await field('Code').fill('123456');
  await button('Verify').click();
  await expect.poll(path).toBe('/auth');
  await expect.element(screen.getByText('Password updated')).toBeVisible();
  await expect.element(email).toHaveValue(ASHA.email);
  expect(set.mock.lastCall?.[0]).toMatchObject({ password: NEW });
});

const confirmation = '/auth?token_hash=of-the-email&type=signup';

test.each([
  ['signup', 'Press the button to confirm your email. You will be signed in.', 'Confirm email'],
  ['magiclink', 'Press the button to sign in on this device.', 'Sign In'],
])(
  'the emailed link of a %s signs in at one press, and says whose account it is',
  async (type, told, press) => {
    const sent = vi.fn<AuthHandler>(() => sessionOf());
    const { screen, path, asked } = await openAccount({
      path: `/auth?token_hash=of-the-email&type=${type}`,
      auth: { 'POST /verify': sent },
    });
    await resizeTo(320, 640);
    await expectVisible(screen, told);
    expect(asked, 'opening it does nothing: mail scanners do that').toEqual([]);
    await expectAccessible();
    await expectNoOverflow();
    await button(press).click();
    await expect.poll(path).toBe('/');
    await expectVisible(screen, `You are signed in as ${ASHA.email}.`);
    expect(sent.mock.lastCall?.[0]).toMatchObject({ type, token_hash: 'of-the-email' });
  },
);

test('a link that was used says so, and leads to a new one or to the login', async () => {
  const sent = vi.fn<AuthHandler>(() => ({}));
  const { screen, path } = await openAccount({
    path: confirmation,
    auth: {
      'POST /verify': refusal('otp_expired', 'Email link is invalid or has expired', 403),
      'POST /resend': sent,
    },
  });
  await button('Confirm email').click();
  await expect.element(heading('This link has expired')).toHaveFocus();
  await expectVisible(screen, 'If you have confirmed your email, just sign in.');
  await expectAccessible();
  await email.fill(ASHA.email);
  await button('Send a new link').click();
  await expect.element(heading('Check your email')).toBeVisible();
  expect(sent.mock.lastCall?.[0]).toMatchObject({ type: 'signup', email: ASHA.email });
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect.poll(path).toBe('/auth');
  await expect.element(screen.getByRole('tab', { name: 'Login' })).toBeVisible();
});

test('a link that is opened where somebody is signed in says who', async () => {
  const { screen } = await openAccount({ path: confirmation, as: sessionOf() });
  await expectVisible(screen, `You are signed in as ${ASHA.email}. If this link is`);
});

const known = field('Your password');
const remove = button('Remove and sign out everywhere');

/** Opens the link of the email about a new second step, and gives both passwords. */
async function undoFactor(auth: AuthHandlers, password = 'steep for five') {
  const path = '/undo-second-step?token_hash=of-the-email';
  const opened = await openAccount({ path, auth, as: sessionOf() });
  await expect.element(heading('Was this not you?')).toBeVisible();
  await known.fill(password);
  await field('New Password').fill(NEW);
  await field('Confirm New Password').fill(NEW);
  await remove.click();
  return opened;
}

test('who did not add a second step removes it with a password, or is told what to correct', async () => {
  const auth: AuthHandlers = {
    'POST /factors/undo': refusal('current_password_invalid', 'This password is wrong.'),
  };
  const { screen, path } = await undoFactor(auth, 'not the password');
  await expect.element(known).toHaveAccessibleDescription('This password is wrong.');
  await expect.element(known).toHaveFocus();

  auth['POST /factors/undo'] = () => ({ email: ASHA.email, factors: [] });
  await remove.click();
  await expect.element(heading('Your account is safe again')).toHaveFocus();
  await expect
    .poll(() => localStorage.getItem('shop-auth'), { message: 'signed out here, too' })
    .toBeNull();
  await expectAccessible();
  await screen.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(path).toBe('/auth');
  await expect.element(email).toHaveValue(ASHA.email);
});

test('a link that removes nothing any more says so', async () => {
  await undoFactor({
    'POST /factors/undo': refusal('otp_expired', 'Email link is invalid or has expired', 403),
  });
  await expect.element(heading('This link has expired')).toHaveFocus();
});
