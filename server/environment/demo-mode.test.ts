import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

/** Values of each setting, by whether they open the shop to others or use a permanent database. */
const HOSTS = {
  here: [undefined, '', 'localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1'],
  open: [
    ...['0.0.0.0', '::', '0', '127.1', '2130706433', '192.168.0.2', '203.0.113.7'],
    ...['shop.localhost', 'localhost.example.in', '127.0.0.1.example.in', 'my-laptop'],
  ],
};
const ADDRESSES = {
  here: [
    ...[undefined, '', 'http://localhost:3000', 'http://127.0.0.1:8080', 'http://127.1.2.3:8080'],
    ...['http://[::1]:3000', 'http://shop.localhost'],
  ],
  open: [
    ...['https://example.in', 'http://0.0.0.0:3000', 'http://192.168.0.2:3000'],
    ...['http://localhost.example.in', 'http://127.0.0.1.example.in', 'http://notlocalhost'],
    'http://[::ffff:127.0.0.1]',
  ],
};
const DATABASES = {
  here: [undefined, ''],
  open: ['postgres://shop:word@db.example.in/shop', 'postgres://localhost/shop'],
};
const PROXIES = {
  here: [{}, { TRUST_PROXY_HOPS: '0', PREVIEW_HOSTS: '' }],
  open: [{ TRUST_PROXY_HOPS: '1' }, { PREVIEW_HOSTS: 'preview.example.in' }],
};
/** Settings that do not affect demo mode. */
const OTHERS: Record<string, string>[] = [
  {},
  { NODE_ENV: 'production' },
  { NODE_ENV: 'development', DEMO: '1', CI: 'true' },
  { PORT: '80', DATA_DIR: '/srv/shop', LOG_LEVEL: 'info' },
];

const each = <T>({ here, open }: { here: T[]; open: T[] }) => [
  ...here.map((value) => ({ value, opens: false })),
  ...open.map((value) => ({ value, opens: true })),
];
const combinations = each(DATABASES).flatMap((database) =>
  each(ADDRESSES).flatMap((address) =>
    each(HOSTS).flatMap((host) =>
      each(PROXIES).map((proxies) => ({
        environment: {
          DATABASE_URL: database.value,
          PUBLIC_URL: address.value,
          HOST: host.value,
          ...proxies.value,
        },
        open: [database, address, host, proxies].some(({ opens }) => opens),
      })),
    ),
  ),
);

test.each(OTHERS)(
  'beside %o demo mode is on exactly where the shop is open to nobody else',
  (others) => {
    expect(combinations.length).toBeGreaterThan(4_000);
    for (const { environment, open } of combinations) {
      const at = JSON.stringify(environment);
      expect(modeOf({ ...environment, ...others }), at).toBe(open ? 'refused' : 'demo');
      if (!open) continue;
      const real = { ...environment, ...others, AUTH_SECRET: 'x'.repeat(48) };
      const PUBLIC_URL = environment.PUBLIC_URL || 'https://example.in';
      expect(modeOf({ ...real, PUBLIC_URL }), `${at} with production settings`).toBe('real');
    }
  },
);

test('AUTH_SECRET alone does not end demo mode', () => {
  expect(modeOf({ AUTH_SECRET: 'x'.repeat(48) })).toBe('demo');
});

test('the error names the settings of a production shop, and how to get demo mode', () => {
  const open = () => readSettings({ HOST: '0.0.0.0' });
  for (const name of ['HOST', 'AUTH_SECRET', 'PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL'])
    expect(open).toThrow(name);
  expect(open).toThrow(/demo mode.*To try the shop here, leave it out/s);
});

function modeOf(environment: Record<string, string | undefined>): 'demo' | 'real' | 'refused' {
  try {
    return readSettings(environment).demo ? 'demo' : 'real';
  } catch (error) {
    if (error instanceof SettingsError) return 'refused';
    throw error;
  }
}
