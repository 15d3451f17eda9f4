import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';
import { missingDetails } from './shop-details.ts';

const SECRET = 'x'.repeat(48);
const DATABASE = 'postgres://shop:word@db.example.in:5432/shop';
const PRODUCTION = {
  DATABASE_URL: DATABASE,
  PUBLIC_URL: 'https://example.in',
  AUTH_SECRET: SECRET,
};

describe('with nothing set', () => {
  test('the shop opens as a demo on this machine, with its own database and secret', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      dataDir: path.resolve('.data'),
      database: null,
      authSecret: null,
      demo: true,
      trustProxyHops: 0,
      hstsSubdomains: true,
      logLevel: 'warn',
    });
  });

  test('an empty value counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', AUTH_SECRET: '', LOG_LEVEL: '' })).toEqual(
      readSettings({}),
    );
  });

  test('the port is part of the address', () => {
    expect(readSettings({ PORT: '4000' })).toMatchObject({
      port: 4000,
      publicUrl: 'http://localhost:4000',
    });
  });
});

describe('lists', () => {
  test('are separated by commas, with or without spaces', () => {
    expect(
      readSettings({
        AUTH_PREVIOUS_SECRETS: `${SECRET}, ${SECRET}2`,
        AUTH_ALLOWED_ORIGINS: 'https://tea.example.in,http://localhost:4000,',
      }),
    ).toMatchObject({
      authPreviousSecrets: [SECRET, `${SECRET}2`],
      authAllowedOrigins: ['https://tea.example.in', 'http://localhost:4000'],
    });
  });
});

describe('email', () => {
  const SMTP_URL = 'smtps://shop:word@smtp.example.in';

  test('is stored in demo mode, and sent from the shop’s own address with a mail server', () => {
    expect(readSettings({})).toMatchObject({ smtp: null, confirmEmail: false });
    expect(readSettings({ ...PRODUCTION, SMTP_URL }).smtp).toEqual({
      url: SMTP_URL,
      from: 'Aparajita <shop@example.in>',
      replyTo: 'shop@example.in',
    });
    expect(
      readSettings({ SMTP_URL, MAIL_FROM: 'Tea <tea@example.in>', SHOP_EMAIL: 'us@example.in' })
        .smtp,
    ).toMatchObject({ from: 'Tea <tea@example.in>', replyTo: 'us@example.in' });
  });

  test('with a server, addresses must be confirmed, unless a setting says otherwise', () => {
    expect(readSettings({ ...PRODUCTION, SMTP_URL }).confirmEmail).toBe(true);
    expect(readSettings({ SMTP_URL, AUTH_CONFIRM_EMAIL: 'off' }).confirmEmail).toBe(false);
    expect(readSettings({ AUTH_CONFIRM_EMAIL: 'on' }).confirmEmail).toBe(true);
  });

  test('with a server, nobody but demo mode leaves addresses unconfirmed', () => {
    const off = { AUTH_CONFIRM_EMAIL: 'off' };
    expect(faults({ ...PRODUCTION, SMTP_URL, ...off })).toEqual([
      expect.stringMatching(/^AUTH_CONFIRM_EMAIL: leave it out/),
    ]);
    expect(readSettings({ ...PRODUCTION, ...off }).confirmEmail, 'nothing can be emailed').toBe(
      false,
    );
    const AUTH_URL = 'https://id.example.in/auth/v1';
    expect(faults({ ...PRODUCTION, SMTP_URL, AUTH_URL, ...off })).toEqual([
      expect.stringMatching(/^AUTH_CONFIRM_EMAIL: is for the service/),
    ]);
  });

  test.each(['a@example.in, b@example.in', 'Tea', 'Tea <tea>', 'Tea\n<tea@example.in>'])(
    'is not sent from %o',
    (MAIL_FROM) => {
      expect(faults({ SMTP_URL, MAIL_FROM })).toEqual([expect.stringMatching(/^MAIL_FROM: /)]);
    },
  );
});

