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
import { ASHA } from '#test/component/open.tsx';

type Screen = Awaited<ReturnType<typeof openAccount>>['screen'];

const PASSWORD = 'steep for five';

const password = (screen: Screen) => screen.getByLabelText('Password', { exact: true });
const again = (screen: Screen) => screen.getByLabelText('Confirm Password');
const alert = (screen: Screen) => screen.getByRole('alert');

const openTab = (tab: 'login' | 'sign-up', auth: AuthHandlers = {}) =>
  openAccount({ path: `/auth?tab=${tab}`, auth });

async function typeNewAccount(screen: Screen) {
  await screen.getByLabelText('Full Name').fill('  Asha Rao ');
  await screen.getByLabelText('Email').fill(ASHA.email);
  await password(screen).fill(PASSWORD);
  await again(screen).fill(PASSWORD);
}

async function typeLogin(screen: Screen, email = ASHA.email) {
  await screen.getByLabelText('Email').fill(email);
  await password(screen).fill(PASSWORD);
}

const create = (screen: Screen) => screen.getByRole('button', { name: 'Create Account' }).click();
const signIn = (screen: Screen) => screen.getByRole('button', { name: 'Sign In' }).click();

test('signing up says that it is under way, shows a toast, and leads to a login form that is filled in', async () => {
  const answer = heldBack(() => userOf());
  const sent = vi.fn<AuthHandler>(answer.handler);
  const { screen, path } = await openAccount({
    path: '/auth',
    auth: { 'POST /signup': sent, 'POST /token?grant_type=password': () => sessionOf() },
  });
  await typeNewAccount(screen); // it opens at Sign Up: this browser knows no account
  await create(screen);
  await expect.element(screen.getByRole('button', { name: 'Creating account...' })).toBeVisible();
  answer.release();
  await expectVisible(screen, 'Account created! You can now sign in with your credentials.');
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    email: ASHA.email,
    data: { full_name: 'Asha Rao' },
  });
  await expect
    .element(screen.getByRole('tab', { name: 'Login' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByLabelText('Email')).toHaveValue(ASHA.email);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
  await expect.element(screen.getByRole('button', { name: 'Sign In' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/');
});

test('a sign-up names what is missing under each field and goes to the first', async () => {
  const { screen, asked } = await openTab('sign-up');
  await resizeTo(320, 640);
  await create(screen);
  const name = screen.getByLabelText('Full Name');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('Full name is required');
  await expect
    .element(screen.getByLabelText('Email'))
    .toHaveAccessibleDescription('Invalid email address');
  await expect
    .element(password(screen))
    .toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await expectAccessible();
  await expectNoOverflow();
  await name.fill('A'.repeat(101));
  await expect.element(name).toHaveAccessibleDescription('Must be at most 100 characters');

  await name.fill('Asha Rao');
  await expect.element(screen.getByText('Must be at most 100')).not.toBeInTheDocument();
  await screen.getByLabelText('Email').fill(ASHA.email);
  await password(screen).fill('12345678');
  await again(screen).fill('12345679');
  await create(screen);
  await expect.element(again(screen)).toHaveAccessibleDescription("Passwords don't match");
  expect(asked).toEqual([]);
});

test('a password is judged while it is typed, for screen readers once they pause', async () => {
  const { screen } = await openTab('sign-up');
  await expect
    .element(password(screen))
    .toHaveAccessibleDescription('At least 8 characters, and not one that many people use');
  await screen.getByLabelText('Full Name').fill('Asha Rao');
  const spoken = () =>
    [...document.querySelectorAll('main p[role=status]')].map((text) => text.textContent);
  for (const [typed, told] of [
    ['passwor', '1 more character'],
    ['password', 'Too many people use this password. Choose another one.'],
    ['Asha-Rao-99', 'This is little more than your name. Add another word.'],
    ['Asha@1234', 'Long enough'],
  ] as const) {
    await password(screen).fill(typed);
    await expect.element(password(screen)).toHaveAccessibleDescription(told);
    expect(spoken()).not.toContain(told);
    await expect.poll(spoken).toContain(told);
  }
  await expectAccessible();
});

test('a common password that only the server knows is told at its field, and what was typed stays', async () => {
  const { screen } = await openTab('sign-up', {
    'POST /signup': ({ password: typed }) => {
      if (typed !== 'jaimatadi') return userOf();
      throw new Refusal(
        'weak_password',
        'Too many people use this password. Choose another one.',
        422,
      );
    },
  });
  await typeNewAccount(screen);
  await password(screen).fill('jaimatadi');
  await expect.element(password(screen)).toHaveAccessibleDescription('Long enough');
  await create(screen);
  await expect.element(again(screen)).toHaveAccessibleDescription("Passwords don't match");
  await again(screen).fill('jaimatadi');
  await create(screen);
  await expect.element(alert(screen)).toMatchTextContent(/Error/);
  await expect.element(password(screen)).toHaveFocus();
  await expect
    .element(password(screen))
    .toHaveAccessibleDescription('Too many people use this password. Choose another one.');
  await expect.element(again(screen)).toHaveValue('jaimatadi');
  await password(screen).fill(PASSWORD);
  await expect.element(password(screen)).toHaveAccessibleDescription('Long enough');
  await expect.element(again(screen)).toHaveAccessibleDescription("Passwords don't match");
  await again(screen).fill(PASSWORD);
  await create(screen);
  await expect.element(screen.getByText('Account created!')).toBeVisible();
});

test('a wrong password and a lost connection are told in words for people, and keep what was typed', async () => {
  const auth: AuthHandlers = {
    'POST /token?grant_type=password': refusal('invalid_credentials', 'Invalid login credentials'),
  };
  const { screen, path } = await openTab('login', auth);
  await typeLogin(screen);
  await signIn(screen);
  await expect.element(alert(screen)).toHaveTextContent('ErrorInvalid login credentials');
  expect(path()).toBe('/auth?tab=login');
  await expect.element(password(screen)).toHaveFocus();
  await expect.element(screen.getByLabelText('Email')).toHaveValue(ASHA.email);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
  auth['POST /token?grant_type=password'] = unreachable;
  await signIn(screen);
  await expect.element(alert(screen)).toMatchTextContent('We could not reach the shop.');
  // The focus moves to no field: that would open a phone's keyboard although nothing has to be corrected.
  await expect.element(screen.getByRole('button', { name: 'Sign In' })).toHaveFocus();
  auth['POST /token?grant_type=password'] = () => sessionOf();
  await signIn(screen);
  await expect.poll(path).toBe('/');
});

test('a login trims the email, says that it is under way, and leads home', async () => {
  const answer = heldBack(() => sessionOf());
  const sent = vi.fn<AuthHandler>(answer.handler);
  const { screen, path } = await openTab('login', { 'POST /token?grant_type=password': sent });
  await typeLogin(screen, `  ${ASHA.email} `);
  await signIn(screen);
  await expect.element(screen.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await screen.getByRole('button', { name: 'Signing in...' }).click({ force: true });
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
  const typed = screen.getByLabelText('Password', { exact: true });
  await typed.fill(PASSWORD);
  await expect.element(typed).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: 'Show password' }).click();
  await expect.element(typed).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(typed).toHaveAttribute('type', 'password');
  await expect.element(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  await expect.element(typed).toHaveAttribute('autocomplete', 'current-password');
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(again(screen)).toHaveAttribute('autocomplete', 'new-password');
});

test('what a password manager writes by itself is sent', async () => {
  const sent = vi.fn<AuthHandler>(() => sessionOf());
  const { screen, path } = await openTab('login', { 'POST /token?grant_type=password': sent });
  await expect.element(screen.getByRole('button', { name: 'Sign In' })).toBeVisible();
  // Password managers set the value and then dispatch the events of typing.
  for (const [id, value] of [
    ['email', ASHA.email],
    ['current-password', PASSWORD],
  ] as const) {
    const field = document.querySelector(`#${id}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await signIn(screen);
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
  const { screen } = await openTab('sign-up', { 'POST /signup': () => userOf() });
  await typeNewAccount(screen);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await create(screen);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
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
  await expect.element(password(screen)).toHaveValue('');
  await expect.element(screen.getByLabelText('Email')).toHaveValue(ASHA.email);
});

test('what is typed in place of the new account’s password stays, and a page that is left forgets it', async () => {
  const { screen } = await openTab('sign-up', { 'POST /signup': () => userOf() });
  await typeNewAccount(screen);
  await create(screen);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
  await password(screen).fill('something else');
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await expect.element(password(screen)).toHaveValue('something else');

  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await typeNewAccount(screen);
  await create(screen);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await expect.element(password(screen)).toHaveValue('');
});

const unconfirmed = () => ({ ...userOf(), email_confirmed_at: undefined });

test('who must confirm an email is told to look into the mailbox, and may correct a mistyped one', async () => {
  const sent = vi.fn<AuthHandler>(unconfirmed);
  const { screen } = await openTab('sign-up', { 'POST /signup': sent });
  await typeNewAccount(screen);
  await screen.getByLabelText('Email').fill('mistyped@example.com');
  await create(screen);
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus();
  await expect.element(screen.getByText('mistyped@example.com')).toBeVisible();
  // The account must be confirmed first.
  await expect.element(screen.getByText('Account created!')).not.toBeInTheDocument();
  await expectAccessible();

  await screen.getByRole('button', { name: 'Use another email' }).click();
  await expect.element(screen.getByLabelText('Email')).toHaveFocus();
  await userEvent.keyboard(ASHA.email); // the mistyped one is selected and gets replaced
  await create(screen);
  await expect.element(screen.getByText(ASHA.email)).toBeVisible();
  expect(sent.mock.lastCall?.[0]).toMatchObject({ email: ASHA.email, password: PASSWORD });
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect.element(screen.getByLabelText('Email')).toHaveValue(ASHA.email);
  await expect.element(password(screen)).toHaveValue(PASSWORD);
});

test('the passwords of an account that waits for its email are forgotten after five minutes', async () => {
  const { screen } = await openTab('sign-up', { 'POST /signup': unconfirmed });
  await typeNewAccount(screen);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await create(screen);
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await screen.getByRole('button', { name: 'Use another email' }).click();
  await expect.element(screen.getByLabelText('Full Name')).toHaveValue('  Asha Rao ');
  await expect.element(password(screen)).toHaveValue('');
  await expect.element(again(screen)).toHaveValue('');
  await screen.getByRole('tab', { name: 'Login' }).click();
  await expect.element(password(screen)).toHaveValue('');
});

test('the email that confirms an address is asked for again after a minute', async () => {
  const sent = vi.fn<AuthHandler>(() => ({}));
  const { screen } = await openTab('sign-up', {
    'POST /signup': unconfirmed,
    'POST /resend': sent,
  });
  await typeNewAccount(screen);
  await create(screen);
  const resend = screen.getByRole('button', { name: /^Send it again/ });
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
  await expect.element(screen.getByRole('button', { name: 'Confirm the change' })).toBeVisible();
  signOutFromAnotherTab();
  await expect.poll(path).toBe('/auth');
  await expectVisible(screen, 'Please sign in first, to confirm the change of your email.');
  await typeLogin(screen);
  await signIn(screen);
  await expect.poll(path).toBe(link);
  await expect.element(screen.getByRole('button', { name: 'Confirm the change' })).toBeVisible();
});
