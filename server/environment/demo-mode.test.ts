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
const SETTINGS = {
  HOST: HOSTS,
  PUBLIC_URL: ADDRESSES,
  DATABASE_URL: {
    here: [undefined, ''],
    open: ['postgres://shop:word@db.example.in/shop', 'postgres://localhost/shop'],
  },
  TRUST_PROXY_HOPS: { here: ['0'], open: ['1'] },
  PREVIEW_HOSTS: { here: [''], open: ['preview.example.in'] },
};
/** Settings that do not affect demo mode. */
const OTHERS: Record<string, string>[] = [
  {},
  { NODE_ENV: 'production' },
  { NODE_ENV: 'development', DEMO: '1', CI: 'true' },
  { PORT: '80', DATA_DIR: '/srv/shop', LOG_LEVEL: 'info' },
];

// Each of these settings alone rules it out, so none can bring it back beside another.
test.each(OTHERS)(
  'beside %o demo mode is on exactly where the shop is open to nobody else',
  (others) => {
    const secret = { AUTH_SECRET: 'x'.repeat(48) };
    for (const [name, { here, open }] of Object.entries(SETTINGS)) {
      for (const value of here)
        expect(modeOf({ ...others, [name]: value }), `${value}`).toBe('demo');
      for (const value of open) {
        const given = { ...others, [name]: value };
        expect(modeOf(given), `${name}=${value}`).toBe('refused');
        const real = { PUBLIC_URL: 'https://example.in', ...secret, ...given };
        expect(modeOf(real), `${name}=${value} with production settings`).toBe('real');
      }
    }
    const closed = Object.entries(SETTINGS).map(([name, { here }]) => [name, here.at(-1)]);
    expect(modeOf({ ...others, ...Object.fromEntries(closed) }), 'all of them').toBe('demo');
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
