import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import { reconcile } from './reconcile.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

describe('reconciliation queues a job that is missing', () => {
  test('for an open payment, whose stock is then released', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await loseJobs();
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('open');
    await reconcile(shop().payments.jobContext);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
  });

  test('for an expired payment, which is then completed', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await shop().settle();
    await loseJobs();
    shop().loseWebhooks(true);
    await pay(shop(), paying);
    await reconcile(shop().payments.jobContext);
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('for a refund that is not made', async () => {
    const paying = await beginPaying(shop());
    await verify(paying.shopper, await pay(shop(), paying));
    const second = await pay(shop(), paying, { again: true });
    await verify(paying.shopper, second);
    await loseJobs();
    await reconcile(shop().payments.jobContext);
    await shop().settle();
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'processed' },
    ]);
  });

  test('and none beside those that wait', async () => {
    const paying = await beginPaying(shop());
    const planned = await waitingJobs(paying);
    await reconcile(shop().payments.jobContext);
    expect(await waitingJobs(paying)).toEqual(planned);
  });
});

test('a payment has one check that waits, which is only pulled forward', async () => {
  const paying = await beginPaying(shop());
  for (const [seconds, minutes] of [
    [3600, 2],
    [60, 1],
    [0.0000005, 0],
  ]) {
    await reschedule(paying, seconds ?? 0);
    expect(await shop().minutesUntilJob(paying.id)).toBe(minutes);
  }
  expect(await waitingJobs(paying)).toHaveLength(1);
});

test('a check that is asked for at once is not put off by the one that is running', async () => {
  const paying = await beginPaying(shop());
  await shop().rows(`update jobs.job set state = 'active' where singleton_key = $1`, [paying.id]);
  await reschedule(paying, 0);
  await reschedule(paying, 600); // the plan of the running one
  expect(await shop().minutesUntilJob(paying.id)).toBe(0);
});

describe('while the gateway does not answer, reconciliation', () => {
  test('queues no second job for a refund that is retried', async () => {
    const paying = await beginPaying(shop());
    await verify(paying.shopper, await pay(shop(), paying));
    const second = await pay(shop(), paying, { again: true });
    await verify(paying.shopper, second);
    shop().failNext('server_error', 'POST', /refund$/, 10);
    await shop().round();
    await reconcile(shop().payments.jobContext);
    expect(
      await shop().rows(
        `select state from jobs.job where state <> 'completed' and singleton_key in (
           select id::text from refunds where payment_id = $1)`,
        [second.razorpay_payment_id],
      ),
    ).toEqual([{ state: 'retry' }]);
  });
});

function reschedule({ id, shopper }: Paying, afterSeconds: number): Promise<void> {
  const tx = {
    executeSql: (text: string, values?: unknown[]) => shop().db.owner.query(text, values),
  };
  const intent = { id, user_id: shopper.shopper.userId };
  return shop().payments.jobContext.jobs.reschedule(tx, 'payment-check', intent, afterSeconds);
}

function waitingJobs({ id }: Paying) {
  return shop().rows(
    `select id, start_after from jobs.job where singleton_key = $1 and state = 'created'`,
    [id],
  );
}

function loseJobs() {
  return shop().rows(
    `delete from jobs.job where name in ('payment-event', 'payment-check', 'payment-refund')`,
  );
}