describe('hosted accounts', () => {
  const AUTH_URL = 'https://id.example.in/auth/v1/';

  test('derive all URLs from AUTH_URL, unless they are set', () => {
    expect(readSettings({}).hostedAccounts).toBeNull();
    expect(readSettings({ ...PRODUCTION, AUTH_URL }).hostedAccounts).toEqual({
      url: 'https://id.example.in/auth/v1',
      jwksUrl: 'https://id.example.in/auth/v1/.well-known/jwks.json',
      issuer: 'https://id.example.in/auth/v1',
      apiKey: null,
    });
    expect(
      readSettings({
        AUTH_URL,
        AUTH_JWKS_URL: 'https://keys.example.in/set.json',
        AUTH_ISSUER: 'https://id.example.in',
        AUTH_API_KEY: 'sb_publishable_abc-1.2',
      }).hostedAccounts,
    ).toEqual({
      url: 'https://id.example.in/auth/v1',
      jwksUrl: 'https://keys.example.in/set.json',
      issuer: 'https://id.example.in',
      apiKey: 'sb_publishable_abc-1.2',
    });
  });

  test('require https, except on this machine', () => {
    expect(faults({ AUTH_URL: 'http://id.example.in/auth/v1' })).toEqual([
      expect.stringMatching(/^AUTH_URL: must be an https/),
    ]);
    expect(readSettings({ AUTH_URL: 'http://localhost:9999' }).hostedAccounts?.url).toBe(
      'http://localhost:9999',
    );
  });

  test('refuse settings that the service decides', () => {
    const message = faults({
      AUTH_URL,
      AUTH_CONFIRM_EMAIL: 'on',
      AUTH_ALLOWED_ORIGINS: 'https://a.example',
    });
    expect(message.map((fault) => fault.split(':')[0])).toEqual([
      'AUTH_CONFIRM_EMAIL',
      'AUTH_ALLOWED_ORIGINS',
    ]);
    expect(faults({ AUTH_JWKS_URL: AUTH_URL, AUTH_ISSUER: AUTH_URL, AUTH_API_KEY: 'k' })).toEqual(
      ['AUTH_JWKS_URL', 'AUTH_ISSUER', 'AUTH_API_KEY'].map(
        (name) => `${name}: has no meaning without AUTH_URL`,
      ),
    );
  });
});

describe('production', () => {
  test('listens on all interfaces and logs each request', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({
      host: '0.0.0.0',
      logLevel: 'info',
      demo: false,
      authSecret: SECRET,
      database: { url: DATABASE, directUrl: DATABASE, authUrl: DATABASE, pooled: false },
    });
  });

  test('needs AUTH_SECRET and PUBLIC_URL; both are reported at once', () => {
    expect(faults({ DATABASE_URL: DATABASE })).toEqual([
      expect.stringMatching(/^AUTH_SECRET: is needed .* openssl rand -base64 48$/),
      expect.stringMatching(/^PUBLIC_URL: is needed/),
      expect.stringMatching(/^DATABASE_URL: .* demo mode is for this machine alone/),
    ]);
  });

  test('behind a pooler each role needs its own login', () => {
    const direct = 'postgres://owner@db.example.in/shop';
    const auth = 'postgres://auth@pooler.example.in/shop';
    expect(faults({ ...PRODUCTION, DATABASE_DIRECT_URL: direct })).toEqual([
      expect.stringMatching(/^DATABASE_AUTH_URL: is needed/),
    ]);
    const settings = readSettings({
      ...PRODUCTION,
      DATABASE_DIRECT_URL: direct,
      DATABASE_AUTH_URL: auth,
    });
    expect(settings.database).toEqual({
      url: DATABASE,
      directUrl: direct,
      authUrl: auth,
      pooled: true,
    });
  });

  test('a slash at the end of the address is removed', () => {
    expect(readSettings({ ...PRODUCTION, PUBLIC_URL: 'https://example.in/' }).publicUrl).toBe(
      'https://example.in',
    );
  });
});

