import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGateway } from '@aparajita/razorpay';
import { openSandbox } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { OperatorError } from '#server/operator-errors.ts';
import { describeSettings, envExample, settingsMarkdown } from '#test/settings-docs.ts';
import { Environment, SETTING_GROUPS } from './environment.ts';
import { dataFolderFault, readSettings } from './settings.ts';
import { missingDetails } from './shop-details.ts';

const SECRET = 'x'.repeat(48);
const DATABASE = 'postgres://shop:word@db.example.in:5432/shop';
const DIRECT = 'postgres://owner@db.example.in/shop';
const AUTH = 'postgres://auth@pooler.example.in/shop';
const PRODUCTION = {
  DATABASE_URL: DATABASE,
  PUBLIC_URL: 'https://example.in',
  AUTH_SECRET: SECRET,
};
const SMTP_URL = 'smtps://shop:word@smtp.example.in';
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEf123456',
  RAZORPAY_KEY_SECRET: 'a secret of sixteen letters',
  RAZORPAY_WEBHOOK_SECRET: 'another secret of sixteen',
};

type Given = Record<string, string>;

const MEANINGS: [string, Given, object][] = [
  [
    'nothing: a demo on this machine, with its own database and secret',
    {},
    {
      ...{ host: 'localhost', publicUrl: 'http://localhost:3000', demo: true },
      ...{ dataDir: path.resolve('.data'), database: null, authSecret: null },
      ...{ smtp: null, confirmEmail: false },
    },
  ],
  [
    'production: all interfaces, each request logged, and without keys cash only',
    PRODUCTION,
    {
      host: '0.0.0.0',
      logLevel: 'info',
      demo: false,
      authSecret: SECRET,
      database: { url: DATABASE, directUrl: DATABASE, authUrl: DATABASE, pooled: false },
      gateway: null,
    },
  ],
  ['a port is part of the address', { PORT: '4000' }, { publicUrl: 'http://localhost:4000' }],
  [
    'a slash at the end of the address is removed, and lists have commas, with or without spaces',
    {
      ...{ ...PRODUCTION, PUBLIC_URL: 'https://example.in/' },
      AUTH_PREVIOUS_SECRETS: `${SECRET}, ${SECRET}2`,
    },
    {
      publicUrl: 'https://example.in',
      authPreviousSecrets: [SECRET, `${SECRET}2`],
    },
  ],
  [
    'behind a pooler each role has its own login',
    { ...PRODUCTION, DATABASE_DIRECT_URL: DIRECT, DATABASE_AUTH_URL: AUTH },
    { database: { url: DATABASE, directUrl: DIRECT, authUrl: AUTH, pooled: true } },
  ],
  [
    'a mail server sends from the shop’s own address, and addresses must be confirmed',
    { ...PRODUCTION, SMTP_URL },
    {
      smtp: { url: SMTP_URL, from: 'Aparajita <shop@example.in>', replyTo: 'shop@example.in' },
      confirmEmail: true,
    },
  ],
  [
    'or from another, quoted as the owner needs it; a demo may leave addresses unconfirmed',
    {
      ...{ SMTP_URL, MAIL_FROM: '"Tea" <tea@example.in>', SHOP_EMAIL: 'us@example.in' },
      AUTH_CONFIRM_EMAIL: 'off',
    },
    { smtp: { from: '"Tea" <tea@example.in>', replyTo: 'us@example.in' }, confirmEmail: false },
  ],
  [
    'all keys of the gateway turn it on',
    { ...PRODUCTION, ...KEYS },
    {
      gateway: {
        key: { id: KEYS.RAZORPAY_KEY_ID, secret: KEYS.RAZORPAY_KEY_SECRET },
        previousKey: null,
        webhookSecrets: [KEYS.RAZORPAY_WEBHOOK_SECRET],
      },
    },
  ],
  [
    'AUTH_SECRET is used as it is: without its blanks it would be another secret',
    { ...PRODUCTION, AUTH_SECRET: `${SECRET} ` },
    { authSecret: `${SECRET} ` },
  ],
];

test.each(MEANINGS)('settings mean %s', (_, environment, settings) => {
  expect(readSettings(environment)).toMatchObject(settings);
});

