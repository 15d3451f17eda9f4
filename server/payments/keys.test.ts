import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { openAuditedShop } from '#test/payment-books.ts';
import { beginPaying, pay } from '#test/payments.ts';
import { modeOf } from './keys.ts';
import { openPayments } from './payments.ts';
import { verifyPayment } from './verify.ts';

const { shop, ordersOf } = openAuditedShop();

/** The shop after its key was changed, with or without the one before. */
function afterRotation(keepPrevious: boolean) {
  const { database, payments, settings, sandbox } = shop();
  return openPayments({
    database,
    unattended: payments.till.unattended,
    events: payments.events,
    jobs: payments.till.jobs,
    publicUrl: 'http://localhost:3000',
    gateway: {
      key: { id: 'rzp_sandbox_NewKey1234', secret: 'another secret, sixteen' },
      previousKey: keepPrevious ? settings.key : null,
      webhookSecrets: settings.webhookSecrets,
    },
    sandbox: { url: sandbox.url, script: 'http://localhost:3000/sandbox/checkout.js' },
    log: createLog('silent'),
  }).till;
}

test('a payment begun with the key before is verified with that key', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const till = afterRotation(true);
  const verified = await verifyPayment(till, paying.shopper.shopper, till.database, paid);
  expect(verified.status).toBe('paid');
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('one whose key is not known any more is not lost, only not verified here', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const till = afterRotation(false);
  await expect(
    verifyPayment(till, paying.shopper.shopper, till.database, paid),
  ).rejects.toMatchObject({ code: 'gateway_unavailable' });
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop().settle();
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('the mode of a key is its beginning', () => {
  expect(modeOf('rzp_live_AbCdEf1234')).toBe('live');
  expect(modeOf('rzp_test_AbCdEf1234')).toBe('test');
  expect(modeOf('rzp_sandbox_AbCdEf1234')).toBe('sandbox');
  for (const id of ['', 'rzp_live_', 'rzp_other_AbCdEf1234', 'xrzp_live_AbCdEf1234']) {
    expect(modeOf(id), id).toBeUndefined();
  }
});