describe('an invalid setting', () => {
  test('is reported with all others, by its name and with how to fix it', () => {
    expect(
      faults({
        PORT: 'tea',
        PUBLIC_URL: 'example.in',
        DATABASE_URL: 'mysql://db/shop',
        DATABASE_POOL: '0',
        AUTH_SECRET: 'too short',
        TRUST_PROXY_HOPS: '-1',
        LOG_LEVEL: 'loud',
      }).map((fault) => fault.split(':')[0]),
    ).toEqual([
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_POOL',
      'AUTH_SECRET',
      'TRUST_PROXY_HOPS',
      'LOG_LEVEL',
    ]);
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '30.5'],
    ['PORT', ' '],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'ftp://example.in'],
    ['PUBLIC_URL', 'https://example.in/shop'],
    ['PUBLIC_URL', 'https://example.in/?a=1'],
    ['PUBLIC_URL', 'http://localhost@example.in'],
    ['DATABASE_URL', 'http://db.example.in'],
    ['DATABASE_POOL', '1000'],
    ['AUTH_SECRET', 'x'.repeat(31)],
    ['AUTH_PREVIOUS_SECRETS', `${SECRET},short`],
    ['AUTH_ALLOWED_ORIGINS', 'https://tea.example.in/shop'],
    ['AUTH_ALLOWED_ORIGINS', 'https://tea.example.in,*'],
    ['AUTH_CONFIRM_EMAIL', 'yes'],
    ['AUTH_CONFIRM_EMAIL', 'on'], // nobody could confirm without email
    ['SMTP_URL', 'https://smtp.example.in'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtps://user:p@ss#word@smtp.example.in'],
    ['SMTP_URL', 'smtps://user:p@ss?word@smtp.example.in'],
    ['SMTP_URL', 'smtps://user:p@ss/word@smtp.example.in'],
    ['SMTP_URL', 'smtps://user:100%safe@smtp.example.in'],
    ['DATABASE_URL', 'postgres://shop:p@ss#word@db.example.in/shop'],
    ['DATABASE_URL', 'postgres://shop:100%safe@db.example.in/shop'],
    ['MAIL_FROM', 'tea@example.in'], // has no meaning without SMTP_URL
    ['TRUST_PROXY_HOPS', 'true'],
    ['HSTS_SUBDOMAINS', 'yes'],
  ])('%s=%o is refused by its name', (name, value) => {
    const message = faults({ ...PRODUCTION, [name]: value });
    expect(message).toHaveLength(1);
    expect(message[0]).toMatch(new RegExp(`^${name}: `));
  });

  test('a password in a URL may have signs that are written as escapes, and an @', () => {
    for (const SMTP_URL of [
      'smtps://user:p%40ss%23word@smtp.example.in',
      'smtps://user:p@ss@smtp.example.in',
      'smtps://user:word@smtp.example.in/?pool=true',
    ])
      expect(readSettings({ ...PRODUCTION, SMTP_URL }).smtp?.url).toBe(SMTP_URL);
  });

  /** Values as they stand in files, and how readers of env files and shells spoil them. */
  const COPIED: Record<string, string> = {
    RAZORPAY_KEY_ID: 'rzp_live_AbCdEf123456',
    RAZORPAY_KEY_SECRET: 'AbCdEfGhIjKlMnOpQrStUvWx',
    RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of the owner',
    AUTH_PREVIOUS_SECRETS: SECRET,
    SMTP_URL: 'smtps://shop:word@smtp.example.in',
    SHOP_LEGAL_NAME: 'Asha Teas Pvt Ltd',
    SHOP_PHONE: '+91 22 1234 5678',
    HOST: '0.0.0.0',
  };

  test.each(Object.keys(COPIED))('%s with blanks, quotes or line ends is refused', (name) => {
    const value = COPIED[name] ?? '';
    expect(readSettings({ ...PRODUCTION, ...COPIED })).toBeDefined();
    for (const spoilt of [
      `${value} `,
      ` ${value}`,
      `${value}\n`,
      `${value}\r\n`,
      `${value}\\n`,
      `\u00a0${value}`,
      `"${value}"`,
      `'${value}'`,
      `“${value}”`,
      `${value}\u200b`,
      `\ufeff${value}`,
      `${value.slice(0, 5)}\n${value.slice(5)}`,
    ])
      expect(faults({ ...PRODUCTION, ...COPIED, [name]: spoilt }), JSON.stringify(spoilt)).toEqual([
        expect.stringMatching(new RegExp(`^${name}: has .* remove `)),
      ]);
  });

  test('a folder of Windows may begin with a t; made a tab by a file, it is refused with advice', () => {
    expect(readSettings({ DATA_DIR: 'C:\\dir\\t' }).dataDir).toBe(path.resolve('C:\\dir\\t'));
    expect(faults({ DATA_DIR: 'C:\\dir\tea' })).toEqual([
      String.raw`DATA_DIR: has a line end, a tab or an unseen character in it: remove it. Some files need \\ for a \ `.trim(),
    ]);
  });

  test('AUTH_SECRET is used as it is: without its blanks it would be another secret', () => {
    expect(readSettings({ ...PRODUCTION, AUTH_SECRET: `${SECRET} ` }).authSecret).toBe(
      `${SECRET} `,
    );
  });

  test('a sender’s name may be quoted, and an owner’s name joined as its script needs it', () => {
    const MAIL_FROM = '"Aparajita" <shop@example.in>';
    const SHOP_LEGAL_NAME = 'രാജന്\u200d ടീ';
    const SMTP_URL = 'smtps://shop:word@smtp.example.in';
    expect(readSettings({ ...PRODUCTION, SMTP_URL, MAIL_FROM, SHOP_LEGAL_NAME })).toMatchObject({
      smtp: { from: MAIL_FROM },
      shopDetails: { legal_name: SHOP_LEGAL_NAME },
    });
  });

  test('settings without meaning in combination are reported', () => {
    expect(faults({ DATABASE_DIRECT_URL: DATABASE, DATABASE_AUTH_URL: DATABASE })).toEqual([
      'DATABASE_DIRECT_URL: has no meaning without DATABASE_URL',
      'DATABASE_AUTH_URL: has no meaning without DATABASE_URL',
    ]);
  });

  test('is never quoted: it may be a secret', () => {
    const message = faults({
      ...PRODUCTION,
      AUTH_SECRET: 'hunter2',
      DATABASE_URL: 'mysql://me:hunter2@db',
    });
    expect(message).toHaveLength(2);
    expect(message.join()).not.toContain('hunter2');
  });
});

