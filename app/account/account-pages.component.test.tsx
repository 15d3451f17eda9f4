import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountMenu } from '#app/layout/header/signed-in-links.tsx';
import {
  type AuthHandler,
  factorOf,
  heldBack,
  openAccount,
  Refusal,
  refusal,
  sessionOf,
} from '#test/component/account.tsx';
import { PROFILE } from '#test/component/buy.ts';
import { type Handlers, unreachable } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectVisible,
  resizeTo,
} from '#test/component/layout.ts';
import { alert, button, field, heading } from '#test/component/locators.ts';
import { ASHA } from '#test/component/open.tsx';

const ANOTHER = { id: crypto.randomUUID(), email: 'ravi@example.com' };

function openProfile(api: Handlers = {}) {
  api['GET /profile'] ??= () => PROFILE;
  api['PATCH /profile'] ??= ({ body }) => ({ ...PROFILE, ...body });
  return openAccount({ path: '/account/profile', as: sessionOf(), api });
}

/** Opens the link that confirms a change of email, which the auth server answers so. */
const openLink = (verify: AuthHandler) =>
  openAccount({
    path: '/account/profile?token_hash=of-the-email&type=email_change',
    as: sessionOf(),
    api: { 'GET /profile': () => PROFILE },
    auth: { 'POST /verify': verify },
  });

const name = page.getByLabelText('Full Name');

test('the profile needs a name, and no phone', async () => {
  const { screen } = await openProfile();
  const phone = field('Phone Number');
  const save = button('Save Changes');
  await name.fill('   ');
  await phone.fill('1'.repeat(21));
  await save.click();
  await expect.element(name).toHaveAccessibleDescription('Full name is required');
  await expect.element(name).toHaveFocus();
  await expect.element(phone).toHaveAccessibleDescription('Must be at most 20 characters');
  await name.fill('A'.repeat(101));
  await expect.element(name).toHaveAccessibleDescription('Must be at most 100 characters');
  await name.fill('Asha Rao');
  await phone.fill('');
  await save.click();
  await expectVisible(screen, 'Profile updated', 'Your profile has been updated successfully.');
});

test('the profile is kept open without a connection, and says that it is being saved when it is back', async () => {
  const saved = heldBack(() => ({ ...PROFILE, full_name: 'Asha Iyer' }));
  const api: Handlers = { 'PATCH /profile': unreachable };
  const { screen, path } = await openProfile(api);
  const save = button('Save Changes');
  await name.fill('Asha Iyer');
  await save.click();
  await expect.element(alert).toMatchTextContent(/We could not reach the shop/);
  expect(path()).toBe('/account/profile');
  api['PATCH /profile'] = saved.handler;
  await save.click();
  await expect.element(button('Saving...')).toBeVisible();
  saved.release();
  await expectVisible(screen, 'Profile updated');
  await expect.element(name).toHaveValue('Asha Iyer');
});

test('signing out reaches a page that comes back out of the back/forward cache', async () => {
  const { path } = await openProfile();
  await expect.element(name).toBeVisible();
  // A page in the back/forward cache gets no events from other tabs.
  localStorage.removeItem('shop-auth');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(path).toBe('/auth');
  await expect.element(name).not.toBeInTheDocument();
});

test('the link that confirms a change of email says what happened, and that the other mailbox is next', async () => {
  const { screen, path } = await openLink(() => ({ msg: 'Confirmation link accepted.' }));
  await resizeTo(320, 640);
  await expectAccessible();
  await expectNoOverflow();
  await button('Confirm the change').click();
  await expect.element(screen.getByText('Now open the link we sent to your other')).toBeVisible();
  await expect.element(heading('Change of email')).toHaveFocus();
  await expect.poll(path).toBe('/account/profile');
});

test('another account’s link says whose session it would replace, and whose has taken its place', async () => {
  const { screen, path } = await openLink(() => sessionOf({ shopper: ANOTHER }));
  await resizeTo(320, 640);
  await expectVisible(screen, `You are signed in as ${ASHA.email}. If this link is`);
  const confirm = button('Confirm the change');
  await confirm.click();
  await expectVisible(
    screen,
    `You are signed in as ${ANOTHER.email} now, and no longer as ${ASHA.email}`,
  );
  await expect
    .element(screen.getByRole('main').getByText(`You are signed in as ${ANOTHER.email} now.`))
    .toBeVisible();
  await expect.poll(path).toBe('/account/profile');
  await expect.element(field('Email')).toHaveValue(ANOTHER.email);
  await expect.element(confirm).not.toBeInTheDocument();
  await expectNoOverflow();
});

