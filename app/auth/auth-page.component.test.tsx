import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  type AuthHandler,
  type AuthHandlers,
  heldBack,
  openAccount,
  Refusal,
  refusal,
  sessionOf,
  signOutFromAnotherTab,
  userOf,
} from '#test/component/account.tsx';
import { PROFILE } from '#test/component/buy.ts';
import { unreachable } from '#test/component/fake-api.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectVisible,
  resizeTo,
} from '#test/component/layout.ts';
import { alert, button, field, heading } from '#test/component/locators.ts';
import { ASHA } from '#test/component/open.tsx';

const PASSWORD = 'steep for five';

const email = field('Email');
const password = field('Password');
const again = field('Confirm Password');

const openTab = (tab: 'login' | 'sign-up', auth: AuthHandlers = {}) =>
  openAccount({ path: `/auth?tab=${tab}`, auth });

async function typeNewAccount() {
  await field('Full Name').fill('  Asha Rao ');
  await email.fill(ASHA.email);
  await password.fill(PASSWORD);
  await again.fill(PASSWORD);
}

async function typeLogin(typed = ASHA.email) {
  await email.fill(typed);
  await password.fill(PASSWORD);
}

const create = () => button('Create Account').click();
const signIn = () => button('Sign In').click();

test('signing up says that it is under way, shows a toast, and leads to a login form that is filled in', async () => {
  const answer = heldBack(() => userOf());
  const sent = vi.fn<AuthHandler>(answer.handler);
  const { screen, path } = await openAccount({
    path: '/auth',
    auth: { 'POST /signup': sent, 'POST /token?grant_type=password': () => sessionOf() },
  });
  await typeNewAccount(); // it opens at Sign Up: this browser knows no account
  await create();
  await expect.element(button('Creating account...')).toBeVisible();
  answer.release();
  await expectVisible(screen, 'Account created! You can now sign in with your credentials.');
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    email: ASHA.email,
    data: { full_name: 'Asha Rao' },
  });
  await expect.element(screen.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();
  await expect.element(email).toHaveValue(ASHA.email);
  await expect.element(password).toHaveValue(PASSWORD);
  await expect.element(button('Sign In')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/');
});

test('a sign-up names what is missing under each field and goes to the first', async () => {
  const { screen, asked } = await openTab('sign-up');
  await resizeTo(320, 640);
  await create();
  const name = field('Full Name');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('Full name is required');
  await expect.element(email).toHaveAccessibleDescription('Invalid email address');
  await expect
    .element(password)
    .toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await expectAccessible();
  await expectNoOverflow();
  await name.fill('A'.repeat(101));
  await expect.element(name).toHaveAccessibleDescription('Must be at most 100 characters');

  await name.fill('Asha Rao');
  await expect.element(screen.getByText('Must be at most 100')).not.toBeInTheDocument();
  await email.fill(ASHA.email);
  await password.fill('12345678');
  await again.fill('12345679');
  await create();
  await expect.element(again).toHaveAccessibleDescription("Passwords don't match");
  expect(asked).toEqual([]);
});

test('a password is judged while it is typed, for screen readers once they pause', async () => {
  await openTab('sign-up');
  await expect
    .element(password)
    .toHaveAccessibleDescription('At least 8 characters, and not one that many people use');
  await field('Full Name').fill('Asha Rao');
  const spoken = () =>
    [...document.querySelectorAll('main p[role=status]')].map((text) => text.textContent);
  for (const [typed, told, invalid] of [
    ['a', '7 more characters', null],
    ['passwor', '1 more character', null],
    ['password', 'Too many people use this password. Choose another one.', 'true'],
    ['Asha-Rao-99', 'This is little more than your name. Add another word.', 'true'],
    ['Asha@1234', 'Long enough', null],
  ] as const) {
    await password.fill(typed);
    await expect.element(password).toHaveAccessibleDescription(told);
    expect(password.element().ariaInvalid).toBe(invalid);
    expect(spoken()).not.toContain(told);
    await expect.poll(spoken).toContain(told);
  }
  await expectAccessible();
});

