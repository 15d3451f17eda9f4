import { proofsOfWork } from '@aparajita/auth-server';
import * as auth from '@aparajita/auth-server/testing';
import { expect, expectTypeOf, test } from 'vitest';
import { Email } from '#contract/auth.ts';
import { Challenge, PROOF_ALGORITHM } from '#contract/proof-of-work.ts';
import { emailText } from '#domain/text.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';
import { openTestShop, send } from '#test/shop.ts';
import { httpOptions } from './shop-auth.ts';

test.each([
  ...[
    ' asha@example.com ',
    'asha＠example．com',
    '\u202aasha@example.com.\u202c',
    'a@b',
    'asha@@example.com',
    'asha@example',
    'ASHA@EXAMPLE.IN',
    '',
  ],
  ...['a+b@tea.example.in', 'अ@example.in', `${'a'.repeat(250)}@x.in`, 'a b@c.in', 'x'.repeat(300)],
])('the browser forms and the auth server accept the same email addresses: %j', (typed) => {
  const { success, data } = auth.Email.safeParse(emailText(typed));
  expect({ success, data }).toEqual({
    success: Email.safeParse(typed).success,
    data: Email.safeParse(typed).data,
  });
});

test('an account has the same email and name as the other forms, however they were typed', async () => {
  const shop = await openTestShop();
  const typed = {
    email: ' Asha＠Example．com.\u202c',
    password: auth.PASSWORD,
    data: { full_name: '\u202eश्रीमती\u00a0आशा\r\nराव' },
  };
  const created = await send(shop.app, 'POST', '/auth/v1/signup', typed);
  expect(created).toMatchObject({
    status: 200,
    body: { email: 'asha@example.com', user_metadata: { full_name: 'श्रीमती आशा राव' } },
  });
  const { email, password } = typed;
  const entered = await send(shop.app, 'POST', '/auth/v1/token?grant_type=password', {
    email,
    password,
  });
  expect(entered).toMatchObject({ status: 200, body: { user: { email: 'asha@example.com' } } });
});

test('the browser can parse the auth server’s proof-of-work challenge', async () => {
  expectTypeOf<auth.Challenge>().toEqualTypeOf<Challenge>();
  expect(auth.PROOF_ALGORITHM).toBe(PROOF_ALGORITHM);
  const refused = { key: 'x', points: 1, seconds: 1, challenge: true, retryAfterSeconds: 1 };
  const proofs = proofsOfWork(deriveShopKeys('a secret of the test suite, long enough').hmac);
  const challenge = await proofs.issue('signUp', { ...refused, used: 1, now: Date.now() });
  expect(Challenge.parse(challenge)).toEqual(challenge);
});

const accounts = await auth.openTestAccounts();
const strict = () =>
  accounts.process(
    { limits: { signUp: { points: 2, seconds: 300 } } },
    { requests: httpOptions(1) },
  );

/** Signs up once per X-Forwarded-For value; returns the code of each answer. */
async function signUpFrom(forwarded: string[]): Promise<unknown[]> {
  const process = strict();
  const codes = [];
  for (const [n, address] of forwarded.entries()) {
    const { body } = await process.request('POST', '/signup', {
      body: { email: `${n}-${crypto.randomUUID()}@example.com`, password: auth.PASSWORD },
      headers: { 'x-forwarded-for': address },
    });
    codes.push(body.error_code);
  }
  return codes;
}

test('requests without a readable address share one rate limit', async () => {
  const codes = await signUpFrom(['nonsense', 'for=_hidden', '1.2.3.4.5', '-', '1.2.3.999']);
  expect(codes).toEqual([undefined, undefined, ...Array(3).fill('captcha_failed')]);
});

test('an address counts as one network, with whatever port the proxy appended', async () => {
  const codes = await signUpFrom(['9.9.9.9:1', '9.9.9.9', '[::ffff:9.9.9.9]:443', '9.9.9.9:65535']);
  expect(codes).toEqual([undefined, undefined, 'captcha_failed', 'captcha_failed']);
});