/** The lines of the error that invalid settings cause. */
function faults(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ {2}- /, ''));
  }
  throw new Error('These settings were taken');
}

describe('the owner’s details', () => {
  test('demo mode uses samples', () => {
    const { shopDetails } = readSettings({});
    // There is no sample licence number: pages do not mention the licence until it is set.
    expect(missingDetails(shopDetails)).toEqual(['FSSAI_NUMBER']);
    expect(shopDetails.emails.every((email) => email.endsWith('.example'))).toBe(true);
  });

  test('outside demo mode, unset details are missing', () => {
    const { shopDetails } = readSettings(PRODUCTION);
    expect(missingDetails(shopDetails)).toEqual([
      'SHOP_LEGAL_NAME',
      'SHOP_ADDRESS',
      'SHOP_PHONE',
      'FSSAI_NUMBER',
      'GRIEVANCE_OFFICER',
    ]);
    expect(shopDetails.emails).toEqual(['shop@example.in']);
  });

  test('are used as set', () => {
    const { shopDetails } = readSettings({
      ...PRODUCTION,
      SHOP_LEGAL_NAME: 'Asha Teas Pvt Ltd',
      SHOP_ADDRESS: '1 Lake Road; Pune 411001;',
      SHOP_CONTACT_EMAILS: 'tea@example.in, orders@example.in',
      SHOP_PHONE: '+91 20 1234 5678',
      FSSAI_NUMBER: '12345678901234',
      GRIEVANCE_OFFICER: 'Asha Rao',
    });
    expect(shopDetails).toEqual({
      legal_name: 'Asha Teas Pvt Ltd',
      address: ['1 Lake Road', 'Pune 411001'],
      emails: ['tea@example.in', 'orders@example.in'],
      phone: '+91 20 1234 5678',
      fssai: '12345678901234',
      grievance_officer: { name: 'Asha Rao', email: 'tea@example.in' },
    });
    expect(missingDetails(shopDetails)).toEqual([]);
  });

  test.each([
    ['SHOP_PHONE', '022 1234'],
    ['SHOP_LEGAL_NAME', '\u200d'],
    ['FSSAI_NUMBER', '123'],
    ['SHOP_CONTACT_EMAILS', 'tea@example.in, nobody'],
    ['SHOP_ADDRESS', ' ; '],
    ['GRIEVANCE_EMAIL', 'x'],
    ['PREVIEW_HOSTS', 'https://preview.example.in'],
    ['PREVIEW_HOSTS', '*.in'],
    ['PREVIEW_HOSTS', '*'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(name);
  });
});

describe('every fault is told in one run, and once', () => {
  const faultsOf = (environment: Record<string, string>, folderFault?: () => string) => {
    try {
      readSettings(environment, folderFault);
      return [];
    } catch (error) {
      return String(error)
        .split('\n')
        .slice(1)
        .map((line) => line.replace('  - ', ''));
    }
  };

  test('of single settings, of combinations and of the data folder', () => {
    const faults = faultsOf(
      { PORT: 'tea', PUBLIC_URL: 'https://example.in', MAIL_FROM: 'us@example.in' },
      () => 'DATA_DIR: is no folder',
    );
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'PORT',
      'AUTH_SECRET',
      'MAIL_FROM',
      'DATA_DIR',
    ]);
  });

  test('what depends on a setting that is wrong itself is not judged', () => {
    expect(
      faultsOf({ ...PRODUCTION, SMTP_URL: 'tea', MAIL_FROM: 'us@example.in' }).map(
        (fault) => fault.split(':')[0],
      ),
    ).toEqual(['SMTP_URL']);
  });
});