test('a common password that only the server knows is told at its field, and what was typed stays', async () => {
  const told = 'Too many people use this password. Choose another one.';
  const { screen } = await openTab('sign-up', {
    'POST /signup': ({ password: typed }) => {
      if (typed !== 'jaimatadi') return userOf();
      throw new Refusal('weak_password', told, 422);
    },
  });
  await typeNewAccount();
  await password.fill('jaimatadi');
  await expect.element(password).toHaveAccessibleDescription('Long enough');
  await create();
  await expect.element(again).toHaveAccessibleDescription("Passwords don't match");
  await again.fill('jaimatadi');
  await create();
  await expect.element(alert).toMatchTextContent(/Error/);
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription(told);
  await expect.element(again).toHaveValue('jaimatadi');
  await password.fill(PASSWORD);
  await expect.element(password).toHaveAccessibleDescription('Long enough');
  await expect.element(again).toHaveAccessibleDescription("Passwords don't match");
  await again.fill(PASSWORD);
  await create();
  await expect.element(screen.getByText('Account created!')).toBeVisible();
});

test('a wrong password and a lost connection are told in words for people, and keep what was typed', async () => {
  const auth: AuthHandlers = {
    'POST /token?grant_type=password': refusal('invalid_credentials', 'Invalid login credentials'),
  };
  const { path } = await openTab('login', auth);
  await typeLogin();
  await signIn();
  await expect.element(alert).toHaveTextContent('ErrorInvalid login credentials');
  expect(path()).toBe('/auth?tab=login');
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue(ASHA.email);
  await expect.element(password).toHaveValue(PASSWORD);
  auth['POST /token?grant_type=password'] = unreachable;
  await signIn();
  await expect.element(alert).toMatchTextContent('We could not reach the shop.');
  // The focus moves to no field: that would open a phone's keyboard although nothing has to be corrected.
  await expect.element(button('Sign In')).toHaveFocus();
  auth['POST /token?grant_type=password'] = () => sessionOf();
  await signIn();
  await expect.poll(path).toBe('/');
});

test('a login trims the email, says that it is under way, and leads home', async () => {
  const answer = heldBack(() => sessionOf());
  const sent = vi.fn<AuthHandler>(answer.handler);
  const { path } = await openTab('login', { 'POST /token?grant_type=password': sent });
  await typeLogin(`  ${ASHA.email} `);
  await signIn();
  await expect.element(button('Signing in...')).toBeVisible();
  await button('Signing in...').click({ force: true });
  answer.release();
  await expect.poll(path).toBe('/');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.lastCall?.[0]).toMatchObject({ email: ASHA.email });
});

test('who is signed in is sent home from /auth', async () => {
  const { path } = await openAccount({ path: '/auth', as: sessionOf() });
  await expect.poll(path).toBe('/');
});

test('the password is shown to who asks, and password managers are told what is what', async () => {
  const { screen } = await openTab('login');
  await password.fill(PASSWORD);
  await expect.element(password).toHaveAttribute('type', 'password');
  await button('Show password').click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await button('Hide password').click();
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(email).toHaveAttribute('autocomplete', 'username');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(again).toHaveAttribute('autocomplete', 'new-password');
});

