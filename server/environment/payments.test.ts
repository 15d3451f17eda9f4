import { openGateway } from '@aparajita/razorpay';
import { openSandbox } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const REAL = {
  DATABASE_URL: 'postgres://shop@db.example.in/shop',
  PUBLIC_URL: 'https://aparajita.example.in',
  AUTH_SECRET: 'a'.repeat(48),
};
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEf123456',
  RAZORPAY_KEY_SECRET: 'a secret of sixteen letters',
  RAZORPAY_WEBHOOK_SECRET: 'another secret of sixteen',
};

describe('the gateway', () => {
  test('is off without keys: cash only, never the sandbox', () => {
    expect(readSettings(REAL)).toMatchObject({ gateway: null, demo: false });
  });

  test('is on with all three settings', () => {
    expect(readSettings({ ...REAL, ...KEYS }).gateway).toEqual({
      key: { id: KEYS.RAZORPAY_KEY_ID, secret: KEYS.RAZORPAY_KEY_SECRET },
      previousKey: null,
      webhookSecrets: [KEYS.RAZORPAY_WEBHOOK_SECRET],
    });
  });

  test.each([
    [
      '10: an empty webhook secret',
      { ...KEYS, RAZORPAY_WEBHOOK_SECRET: '' },
      /RAZORPAY_WEBHOOK_SECRET: needed/,
    ],
    [
      '10: a short webhook secret',
      { ...KEYS, RAZORPAY_WEBHOOK_SECRET: 'short' },
      /RAZORPAY_WEBHOOK_SECRET: must be at least 16/,
    ],
    [
      'a key without its secret',
      { RAZORPAY_KEY_ID: KEYS.RAZORPAY_KEY_ID },
      /RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: needed/,
    ],
    [
      'an invalid key',
      { ...KEYS, RAZORPAY_KEY_ID: 'live_123456' },
      /RAZORPAY_KEY_ID: must be a key id/,
    ],
    ['a sandbox key', { ...KEYS, RAZORPAY_KEY_ID: 'rzp_sandbox_AbCdEf12' }, /demo mode only/],
    [
      'a previous key of another mode',
      {
        ...KEYS,
        RAZORPAY_PREVIOUS_KEY_ID: 'rzp_test_AbCdEf1234',
        RAZORPAY_PREVIOUS_KEY_SECRET: 'x'.repeat(16),
      },
      /same mode/,
    ],
  ])('refuses at the start %s', (_, keys, message) => {
    expect(() => readSettings({ ...REAL, ...keys })).toThrow(message);
  });

  test('refuses real money in demo mode', () => {
    expect(() => readSettings(KEYS)).toThrow(/demo mode takes no real money/);
  });
});

describe('the sandbox', () => {
  const sandboxKey = { id: 'rzp_sandbox_AbCdEf12', secret: 'x'.repeat(16) };
  const liveKey = { id: KEYS.RAZORPAY_KEY_ID, secret: 'x'.repeat(16) };

  test('takes only sandbox keys, is the only one to take them, and runs only on this machine', async () => {
    expect(() => openGateway({ key: liveKey, sandboxUrl: 'http://127.0.0.1:1' })).toThrow(
      /sandbox/,
    );
    expect(() => openGateway({ key: sandboxKey, sandboxUrl: null })).toThrow(/sandbox/);
    expect(() => openGateway({ key: sandboxKey, sandboxUrl: 'http://example.in' })).toThrow(
      /must be on 127\.0\.0\.1/,
    );
    await expect(
      openSandbox({ owner: {}, key: liveKey, webhookSecret: 'x', everyMs: null }),
    ).rejects.toThrow(/sandbox keys only/);
  });
});
