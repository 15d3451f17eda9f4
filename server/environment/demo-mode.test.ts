import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

/** Values of each setting, and whether they open the shop to others or use a permanent database. */
const HOSTS: [string | undefined, 'here' | 'open'][] = [
  [undefined, 'here'],
  ['', 'here'],
  ['localhost', 'here'],
  ['LOCALHOST', 'here'],
  ['127.0.0.1', 'here'],
  ['127.8.9.10', 'here'],
  ['::1', 'here'],
  ['0.0.0.0', 'open'],
  ['::', 'open'],
  ['0', 'open'],
  ['127.1', 'open'],
  ['2130706433', 'open'],
  ['192.168.0.2', 'open'],
  ['203.0.113.7', 'open'],
  ['shop.localhost', 'open'],
  ['localhost.example.in', 'open'],
  ['127.0.0.1.example.in', 'open'],
  ['my-laptop', 'open'],
];
const ADDRESSES: [string | undefined, 'here' | 'open'][] = [
  [undefined, 'here'],
  ['', 'here'],
  ['http://localhost:3000', 'here'],
  ['http://127.0.0.1:8080', 'here'],
  ['http://127.1.2.3:8080', 'here'],
  ['http://[::1]:3000', 'here'],
  ['http://shop.localhost', 'here'],
  ['https://example.in', 'open'],
  ['http://0.0.0.0:3000', 'open'],
  ['http://192.168.0.2:3000', 'open'],
  ['http://localhost.example.in', 'open'],
  ['http://127.0.0.1.example.in', 'open'],
  ['http://notlocalhost', 'open'],
  ['http://[::ffff:127.0.0.1]', 'open'],
];
const DATABASES: [string | undefined, 'here' | 'open'][] = [
  [undefined, 'here'],
  ['', 'here'],
  ['postgres://shop:word@db.example.in/shop', 'open'],
  ['postgres://localhost/shop', 'open'],
];
const PROXIES: [Record<string, string>, 'here' | 'open'][] = [
  [{}, 'here'],
  [{ TRUST_PROXY_HOPS: '0', PREVIEW_HOSTS: '' }, 'here'],
  [{ TRUST_PROXY_HOPS: '1' }, 'open'],
  [{ PREVIEW_HOSTS: 'preview.example.in' }, 'open'],
];
/** Settings that do not affect demo mode. */
const OTHERS: Record<string, string>[] = [
  {},
  { NODE_ENV: 'production' },
  { NODE_ENV: 'development' },
  { NODE_ENV: 'test', DEMO: '1', CI: 'true' },
  { PORT: '80', DATA_DIR: '/srv/shop', LOG_LEVEL: 'info' },
];

const combinations = DATABASES.flatMap(([DATABASE_URL, database]) =>
  ADDRESSES.flatMap(([PUBLIC_URL, address]) =>
    HOSTS.flatMap(([HOST, host]) =>
      PROXIES.map(([proxies, proxy]) => ({
        environment: { DATABASE_URL, PUBLIC_URL, HOST, ...proxies },
        open: [database, address, host, proxy].includes('open'),
      })),
    ),
  ),
);

describe.each(OTHERS)('beside %o', (others) => {
  test('demo mode is on exactly for the combinations that do not open the shop to others', () => {
    expect(combinations.length).toBeGreaterThan(4_000);
    for (const { environment, open } of combinations) {
      expect(modeOf({ ...environment, ...others }), JSON.stringify(environment)).toBe(
        open ? 'refused' : 'demo',
      );
    }
  });

  test('with production settings it is off, for every combination', () => {
    for (const { environment, open } of combinations.filter(({ open }) => open)) {
      const real = { ...environment, ...others, AUTH_SECRET: 'x'.repeat(48) };
      const withAddress = { ...real, PUBLIC_URL: environment.PUBLIC_URL || 'https://example.in' };
      expect(modeOf(withAddress), JSON.stringify(environment)).toBe(open && 'real');
    }
  });
});

test('AUTH_SECRET alone does not end demo mode', () => {
  expect(modeOf({ AUTH_SECRET: 'x'.repeat(48) })).toBe('demo');
});

test('the error names the settings of a production shop, and how to get demo mode', () => {
  const message = refusal({ HOST: '0.0.0.0' });
  for (const words of [
    'HOST',
    'demo mode',
    'AUTH_SECRET',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SMTP_URL',
  ]) {
    expect(message).toContain(words);
  }
  expect(message).toContain('To try the shop here, leave it out');
});

test('a demo listens on this machine only', () => {
  expect(readSettings({}).host).toBe('localhost');
  expect(readSettings({ HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
});

function modeOf(environment: Record<string, string | undefined>): 'demo' | 'real' | 'refused' {
  try {
    return readSettings(environment).demo ? 'demo' : 'real';
  } catch (error) {
    if (error instanceof SettingsError) return 'refused';
    throw error;
  }
}

function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('These settings were taken');
}
