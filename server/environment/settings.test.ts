import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGateway } from '@aparajita/razorpay';
import { openSandbox } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import { dataFolderFault } from './data-folder.ts';
import { Environment } from './environment.ts';
import { readSettings, SettingsError } from './settings.ts';
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
const HOSTED = 'https://id.example.in/auth/v1';
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEf123456',
  RAZORPAY_KEY_SECRET: 'a secret of sixteen letters',
  RAZORPAY_WEBHOOK_SECRET: 'another secret of sixteen',
};
const PREVIOUS_KEY = {
  RAZORPAY_PREVIOUS_KEY_ID: 'rzp_live_GhIjKl123456',
  RAZORPAY_PREVIOUS_KEY_SECRET: SECRET,
};

type Given = Record<string, string>;

const MEANINGS: [string, Given, object][] = [
  [
    'nothing: a demo on this machine, with its own database and secret',
    {},
    {
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      dataDir: path.resolve('.data'),
      database: null,
      authSecret: null,
      hostedAccounts: null,
      demo: true,
      trustProxyHops: 0,
      hstsSubdomains: true,
      logLevel: 'warn',
      smtp: null,
      confirmEmail: false,
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
    'a slash at the end of the address is removed',
    { ...PRODUCTION, PUBLIC_URL: 'https://example.in/' },
    { publicUrl: 'https://example.in' },
  ],
  [
    'lists have commas, with or without spaces',
    {
      AUTH_PREVIOUS_SECRETS: `${SECRET}, ${SECRET}2`,
      AUTH_ALLOWED_ORIGINS: 'https://tea.example.in,http://localhost:4000,',
    },
    {
      authPreviousSecrets: [SECRET, `${SECRET}2`],
      authAllowedOrigins: ['https://tea.example.in', 'http://localhost:4000'],
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
  ['in a demo they may be required', { AUTH_CONFIRM_EMAIL: 'on' }, { confirmEmail: true }],
  [
    'nobody confirms where nothing can be emailed',
    { ...PRODUCTION, AUTH_CONFIRM_EMAIL: 'off' },
    { confirmEmail: false },
  ],
  [
    'hosted accounts derive all URLs from one',
    { ...PRODUCTION, AUTH_URL: `${HOSTED}/` },
    {
      hostedAccounts: {
        url: HOSTED,
        jwksUrl: `${HOSTED}/.well-known/jwks.json`,
        issuer: HOSTED,
        apiKey: null,
      },
    },
  ],
  [
    'unless they are set',
    {
      AUTH_URL: 'http://localhost:9999',
      AUTH_JWKS_URL: 'https://keys.example.in/set.json',
      AUTH_ISSUER: 'https://id.example.in',
      AUTH_API_KEY: 'sb_publishable_abc-1.2',
    },
    {
      hostedAccounts: {
        url: 'http://localhost:9999',
        jwksUrl: 'https://keys.example.in/set.json',
        issuer: 'https://id.example.in',
        apiKey: 'sb_publishable_abc-1.2',
      },
    },
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
  [
    'a folder of Windows may begin with a t',
    { DATA_DIR: 'C:\\dir\\t' },
    { dataDir: path.resolve('C:\\dir\\t') },
  ],
  ...[
    'smtps://user:p%40ss%23word@smtp.example.in',
    'smtps://user:p@ss@smtp.example.in',
    'smtps://user:word@smtp.example.in/?pool=true',
  ].map((url): [string, Given, object] => [
    `a password in a URL: ${url}`,
    { ...PRODUCTION, SMTP_URL: url },
    { smtp: { url } },
  ]),
];

test.each(MEANINGS)('settings mean %s', (_, environment, settings) => {
  expect(readSettings(environment)).toMatchObject(settings);
});

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
  [
    { ...PRODUCTION, SMTP_URL, AUTH_URL: HOSTED, AUTH_CONFIRM_EMAIL: 'off' },
    /^AUTH_CONFIRM_EMAIL: is for the service/,
  ],
  [{ AUTH_URL: 'http://id.example.in/auth/v1' }, /^AUTH_URL: must be an https/],
  [
    { AUTH_URL: HOSTED, AUTH_CONFIRM_EMAIL: 'on', AUTH_ALLOWED_ORIGINS: 'https://a.example' },
    /^AUTH_CONFIRM_EMAIL: /,
    /^AUTH_ALLOWED_ORIGINS: /,
  ],
  [
    { AUTH_JWKS_URL: HOSTED, AUTH_ISSUER: HOSTED, AUTH_API_KEY: 'k' },
    'AUTH_JWKS_URL: has no meaning without AUTH_URL',
    'AUTH_ISSUER: has no meaning without AUTH_URL',
    'AUTH_API_KEY: has no meaning without AUTH_URL',
  ],
  [
    { DATA_DIR: 'C:\\dir\tea' },
    String.raw`DATA_DIR: has a line end, a tab or an unseen character in it: remove it. Some files need \\ for a \ `.trim(),
  ],
  [KEYS, /demo mode takes no real money/],
  [{ ...PRODUCTION, ...KEYS, RAZORPAY_WEBHOOK_SECRET: '' }, /^RAZORPAY_WEBHOOK_SECRET: needed/],
  [
    { ...PRODUCTION, ...KEYS, RAZORPAY_WEBHOOK_SECRET: 'short' },
    /^RAZORPAY_WEBHOOK_SECRET: must be at least 16/,
  ],
  [
    { ...PRODUCTION, RAZORPAY_KEY_ID: KEYS.RAZORPAY_KEY_ID },
    /^RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: needed/,
  ],
  [
    { ...PRODUCTION, ...KEYS, RAZORPAY_KEY_ID: 'live_123456' },
    /^RAZORPAY_KEY_ID: must be a key id/,
  ],
  [
    { ...PRODUCTION, ...KEYS, RAZORPAY_KEY_SECRET: `${KEYS.RAZORPAY_KEY_SECRET}  # live` },
    /^RAZORPAY_KEY_SECRET: must be without the comment/,
  ],
  [
    { ...PRODUCTION, ...KEYS, RAZORPAY_KEY_SECRET: KEYS.RAZORPAY_KEY_ID },
    /^RAZORPAY_KEY_SECRET: must be the secret of the key/,
  ],
  [{ ...PRODUCTION, ...KEYS, RAZORPAY_KEY_ID: 'rzp_sandbox_AbCdEf12' }, /demo mode only/],
  [
    {
      ...{ ...PRODUCTION, ...KEYS, ...PREVIOUS_KEY },
      RAZORPAY_PREVIOUS_KEY_ID: 'rzp_test_AbCdEf1234',
    },
    /same mode/,
  ],
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

/** Values that only this setting refuses; those that none accepts are below. */
const WRONG: Record<string, string[]> = {
  PORT: ['70000'],
  PUBLIC_URL: [
    ...['ftp://example.in', 'https://example.in/shop', 'https://example.in/?a=1'],
    ...['http://localhost@example.in', 'https://{domain}', 'https://$DOMAIN'],
    ...['https://example.in,www.example.in', 'https://*.example.in', 'https://example..in'],
  ],
  HOST: ['localhost:3000', '0.0.0.0:3000'],
  DATABASE_URL: [
    ...['http://db.example.in', 'postgres://shop:p@ss#word@db.example.in/shop'],
    ...['postgres://shop:100%safe@db.example.in/shop', 'postgres://db.example.in/shop%'],
  ],
  DATABASE_POOL: ['1000'],
  AUTH_SECRET: ['x'.repeat(31)],
  AUTH_PREVIOUS_SECRETS: [`${SECRET},short`],
  AUTH_ALLOWED_ORIGINS: ['https://tea.example.in/shop', 'https://tea.example.in,*'],
  AUTH_CONFIRM_EMAIL: ['on'], // nobody could confirm without email
  SMTP_URL: [
    ...['https://smtp.example.in', 'smtp://', 'smtps://user:p@ss#word@smtp.example.in'],
    ...['smtps://user:p@ss?word@smtp.example.in', 'smtps://user:p@ss/word@smtp.example.in'],
    ...['smtps://user:100%safe@smtp.example.in', 'smtps://smtp.example.in:587'],
    'smtp://smtp.example.in:465',
  ],
  MAIL_FROM: [
    'tea@example.in', // has no meaning without SMTP_URL
    ...['a@example.in, b@example.in', 'Tea <tea>', 'Tea\n<tea@example.in>'],
    ...['Tea "Blue <tea@example.in>', 'T <a@b.co> <tea@example.in>', 'Tea: <tea@example.in>'],
  ],
  SHOP_PHONE: ['022 1234'],
  SHOP_LEGAL_NAME: ['\u200d'],
  FSSAI_NUMBER: ['123'],
  SHOP_CONTACT_EMAILS: ['tea@example.in, nobody'],
  SHOP_ADDRESS: [' ; ', ';'],
  DATA_DIR: ['~/shop'],
  PREVIEW_HOSTS: ['https://preview.example.in', '*.in', '*'],
};

test.each(Object.entries(WRONG))('%s is refused by its name: %j', (name, values) => {
  const others = name === 'MAIL_FROM' ? { SMTP_URL } : {};
  for (const value of values) {
    const given = value === 'tea@example.in' ? PRODUCTION : { ...PRODUCTION, ...others };
    const told = faults({ ...given, [name]: value });
    expect(told, value).toEqual([expect.stringMatching(`^${name}: `)]);
    if (value.length > 4) expect(told.join(), 'it may be a secret').not.toContain(value);
  }
});

test('what readers of env files and shells leave around a value is refused, with how to mend it', () => {
  const KEY = 'rzp_live_AbCdEf123456';
  for (const spoilt of [
    ...[`${KEY} `, ` ${KEY}`, `${KEY}\n`, `${KEY}\r\n`, `${KEY}\\n`, `\u00a0${KEY}`],
    ...[`"${KEY}"`, `'${KEY}'`, `“${KEY}”`, `${KEY}\u200b`, `\ufeff${KEY}`],
    ...[`${KEY.slice(0, 5)}\n${KEY.slice(5)}`, `\${RAZORPAY_KEY_ID}`],
  ])
    expect(
      faults({ ...PRODUCTION, ...KEYS, RAZORPAY_KEY_ID: spoilt }),
      JSON.stringify(spoilt),
    ).toEqual([expect.stringMatching(/^RAZORPAY_KEY_ID: has .* remove /)]);
});

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
const SIGNS = ['no number', 'negative', 'fraction', 'exponent', 'hexadecimal', 'word'];
/** Those that text may be. */
const WORDS = [...SIGNS, 'address without a scheme', 'another script'];

/** The bad values that mean something in a setting after all. */
const GOOD: Record<string, string[]> = {
  // Names of hosts; whether they exist is seen when the shop listens.
  HOST: SIGNS.filter((kind) => kind !== 'negative'),
  PREVIEW_HOSTS: SIGNS,
  // Names of folders; whether they can be made is seen at the start.
  DATA_DIR: [...WORDS, 'huge'],
  // Long enough to be a secret; and AUTH_SECRET is read by the shop alone.
  AUTH_SECRET: ['huge'],
  AUTH_PREVIOUS_SECRETS: ['huge'],
  RAZORPAY_KEY_SECRET: ['huge'],
  RAZORPAY_WEBHOOK_SECRET: ['huge'],
  RAZORPAY_PREVIOUS_KEY_SECRET: ['huge'],
  RAZORPAY_PREVIOUS_WEBHOOK_SECRET: ['huge'],
  AUTH_API_KEY: [...SIGNS, 'huge'],
  // Names and addresses of people.
  SHOP_LEGAL_NAME: WORDS,
  SHOP_ADDRESS: WORDS,
  GRIEVANCE_OFFICER: WORDS,
};

test.each(Object.keys(Environment.shape))('%s accepts no value that means nothing', (name) => {
  const shop: Given = {
    ...{ ...PRODUCTION, DATABASE_DIRECT_URL: DIRECT, DATABASE_AUTH_URL: AUTH, SMTP_URL },
    ...{ ...KEYS, ...PREVIOUS_KEY },
  };
  const hosted = /^AUTH_(URL|JWKS_URL|ISSUER|API_KEY)$/.test(name);
  const others = hosted ? { ...shop, AUTH_URL: HOSTED } : shop;
  expect(faults(others)).toEqual([]);
  const { [name]: _, ...without } = others;
  expect(faults({ ...others, [name]: '' }), 'an empty value is none').toEqual(faults(without));
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
    ...PRODUCTION,
    SHOP_LEGAL_NAME: 'രാജന്\u200d ടീ', // joined as its script needs it
    SHOP_ADDRESS: '1 Lake Road; Pune 411001;',
    SHOP_CONTACT_EMAILS: 'tea@example.in, orders@example.in',
    SHOP_PHONE: '+91 20 1234 5678',
    FSSAI_NUMBER: '12345678901234',
    GRIEVANCE_OFFICER: 'Asha Rao',
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
  for (const file of ['/etc/passwd', '/etc/passwd/data', '/proc/shop', '/dev/null'])
    expect(dataFolderFault(file)).toMatch(/^DATA_DIR: must be a folder .*\(E\w+\)$/);
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

/** The lines of the error that settings cause; none if they are accepted. */
function faults(environment: Given, folderFault?: () => string): string[] {
  try {
    readSettings(environment, folderFault);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [, ...lines] = error.message.split('\n');
    return lines.map((line) => line.replace('  - ', ''));
  }
}
