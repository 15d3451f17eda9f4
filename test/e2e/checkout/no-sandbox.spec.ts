import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

/** Texts of the sandbox and the server that no script for browsers may contain, each with a source file that has it. */
const MARKS: [string, string][] = [
  ['Sandbox: no money moves', 'packages/razorpay/src/sandbox/browser/checkout.js'],
  ['success@razorpay', 'packages/razorpay/src/sandbox/browser/checkout.js'],
  ['rzp_sandbox_', 'packages/razorpay/src/sandbox/sandbox-keys.ts'],
  ['sandbox_gateway', 'packages/razorpay/src/sandbox/schema.ts'],
  ['4100280000001007', 'packages/razorpay/src/sandbox/browser-routes.ts'],
  ['RAZORPAY_KEY_SECRET', 'server/environment/payments.ts'],
  ['X-Refund-Idempotency', 'packages/razorpay/src/client.ts'],
];

test('nothing of the sandbox and no key is in what browsers download', () => {
  const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json|txt|svg|map|webmanifest)$/.test(name))
    .map((name) => path.join('build/client', name));
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(20);
  for (const [mark, home] of MARKS) {
    expect(readFileSync(home, 'utf8'), `${mark} is still a mark of ${home}`).toContain(mark);
    const holding = files.filter((name) => readFileSync(name, 'utf8').includes(mark));
    expect(holding, mark).toEqual([]);
  }
  const keys = files.filter((name) =>
    /rzp_(sandbox|test|live)_\w/.test(readFileSync(name, 'utf8')),
  );
  expect(keys, 'keys of the gateway').toEqual([]);
});
