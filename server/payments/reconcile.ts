import type { GatewayPayment } from '@aparajita/razorpay';
import { type Gateway, isUncertain, PAGE } from '@aparajita/razorpay';
import type { PaymentContext } from './context.ts';
import { ownerOfGatewayOrder } from './event-query.ts';
import { onBehalfOf } from './intent.ts';
import { endReconciliation, findSettled, takeReconciliation } from './reconcile-query.ts';
import { takePayment } from './sync-with-gateway.ts';

const DAY = 24 * 60 * 60;
/** Razorpay keeps what was authorized for at most five days, and polls failed payments for three. */
const DAYS = 5;

/** The time by the database in seconds since 1970, when a sweep is due; null when none is. */
export async function takeDueReconciliation(context: PaymentContext): Promise<number | null> {
  const [due] = await context.systemDatabase.rows(takeReconciliation(context.timing.lease));
  return due?.now ?? null;
}

/**
 * Goes through everything the account was paid of late. The schedule of an intent ends when it has its order; a second
 * payment whose webhook was lost is found only here (in the prototype 12 of them at 90 % loss). One that is cut short
 * is due again when its lease ends. `now` is as `takeDueReconciliation` tells it.
 */
export async function reconcile(context: PaymentContext, now: number): Promise<void> {
  for (const gateway of context.gateways.values()) {
    for (let skip = 0; ; skip += PAGE) {
      const range = {
        from: Math.floor(now) - DAYS * DAY,
        to: Math.ceil(now) + DAY,
        skip,
      };
      const payments = await gateway.recentPayments(range);
      for (const payment of payments) await lookAt(context, gateway, payment);
      if (payments.length < PAGE) break;
    }
  }
  await context.systemDatabase.rows(endReconciliation(context.timing.sweepEvery));
}

/** What is wrong with one payment must not hide those behind it. */
async function lookAt(
  context: PaymentContext,
  gateway: Gateway,
  payment: GatewayPayment,
): Promise<void> {
  try {
    await look(context, gateway, payment);
  } catch (error) {
    if (isUncertain(error)) throw error; // nothing can be asked just now
    context.log.error(
      { err: error, payment: payment.id },
      'the sweep cannot make sense of a payment',
    );
  }
}

async function look(
  context: PaymentContext,
  gateway: Gateway,
  payment: GatewayPayment,
): Promise<void> {
  if (!payment.order_id || payment.status === 'created' || payment.status === 'failed') return;
  const [owned] = await context.systemDatabase.rows(ownerOfGatewayOrder(payment.order_id));
  if (!owned) {
    // An account may have other tills; money that belongs to none of them is for a person to find.
    context.log.warn(
      { payment: payment.id },
      'a payment of the account is not about a checkout of ours',
    );
    return;
  }
  const asOwner = onBehalfOf(owned.user_id);
  const [known] = await context.systemDatabase.asShopper(
    asOwner,
    findSettled(owned.user_id, payment),
  );
  if (!known?.settled) await takePayment(context, owned, gateway, payment);
}
