import { expect, test } from 'vitest';
import { Environment } from './environment.ts';
import { readSettings, SettingsError } from './settings.ts';

const SECRET = 'x'.repeat(48);
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEf123456',
  RAZORPAY_KEY_SECRET: SECRET,
  RAZORPAY_WEBHOOK_SECRET: SECRET,
  RAZORPAY_PREVIOUS_KEY_ID: 'rzp_live_GhIjKl123456',
  RAZORPAY_PREVIOUS_KEY_SECRET: SECRET,
};
const SHOP = {
  PUBLIC_URL: 'https://example.in',
  DATABASE_URL: 'postgres://shop:word@db.example.in/shop',
  DATABASE_DIRECT_URL: 'postgres://owner:word@db.example.in/shop',
  DATABASE_AUTH_URL: 'postgres://auth:word@db.example.in/shop',
  AUTH_SECRET: SECRET,
  SMTP_URL: 'smtps://shop:word@smtp.example.in',
  ...KEYS,
};
const HOSTED = { AUTH_URL: 'https://id.example.in/auth/v1' };

/** What people put where they do not know what is asked, and what files make of it. */
const BAD: Record<string, string> = {
  blanks: '   ',
  'no number': 'NaN',
  negative: '-1',
  fraction: '0.0001',
  exponent: '1e3',
  hexadecimal: '0x10',
  huge: '9'.repeat(400),
  'address without a scheme': 'example.in/shop',
  'another script': 'चाय',
  'line end': 'tea\ntea',
  quotes: '"tea"',
  'blank behind': 'tea ',
  word: 'tea',
};

/** Those that text may be. */
const WORDS = [
  ...['no number', 'negative', 'fraction', 'exponent', 'hexadecimal'],
  ...['address without a scheme', 'another script', 'word'],
];

/** The bad values that mean something in a setting after all. */
const GOOD: Record<string, string[]> = {
  // Names of hosts; whether they exist is seen when the shop listens.
  HOST: ['no number', 'fraction', 'exponent', 'hexadecimal', 'word'],
  PREVIEW_HOSTS: ['no number', 'negative', 'fraction', 'exponent', 'hexadecimal', 'word'],
  // Names of folders; whether they can be made is seen at the start.
  DATA_DIR: [...WORDS, 'huge'],
  // Long enough to be a secret; and AUTH_SECRET is read by the shop alone.
  AUTH_SECRET: ['huge'],
  AUTH_PREVIOUS_SECRETS: ['huge'],
  RAZORPAY_KEY_SECRET: ['huge'],
  RAZORPAY_WEBHOOK_SECRET: ['huge'],
  RAZORPAY_PREVIOUS_KEY_SECRET: ['huge'],
  RAZORPAY_PREVIOUS_WEBHOOK_SECRET: ['huge'],
  AUTH_API_KEY: ['no number', 'negative', 'fraction', 'exponent', 'hexadecimal', 'huge', 'word'],
  // Names and addresses of people.
  SHOP_LEGAL_NAME: WORDS,
  SHOP_ADDRESS: WORDS,
  GRIEVANCE_OFFICER: WORDS,
};

test.each(Object.keys(Environment.shape))('%s accepts no value that means nothing', (name) => {
  const others = /^AUTH_(URL|JWKS_URL|ISSUER|API_KEY)$/.test(name) ? { ...SHOP, ...HOSTED } : SHOP;
  expect(faults(others)).toEqual([]);
  expect(faults({ ...others, [name]: '' }), 'an empty value is none').toEqual(
    faults(Object.fromEntries(Object.entries(others).filter(([other]) => other !== name))),
  );
  const accepted = Object.entries(BAD).flatMap(([kind, value]) => {
    const told = faults({ ...others, [name]: value });
    for (const fault of told) {
      // By its own name, with what is expected, in words of the shop and not of the library.
      expect(fault, kind).toMatch(new RegExp(`^${name}: (must|has|needs) `));
      expect(fault, kind).not.toMatch(/Invalid|Too (big|small)|expected/);
    }
    return told.length === 0 ? [kind] : [];
  });
  expect(accepted.toSorted()).toEqual((GOOD[name] ?? []).toSorted());
});

/** What is said about these settings; nothing if they are accepted. */
function faults(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''));
  }
}
