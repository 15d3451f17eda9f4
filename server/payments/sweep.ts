import type { GatewayPayment } from '@aparajita/razorpay';
import { type Gateway, isUncertain, PAGE } from '@aparajita/razorpay';
import { ownerOfGatewayOrder } from './event-query.ts';
import { onBehalfOf } from './intent.ts';
import { takePayment } from './settle.ts';
import { endSweep, findSettled, takeSweep } from './sweep-query.ts';
import type { Till } from './till.ts';

const DAY = 24 * 60 * 60;
/** Razorpay keeps what was authorized for at most five days, and polls failed payments for three. */
const DAYS = 5;

/** The time by the database in seconds since 1970, when a sweep is due; null when none is. */
export async function takeDueSweep(till: Till): Promise<number | null> {
  const [due] = await till.unattended.rows(takeSweep(till.timing.lease));
  return due?.now ?? null;
}

/**
 * Goes through everything the account was paid of late. The schedule of an intent ends when it has its order; a second
 * payment whose webhook was lost is found only here (in the prototype 12 of them at 90 % loss). One that is cut short
 * is due again when its lease ends. `now` is as `takeDueSweep` tells it.
 */
export async function sweep(till: Till, now: number): Promise<void> {
  for (const gateway of till.gateways.values()) {
    for (let skip = 0; ; skip += PAGE) {
      const range = {
        from: Math.floor(now) - DAYS * DAY,
        to: Math.ceil(now) + DAY,
        skip,
      };
      const payments = await gateway.recentPayments(range);
      for (const payment of payments) await lookAt(till, gateway, payment);
      if (payments.length < PAGE) break;
    }
  }
  await till.unattended.rows(endSweep(till.timing.sweepEvery));
}

/** What is wrong with one payment must not hide those behind it. */
async function lookAt(till: Till, gateway: Gateway, payment: GatewayPayment): Promise<void> {
  try {
    await look(till, gateway, payment);
  } catch (error) {
    if (isUncertain(error)) throw error; // nothing can be asked just now
    till.log.error({ err: error, payment: payment.id }, 'the sweep cannot make sense of a payment');
  }
}

async function look(till: Till, gateway: Gateway, payment: GatewayPayment): Promise<void> {
  if (!payment.order_id || payment.status === 'created' || payment.status === 'failed') return;
  const [owned] = await till.unattended.rows(ownerOfGatewayOrder(payment.order_id));
  if (!owned) {
    // An account may have other tills; money that belongs to none of them is for a person to find.
    till.log.warn(
      { payment: payment.id },
      'a payment of the account is not about a checkout of ours',
    );
    return;
  }
  const asOwner = onBehalfOf(owned.user_id);
  const [known] = await till.unattended.asShopper(asOwner, findSettled(owned.user_id, payment));
  if (!known?.settled) await takePayment(till, owned, gateway, payment);
}
