import type { Page } from '@playwright/test';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

/** From a new account to its first sign-in, on a phone. */
test.use(PHONE);

const PASSWORD = 'steep for seven minutes!';

const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signUp(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await password(page).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByText('Account created!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  return email;
}

for (const [width, height] of [
  [390, 844],
  [390, 640],
  [1280, 800],
] as const) {
  test(`the login form is in view with all it holds, in a window of ${width}×${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const email = await signUp(page);
    const header = page.getByRole('banner');
    const signIn = page.getByRole('button', { name: 'Sign In' });
    await expect(signIn).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    for (const part of [
      ...(height > 640 ? [page.getByRole('heading', { name: 'Welcome' })] : []),
      page.getByRole('tab', { name: 'Login' }),
      page.getByLabel('Email'),
      password(page),
      signIn,
    ]) {
      // 0.95 and not 1: the box around the tabs cuts a little off their edge.
      await expect(part).toBeInViewport({ ratio: 0.95 });
      await expect(async () => {
        const [box, above] = [await part.boundingBox(), await header.boundingBox()];
        expect(box?.y, 'it is below the header').toBeGreaterThanOrEqual(
          (above?.y ?? 0) + (above?.height ?? 0),
        );
      }).toPass({ timeout: 15_000 });
    }
  });
}

test('the password is in the page’s memory alone, and not for long', async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await expect(password(page)).toHaveValue(PASSWORD);
  const traces = await page.evaluate(() => [
    JSON.stringify(window.localStorage),
    JSON.stringify(window.sessionStorage),
    document.cookie,
    window.location.href,
    JSON.stringify(window.history.state),
    document.body.outerHTML,
  ]);
  expect(traces.filter((trace) => trace.includes(PASSWORD))).toEqual([]);
  await page.clock.fastForward('05:01');
  await expect(password(page)).toHaveValue('');
  await expect(page.getByLabel('Email')).not.toHaveValue('');
});

test('what is typed in its place stays', async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await password(page).fill('something else');
  await page.clock.fastForward('05:01');
  await expect(password(page)).toHaveValue('something else');
});

for (const way of ['a link', 'a document'] as const) {
  test(`the password is gone from a page that was left by ${way}`, async ({ page }) => {
    await signUp(page);
    if (way === 'a link') {
      await page.getByRole('link', { name: 'Forgot password?' }).tap();
      await expect(page).toHaveURL('/forgot-password');
    } else await page.goto('/healthz');
    await page.goBack();
    await expect(page).toHaveURL('/auth');
    await expect(password(page)).toHaveValue('');
  });
}

test('the keyboard’s own key goes on to the next empty field, and sends the form from the last', async ({
  page,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').tap();
  for (const [field, text, key] of [
    [page.getByLabel('Full Name'), 'Asha Rao', 'next'],
    [page.getByLabel('Email'), email, 'next'],
    [password(page), PASSWORD, 'next'],
    [page.getByLabel('Confirm Password'), PASSWORD, 'go'],
  ] as const) {
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('enterkeyhint', key);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('Account created!')).toBeVisible();
});

test.describe('password managers', () => {
  type Sent = { names: string[]; tokens: string[]; filled: boolean };

  /** Records the submitted forms as the browser sees them. */
  async function watchForms(page: Page) {
    await page.addInitScript(() => {
      const sent: Sent[] = [];
      Object.assign(window, { sent });
      window.addEventListener('submit', ({ target }) => {
        if (!(target instanceof HTMLFormElement)) return;
        const fields = [...target.querySelectorAll('input')];
        sent.push({
          names: fields.map(({ name }) => name),
          tokens: fields.map(({ autocomplete }) => autocomplete),
          filled: fields.every(({ value }) => value !== ''),
        });
      });
    });
  }

  const sentForms = (page: Page) =>
    page.evaluate((): unknown => ('sent' in window ? window.sent : undefined));

  test('see both forms sent, each with its address and password, and the page change', async ({
    page,
  }) => {
    await watchForms(page);
    await signUp(page);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Confirm Password')).toBeHidden();
    await page.getByRole('button', { name: 'Sign In' }).tap();
    await expect(page).toHaveURL('/');
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    expect(await sentForms(page)).toEqual([
      {
        names: ['full_name', 'email', 'password', 'confirm_password'],
        tokens: ['name', 'username', 'new-password', 'new-password'],
        filled: true,
      },
      { names: ['email', 'password'], tokens: ['username', 'current-password'], filled: true },
    ]);
  });

  test('may fill in the login by themselves: what they write is sent', async ({
    page,
    account,
  }) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    // Password managers set the value and then dispatch the events of typing.
    await page.evaluate(
      ([email, secret]) => {
        for (const [id, value] of [
          ['email', email],
          ['current-password', secret],
        ] as const) {
          const field = document.querySelector<HTMLInputElement>(`#${id}`);
          if (!field) throw new Error(`no #${id}`);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            field,
            value,
          );
          field.dispatchEvent(new Event('input', { bubbles: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
        }
      },
      [account.email, account.password] as const,
    );
    await page.getByRole('button', { name: 'Sign In' }).tap();
    await expect(page).toHaveURL('/');
  });

  test('know whose password is changed', async ({ page, signedInShopper }) => {
    await page.goto('/account/security');
    const form = page.locator('form').filter({ hasText: 'Current Password' });
    const name = form.locator('input[autocomplete=username]');
    await expect(name).toHaveValue(signedInShopper.email);
    await expect(name).toHaveAttribute('name', 'username');
  });
});
