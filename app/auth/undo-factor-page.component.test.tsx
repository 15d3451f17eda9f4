import { expect, test } from 'vitest';
import { type AuthHandlers, openAccount, sessionOf, refusal } from '#test/component/account.tsx';
import { expectAccessible, expectNoOverflow, resizeTo } from '#test/component/layout.ts';
import { ASHA } from '#test/component/open.tsx';

test('who did not add a second step removes it with a password, or is told what to correct', async () => {
  const auth: AuthHandlers = {
    'POST /factors/undo': refusal('current_password_invalid', 'This password is wrong.'),
  };
  const { screen, path } = await openAccount({
    path: '/undo-second-step?token_hash=of-the-email',
    auth,
    as: sessionOf(),
  });
  await resizeTo(320, 640);
  await expect.element(screen.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await expectAccessible();
  await expectNoOverflow();
  const known = screen.getByLabelText('Your password', { exact: true });
  const remove = screen.getByRole('button', { name: 'Remove and sign out everywhere' });
  await known.fill('not the password');
  await screen.getByLabelText('New Password', { exact: true }).fill('another pot of tea');
  await screen.getByLabelText('Confirm New Password').fill('another pot of tea');
  await remove.click();
  await expect.element(known).toHaveAccessibleDescription('This password is wrong.');
  await expect.element(known).toHaveFocus();

  auth['POST /factors/undo'] = () => ({ email: ASHA.email, factors: [] });
  await remove.click();
  await expect
    .element(screen.getByRole('heading', { name: 'Your account is safe again' }))
    .toHaveFocus();
  await expect
    .poll(() => localStorage.getItem('shop-auth'), { message: 'signed out here, too' })
    .toBeNull();
  await expectAccessible();
  await screen.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(path).toBe('/auth');
  await expect.element(screen.getByLabelText('Email')).toHaveValue(ASHA.email);
});

test('a link that removes nothing any more says so', async () => {
  const { screen } = await openAccount({
    path: '/undo-second-step?token_hash=of-the-email',
    auth: {
      'POST /factors/undo': refusal('otp_expired', 'Email link is invalid or has expired', 403),
    },
  });
  await screen.getByLabelText('Your password', { exact: true }).fill('steep for five');
  await screen.getByLabelText('New Password', { exact: true }).fill('another pot of tea');
  await screen.getByLabelText('Confirm New Password').fill('another pot of tea');
  await screen.getByRole('button', { name: 'Remove and sign out everywhere' }).click();
  await expect
    .element(screen.getByRole('heading', { name: 'This link has expired' }))
    .toHaveFocus();
});