test('what a password manager writes by itself is sent', async () => {
  const sent = vi.fn<AuthHandler>(() => sessionOf());
  const { path } = await openTab('login', { 'POST /token?grant_type=password': sent });
  await expect.element(button('Sign In')).toBeVisible();
  // Password managers set the value and then dispatch the events of typing.
  for (const [id, value] of [
    ['email', ASHA.email],
    ['current-password', PASSWORD],
  ] as const) {
    const input = document.querySelector(`#${id}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await signIn();
  await expect.poll(path).toBe('/');
  expect(sent.mock.lastCall?.[0]).toMatchObject({ email: ASHA.email, password: PASSWORD });
});

test('/auth opens at Login where an account is known, and at the tab that its URL names', async () => {
  const first = await openAccount({ path: '/auth' });
  const tab = (name: string) => first.screen.getByRole('tab', { name, selected: true });
  await expect.element(tab('Sign Up')).toBeVisible();
  localStorage.setItem('known-account', '1');
  await first.navigate('/');
  await first.navigate('/auth');
  await expect.element(tab('Login')).toBeVisible();
  await first.screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.poll(first.path).toBe('/auth?tab=sign-up'); // also after a reload
});

test('the password of a new account is in the page’s memory alone, and not for long', async () => {
  await openTab('sign-up', { 'POST /signup': () => userOf() });
  await typeNewAccount();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await create();
  await expect.element(password).toHaveValue(PASSWORD);
  const traces = [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
    location.href,
    JSON.stringify(history.state),
    document.body.outerHTML,
  ];
  expect(traces.filter((trace) => trace.includes(PASSWORD))).toEqual([]);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await expect.element(password).toHaveValue('');
  await expect.element(email).toHaveValue(ASHA.email);
});

test('what is typed in place of the new account’s password stays, and a page that is left forgets it', async () => {
  const { screen } = await openTab('sign-up', { 'POST /signup': () => userOf() });
  await typeNewAccount();
  await create();
  await expect.element(password).toHaveValue(PASSWORD);
  await password.fill('something else');
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await expect.element(password).toHaveValue('something else');

  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await typeNewAccount();
  await create();
  await expect.element(password).toHaveValue(PASSWORD);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await expect.element(password).toHaveValue('');
});

const unconfirmed = () => ({ ...userOf(), email_confirmed_at: undefined });

test('who must confirm an email is told to look into the mailbox, and may correct a mistyped one', async () => {
  const sent = vi.fn<AuthHandler>(unconfirmed);
  const { screen } = await openTab('sign-up', { 'POST /signup': sent });
  await typeNewAccount();
  await email.fill('mistyped@example.com');
  await create();
  await expect.element(heading('Check your email')).toHaveFocus();
  await expect.element(screen.getByText('mistyped@example.com')).toBeVisible();
  // The account must be confirmed first.
  await expect.element(screen.getByText('Account created!')).not.toBeInTheDocument();
  await expectAccessible();

  await button('Use another email').click();
  await expect.element(email).toHaveFocus();
  await userEvent.keyboard(ASHA.email); // the mistyped one is selected and gets replaced
  await create();
  await expect.element(screen.getByText(ASHA.email)).toBeVisible();
  expect(sent.mock.lastCall?.[0]).toMatchObject({ email: ASHA.email, password: PASSWORD });
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect.element(email).toHaveValue(ASHA.email);
  await expect.element(password).toHaveValue(PASSWORD);
});

test('the passwords of an account that waits for its email are forgotten after five minutes', async () => {
  const { screen } = await openTab('sign-up', { 'POST /signup': unconfirmed });
  await typeNewAccount();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await create();
  await expect.element(heading('Check your email')).toBeVisible();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await button('Use another email').click();
  await expect.element(field('Full Name')).toHaveValue('  Asha Rao ');
  await expect.element(password).toHaveValue('');
  await expect.element(again).toHaveValue('');
  await screen.getByRole('tab', { name: 'Login' }).click();
  await expect.element(password).toHaveValue('');
});

test('the email that confirms an address is asked for again after a minute', async () => {
  const sent = vi.fn<AuthHandler>(() => ({}));
  const { screen } = await openTab('sign-up', {
    'POST /signup': unconfirmed,
    'POST /resend': sent,
  });
  await typeNewAccount();
  await create();
  const resend = button(/^Send it again/);
  await expect.element(resend).toMatchTextContent(/in \d+ s/);
  await expect.element(resend).toBeDisabled();
  passMinute();
  await expect.element(resend).toBeEnabled();
  await resend.click();
  await expect.element(screen.getByText('Email sent')).toBeVisible();
  await expect.element(resend).toBeDisabled();
  expect(sent).toHaveBeenCalledTimes(1);
});

/** Of the clock that cannot be set; the page looks at it once a second. */
function passMinute() {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
}

test('who is to confirm the change of an email is told why to sign in first, and comes back', async () => {
  const link = '/account/profile?token_hash=abc&type=email_change';
  const { screen, path } = await openAccount({
    path: link,
    as: sessionOf(),
    api: { 'GET /profile': () => PROFILE },
    auth: { 'POST /token?grant_type=password': () => sessionOf() },
  });
  await expect.element(button('Confirm the change')).toBeVisible();
  signOutFromAnotherTab();
  await expect.poll(path).toBe('/auth');
  await expectVisible(screen, 'Please sign in first, to confirm the change of your email.');
  await typeLogin();
  await signIn();
  await expect.poll(path).toBe(link);
  await expect.element(button('Confirm the change')).toBeVisible();
});