/** Of a production shop. */
const REFUSED_KEYS: [Given, RegExp][] = [
  [{ RAZORPAY_KEY_ID: 'xrzp_live_AbCdEf123456' }, /^RAZORPAY_KEY_ID: must be a key id/],
  [{ RAZORPAY_KEY_SECRET: `${SECRET}  # live` }, /^RAZORPAY_KEY_SECRET: must be without the comm/],
  [{ RAZORPAY_KEY_SECRET: KEYS.RAZORPAY_KEY_ID }, /^RAZORPAY_KEY_SECRET: must be the secret of/],
  [{ RAZORPAY_KEY_ID: 'rzp_sandbox_AbCdEf12' }, /demo mode only/],
  [
    { RAZORPAY_PREVIOUS_KEY_ID: 'rzp_test_AbCd1234', RAZORPAY_PREVIOUS_KEY_SECRET: SECRET },
    /same mode/,
  ],
];

/** What is said of settings that contradict each other, or are wrong in a way of their own. */
const REFUSALS: [Given, ...(string | RegExp)[]][] = [
  [
    { DATABASE_URL: DATABASE },
    /^AUTH_SECRET: is needed .* openssl rand -base64 48$/,
    /^PUBLIC_URL: is needed/,
    /^DATABASE_URL: .* demo mode is for this machine alone/,
  ],
  [{ ...PRODUCTION, DATABASE_DIRECT_URL: DIRECT }, /^DATABASE_AUTH_URL: is needed/],
  [
    { DATABASE_DIRECT_URL: DATABASE, DATABASE_AUTH_URL: DATABASE },
    'DATABASE_DIRECT_URL: has no meaning without DATABASE_URL',
    'DATABASE_AUTH_URL: has no meaning without DATABASE_URL',
  ],
  [{ ...PRODUCTION, SMTP_URL, AUTH_CONFIRM_EMAIL: 'off' }, /^AUTH_CONFIRM_EMAIL: leave it out/],
  [{ ...PRODUCTION, AUTH_CONFIRM_EMAIL: 'on' }, /^AUTH_CONFIRM_EMAIL: needs SMTP_URL/],
  [{ MAIL_FROM: 'us@example.in' }, 'MAIL_FROM: has no meaning without SMTP_URL'],
  [KEYS, /demo mode takes no real money/],
  [
    { ...PRODUCTION, RAZORPAY_KEY_ID: KEYS.RAZORPAY_KEY_ID },
    /^RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: needed/,
  ],
  ...REFUSED_KEYS.map(([keys, told]): [Given, RegExp] => [
    { ...PRODUCTION, ...KEYS, ...keys },
    told,
  ]),
  // A setting that is wrong itself is told once: what depends on it is not judged.
  [{ ...PRODUCTION, SMTP_URL: 'tea', MAIL_FROM: 'us@example.in' }, /^SMTP_URL: /],
];

test.each(REFUSALS)('%o are refused with how to fix each, all at once', (environment, ...told) => {
  expect(faults(environment)).toEqual(
    told.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
  );
});

test('faults of single settings, of combinations and of the data folder are told in one run', () => {
  const environment = { PORT: 'tea', PUBLIC_URL: 'https://example.in', MAIL_FROM: 'us@example.in' };
  const told = faults(environment, () => 'DATA_DIR: is no folder');
  expect(told.map((fault) => fault.split(':')[0])).toEqual([
    ...['PORT', 'AUTH_SECRET', 'MAIL_FROM', 'DATA_DIR'],
  ]);
});

/** By the setting that refuses them; settings of one schema have it tried once. */
const WRONG: Record<string, string[]> = {
  PORT: ['70000', '   ', 'NaN', '-1', '0.5', '1e3', '0x10'],
  PUBLIC_URL: [
    ...['ftp://example.in', 'https://example.in/shop', 'https://example.in/?a=1'],
    ...['http://localhost@example.in', 'https://{domain}', 'https://example.in,www.example.in'],
  ],
  HOST: ['0.0.0.0:3000'],
  DATABASE_URL: ['http://db.example.in', 'postgres://db.example.in/shop%'],
  DATABASE_POOL: ['1000', '0'],
  AUTH_SECRET: ['x'.repeat(31)],
  AUTH_PREVIOUS_SECRETS: [`${SECRET},short`],
  AUTH_CONFIRM_EMAIL: ['yes'],
  AUTH_LIMITS_FACTOR: ['0.0001'],
  SMTP_URL: [
    ...['https://smtp.example.in', 'smtp://', 'smtps://user:p@ss#word@smtp.example.in'],
    ...['smtps://user:p@ss?word@smtp.example.in', 'smtps://user:100%safe@smtp.example.in'],
    ...['smtps://smtp.example.in:587', 'smtp://smtp.example.in:465'],
  ],
  MAIL_FROM: ['a@example.in, b@example.in', 'Tea\n<tea@example.in>', 'Tea: <tea@example.in>'],
  SHOP_PHONE: ['022 1234'],
  FSSAI_NUMBER: ['123'],
  SHOP_CONTACT_EMAILS: ['tea@example.in, nobody'],
  SHOP_ADDRESS: [';'],
  DATA_DIR: ['~/shop'],
  PREVIEW_HOSTS: ['https://preview.example.in', '*.in'],
  COD_MAX: ['0', '10.999'],
  MAX_UNPAID_UNITS: ['0'],
  ANALYTICS_ID: ['UA-1234'],
  LOG_LEVEL: ['loud'],
};