test('a link that was used changes nothing, and says so', async () => {
  const { screen } = await openLink(
    refusal('otp_expired', 'Email link is invalid or has expired', 403),
  );
  await button('Confirm the change').click();
  await expectVisible(screen, 'This link has expired or was already used.');
});

const withFactor = { factors: [factorOf('Pixel')] };

test('the second factor: a wrong code and a lost connection are told, and the right one opens the page', async () => {
  let answer = () => sessionOf();
  const { screen } = await openAccount({
    path: '/cart',
    as: sessionOf(withFactor),
    auth: {
      'POST /factors/{id}/challenge': (_, id) => ({ id, type: 'totp', expires_at: 0 }),
      'POST /factors/{id}/verify': () => answer(),
    },
  });
  const code = field('Code');
  const verify = button('Verify');
  await resizeTo(320, 640);
  await expect.element(heading('One more step')).toBeVisible();
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  await expectNoOverflow();
  await expect
    .element(screen.getByRole('link', { name: 'Write to us' }))
    .toHaveAttribute('href', '/contact');
  await verify.click();
  await expect.element(screen.getByText('Enter the 6 digits that your app shows')).toBeVisible();
  answer = refusal('mfa_verification_failed', 'Invalid TOTP code entered', 422);
  await code.fill('000000');
  await verify.click();
  await expect.element(screen.getByText(/This code is wrong or was used before/)).toBeVisible();
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  answer = unreachable;
  await code.fill('123456');
  await verify.click();
  await expect.element(screen.getByText('We could not reach the shop.')).toBeVisible();
  await expect.element(verify).toHaveFocus();
  answer = () => sessionOf({ ...withFactor, aal: 'aal2' });
  await verify.click();
  await expect.element(heading('Your Cart')).toBeVisible();
});

test('a recovery code opens the page in place of the other factors, however it is typed', async () => {
  const factors = [factorOf('Pixel'), factorOf('Recovery codes', 'recovery_code')];
  const { screen } = await openAccount({
    path: '/cart',
    as: sessionOf({ factors }),
    auth: {
      'POST /factors/recovery-codes/verify': ({ code }) => {
        if (String(code).toLowerCase().replaceAll('-', '') === 'k4m9x7qp2ab8ht3z')
          return sessionOf({ factors, aal: 'aal2' });
        throw new Refusal('mfa_verification_failed', 'Wrong code', 422);
      },
    },
  });
  await button('Use a recovery code').click();
  const code = field('Recovery code');
  await code.fill('0000-0000-0000-0000');
  await button('Use this code').click();
  await expect.element(screen.getByText('This code is wrong or was used before.')).toBeVisible();
  await expectAccessible();
  await code.fill(' K4M9-X7QP-2AB8-HT3Z ');
  await button('Use this code').click();
  await expect.element(heading('Your Cart')).toBeVisible();
});

test('who cannot show the second factor can sign out', async () => {
  localStorage.setItem('wanted-items', '[{"product_id":"1","quantity":1}]');
  const { path } = await openAccount({ path: '/cart', as: sessionOf(withFactor) });
  await button('Sign out').click();
  await expect.poll(path).toBe('/auth');
  await expect.element(field('Email')).toBeVisible();
  expect(localStorage.getItem('shop-auth')).toBeNull();
  expect(localStorage.getItem('wanted-items')).toBeNull(); // the next shopper here may be another
});

const menu = { '/': <AccountMenu shopper={ASHA} />, '/account/orders': <h1>My Orders</h1> };

test('the account menu is worked by keys, closes on Escape and gives the focus back', async () => {
  const { screen, path } = await openAccount({ path: '/', as: sessionOf(), pages: menu });
  const opener = button('Account menu');
  const first = screen.getByRole('menuitem', { name: 'My Account' });
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(ASHA.email)).toBeVisible();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('menuitem', { name: 'Logout' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(first).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(first).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(path).toBe('/account/orders');
});
