import { sql } from 'kysely';
import { tables } from '../platform/database/tables.ts';
import { ownerOfGatewayOrder } from './events.ts';
import { type Gateway, PAGE } from './gateway.ts';
import type { GatewayPayment } from './gateway-answers.ts';
import { type Owned, onBehalfOf } from './intent.ts';
import { takePayment } from './settle.ts';
import type { Till } from './till.ts';

const DAY = 24 * 60 * 60;
/** Razorpay keeps what was authorized for at most five days, and polls failed payments for three. */
const DAYS = 5;

export async function sweepIsDue(till: Till): Promise<boolean> {
  const [row] = await till.unattended.rows(
    sql<{ due: boolean }>`
      select take_payment_sweep(make_interval(secs => ${till.timing.lease})) as due`.compile(
      tables,
    ),
  );
  return row?.due ?? false;
}

/**
 * Goes through everything the account was paid of late. The schedule of an intent ends when it has its order; a second
 * payment whose webhook was lost is found only here (in the prototype 12 of them at 90 % loss). One that is cut short
 * is due again when its lease ends.
 */
export async function sweep(till: Till, now: number): Promise<void> {
  for (const gateway of till.gateways.values()) {
    for (let skip = 0; ; skip += PAGE) {
      const range = {
        from: Math.floor(now / 1000) - DAYS * DAY,
        to: Math.ceil(now / 1000) + DAY,
        skip,
      };
      const payments = await gateway.recentPayments(range);
      for (const payment of payments) await look(till, gateway, payment);
      if (payments.length < PAGE) break;
    }
  }
  await till.unattended.rows(
    sql`select end_payment_sweep(make_interval(secs => ${till.timing.sweepEvery}))`.compile(tables),
  );
}

async function look(till: Till, gateway: Gateway, payment: GatewayPayment): Promise<void> {
  if (!payment.order_id || payment.status === 'created' || payment.status === 'failed') return;
  const owned = await ownerOfGatewayOrder(till, payment.order_id);
  if (!owned) {
    // An account may have other tills; money that belongs to none of them is for a person to find.
    till.log.warn(
      { payment: payment.id },
      'a payment of the account is not about a checkout of ours',
    );
    return;
  }
  if (await isSettled(till, owned, payment)) return;
  await takePayment(till, owned, gateway, payment);
}

/** True when we know it to be so far, and what was to be done about it was decided. */
async function isSettled(till: Till, owned: Owned, payment: GatewayPayment): Promise<boolean> {
  const [row] = await till.unattended.asShopper(
    onBehalfOf(owned.user_id),
    sql<{ settled: boolean }>`
      select exists (
        select from payments
        where id = ${payment.id} and user_id = ${owned.user_id} and status = ${payment.status}
          and ${payment.amount_refunded} = (
            select coalesce(sum(amount_paise), 0) from refunds
            where payment_id = payments.id and status in ('pending', 'processed')
          )
          and (
            status <> 'captured' or applied
            or exists (select from refunds where payment_id = payments.id)
          )
      ) as settled`.compile(tables),
  );
  return row?.settled ?? false;
}