test.each(Object.entries(WRONG))('%s is refused by its name: %j', (name, values) => {
  for (const value of values) {
    const told = faults({ ...PRODUCTION, SMTP_URL, [name]: value });
    expect(told, value).toEqual([expect.stringMatching(`^${name}: (must|has) `)]);
    // In words of the shop and not of the library, and without the value, which may be a secret.
    expect(told.join(), value).not.toMatch(/Invalid|Too (big|small)|expected/);
    if (value.length > 4) expect(told.join()).not.toContain(value);
  }
});

test('an empty value is none', () => {
  const empty = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '']));
  expect(readSettings(empty)).toEqual(readSettings({}));
});

test('what env files and shells leave around a value is refused, with how to mend it', () => {
  const KEY = KEYS.RAZORPAY_KEY_ID;
  for (const RAZORPAY_KEY_ID of [`${KEY} `, `${KEY}\r\n`, `"${KEY}"`, `\${RAZORPAY_KEY_ID}`])
    expect(faults({ ...PRODUCTION, ...KEYS, RAZORPAY_KEY_ID })).toEqual([
      expect.stringMatching(/^RAZORPAY_KEY_ID: has .* remove /),
    ]);
});

test('the owner’s details are samples in a demo, else missing until they are set', () => {
  const demo = readSettings({}).shopDetails;
  // There is no sample licence number: pages do not mention the licence until it is set.
  expect(missingDetails(demo)).toEqual(['FSSAI_NUMBER']);
  expect(demo.emails.every((email) => email.endsWith('.example'))).toBe(true);

  const unset = readSettings(PRODUCTION).shopDetails;
  expect(missingDetails(unset)).toEqual([
    ...['SHOP_LEGAL_NAME', 'SHOP_ADDRESS', 'SHOP_PHONE', 'FSSAI_NUMBER', 'GRIEVANCE_OFFICER'],
  ]);
  expect(unset.emails).toEqual(['shop@example.in']);

  const set = readSettings({
    ...{ ...PRODUCTION, SHOP_PHONE: '+91 20 1234 5678', FSSAI_NUMBER: '12345678901234' },
    SHOP_LEGAL_NAME: 'രാജന്\u200d ടീ', // joined as its script needs it
    ...{ SHOP_ADDRESS: '1 Lake Road; Pune 411001;', GRIEVANCE_OFFICER: 'Asha Rao' },
    SHOP_CONTACT_EMAILS: 'tea@example.in, orders@example.in',
  }).shopDetails;
  expect(set).toEqual({
    legal_name: 'രാജന്\u200d ടീ',
    address: ['1 Lake Road', 'Pune 411001'],
    emails: ['tea@example.in', 'orders@example.in'],
    phone: '+91 20 1234 5678',
    fssai: '12345678901234',
    grievance_officer: { name: 'Asha Rao', email: 'tea@example.in' },
  });
  expect(missingDetails(set)).toEqual([]);
});

test('the data folder is made with those above it, or refused at once with the reason', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'data-'));
  expect(dataFolderFault(path.join(folder, 'a', 'b'))).toBe(null);
  rmSync(folder, { recursive: true });
  expect(dataFolderFault('/etc/passwd')).toMatch(/^DATA_DIR: must be a folder .*\(E\w+\)$/);
});

