import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { onBehalfOf } from '#server/shopper.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { untilWaiting } from '#test/locks.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';
import { queueRefund } from './queue-refund.ts';

const { shop } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

test('a refund that waits for another one of the same payment returns only what that leaves', async () => {
  const paying = await beginPaying(shop());
  const { razorpay_payment_id: id, ...rest } = await pay(shop(), paying);
  await verify(paying.shopper, { razorpay_payment_id: id, ...rest });
  const gateway = shop().payments.context.gateways.get(shop().settings.key.id);
  if (!gateway) throw new Error('The gateway is not open');
  const payment = await gateway.payment(id);
  const { userId } = paying.shopper.shopper;

  const other = await shop().db.owner.connect();
  await other.query('begin');
  await other.query(
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
     values ($1, $2, 10000, 'goodwill', 'refund-of-another-process')`,
    [id, userId],
  );
  const queued = shop().payments.context.systemDatabase.transact(onBehalfOf(userId), (tx) =>
    queueRefund(tx, userId, payment, 'duplicate'),
  );
  await untilWaiting(shop().db.owner);
  await other.query('commit');
  other.release();
  expect(await queued).toMatchObject({ amount: paying.amount - 10_000 });
});