test('the sandbox takes only sandbox keys, is the only one to take them, and runs only here', async () => {
  const secret = 'x'.repeat(16);
  const key = { id: 'rzp_sandbox_AbCdEf12', secret };
  const live = { id: KEYS.RAZORPAY_KEY_ID, secret };
  expect(() => openGateway({ key: live, sandboxUrl: 'http://127.0.0.1:1' })).toThrow(/sandbox/);
  expect(() => openGateway({ key, sandboxUrl: null })).toThrow(/sandbox/);
  expect(() => openGateway({ key, sandboxUrl: 'http://example.in' })).toThrow(/127\.0\.0\.1/);
  const options = { owner: {}, key: live, webhookSecret: 'x', everyMs: null };
  await expect(openSandbox(options)).rejects.toThrow(/sandbox keys only/);
});

/** Values of each setting, by whether they open the shop to others or use a permanent database. */
const SETTINGS = {
  HOST: {
    here: [undefined, '', 'LOCALHOST', '127.8.9.10', '::1'],
    open: ['0.0.0.0', '::', '127.1', 'shop.localhost', 'localhost.example.in', 'my-laptop'],
  },
  PUBLIC_URL: {
    here: [undefined, '', 'http://127.1.2.3:8080', 'http://[::1]:3000', 'http://shop.localhost'],
    open: [
      ...['https://example.in', 'http://192.168.0.2:3000', 'http://127.0.0.1.example.in'],
      ...['http://notlocalhost', 'http://[::ffff:127.0.0.1]'],
    ],
  },
  DATABASE_URL: { here: [undefined, ''], open: [DATABASE, 'postgres://localhost/shop'] },
  TRUST_PROXY_HOPS: { here: ['0'], open: ['1'] },
  PREVIEW_HOSTS: { here: [''], open: ['preview.example.in'] },
};
/** Settings that do not affect demo mode. */
const OTHERS = [
  { NODE_ENV: 'development', DEMO: '1', CI: 'true', AUTH_SECRET: SECRET },
  { NODE_ENV: 'production', PORT: '80', DATA_DIR: '/srv/shop', LOG_LEVEL: 'info' },
];

// Each of these settings alone rules it out, so none can bring it back beside another.
test.each(OTHERS)(
  'beside %o demo mode is on exactly where the shop is open to nobody else',
  (others) => {
    for (const [name, { here, open }] of Object.entries(SETTINGS)) {
      for (const value of here)
        expect(modeOf({ ...others, [name]: value }), `${value}`).toBe('demo');
      for (const value of open) {
        const given = { ...others, [name]: value };
        expect(modeOf(given), `${name}=${value}`).not.toBe('demo');
        const real = { PUBLIC_URL: 'https://example.in', AUTH_SECRET: SECRET, ...given };
        expect(modeOf(real), `${name}=${value} with production settings`).toBe('real');
      }
    }
    const closed = Object.entries(SETTINGS).map(([name, { here }]) => [name, here.at(-1)]);
    expect(modeOf({ ...others, ...Object.fromEntries(closed) }), 'all of them').toBe('demo');
  },
);

test('the error names the settings of a production shop, and how to get demo mode', () => {
  const told = faults({ HOST: '0.0.0.0' }).join('\n');
  for (const name of ['HOST', 'AUTH_SECRET', 'PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL'])
    expect(told).toContain(name);
  expect(told).toMatch(/demo mode.*To try the shop here, leave it out/s);
});

// `npx vitest run server/environment --update` writes both files.
test('docs/settings.md and .env.example match the schemas, and each setting accepts its example', async () => {
  await expect(settingsMarkdown(SETTING_GROUPS)).toMatchFileSnapshot('../../docs/settings.md');
  await expect(envExample(SETTING_GROUPS)).toMatchFileSnapshot('../../.env.example');
  const schemas: Record<string, z.ZodType> = Environment.shape;
  for (const { name, example } of describeSettings(schemas))
    if (example !== '') expect(schemas[name]?.safeParse(example).error, name).toBe(undefined);
});

/** The lines of the error that settings cause; none if they are accepted. */
function faults(environment: Given, folderFault?: () => string): string[] {
  try {
    readSettings(environment, folderFault);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const [, ...lines] = error.message.split('\n');
    return lines.map((line) => line.replace('  - ', ''));
  }
}

function modeOf(environment: Record<string, string | undefined>): 'demo' | 'real' | 'refused' {
  try {
    return readSettings(environment).demo ? 'demo' : 'real';
  } catch (error) {
    if (error instanceof OperatorError) return 'refused';
    throw error;
  }
}
