import {
  type Gateway,
  GatewayFailure,
  type GatewayPayment,
  isUncertain,
  PAGE_SIZE,
} from '@aparajita/razorpay';
import { DAY_SECONDS } from '#domain/day.ts';
import { statement } from '#server/database/tables.ts';
import type { OwnedRow } from '#server/jobs/queues.ts';
import { isKeyRefused, type PaymentContext } from '#server/payments/context.ts';
import { recordDispute } from '#server/payments/disputes/record-dispute.ts';
import {
  findIntent,
  ownerOfGatewayOrder,
  ownerOfPayment,
} from '#server/payments/intents/intent.ts';
import { handlePayment } from '#server/payments/intents/sync-with-gateway.ts';
import { onBehalfOf } from '#server/shopper.ts';

/** Razorpay keeps an authorized payment for at most five days, and polls banks about failed ones for three. */
const RECENT_DAYS = 5;

/**
 * Goes through all recent payments of the account. An intent is no longer checked once it has its order, so a second
 * payment whose webhook was lost is found only here (`npm run chaos` loses webhooks).
 *
 * Also queues the jobs of unfinished intents and refunds that have none: the tables say what is unfinished, and so no
 * job that became a dead letter or was deleted leaves money or stock behind.
 */
export async function reconcile(context: PaymentContext): Promise<void> {
  await queueMissingJobs(context);
  const [{ now } = { now: 0 }] = await context.systemDatabase.rows(databaseTime());
  for (const gateway of context.gateways.values()) {
    await reconcileGateway(context, gateway, now).catch((error: unknown) => {
      if (gateway === context.gateway || !isKeyRefused(error)) throw error;
      // Razorpay deactivates a replaced key. The current key lists the same account's payments.
      context.log.warn({ key: gateway.key.id }, 'the gateway refuses the previous key');
    });
  }
}

async function reconcileGateway(
  context: PaymentContext,
  gateway: Gateway,
  now: number,
): Promise<void> {
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const range = {
      from: Math.floor(now) - RECENT_DAYS * DAY_SECONDS,
      to: Math.ceil(now) + DAY_SECONDS,
      skip,
    };
    const payments = await gateway.recentPayments(range);
    for (const payment of payments) await tryPayment(context, gateway, payment);
    if (payments.length < PAGE_SIZE) break;
  }
  await reconcileDisputes(context, gateway);
}

/** Also disputes of payments that are older than those above. */
async function reconcileDisputes(context: PaymentContext, gateway: Gateway): Promise<void> {
  const { disputes, faults } = await gateway.recentDisputes().catch((error: unknown) => {
    if (isUncertain(error) || isKeyRefused(error) || !(error instanceof GatewayFailure))
      throw error;
    // Where the account may not use this part of the API, the webhook still reports disputes.
    context.log.warn({ err: error }, 'the gateway does not list disputes');
    return { disputes: [], faults: [] };
  });
  for (const fault of faults)
    context.log.warn({ fault }, 'the gateway lists an unreadable dispute');
  for (const dispute of disputes) {
    const [ref] = await context.workerDatabase.rows(ownerOfPayment(dispute.payment_id));
    if (ref) await recordDispute(context, ref.user_id, dispute);
  }
}

async function queueMissingJobs({ workerDatabase, jobs }: PaymentContext): Promise<void> {
  await jobs.sendMissing('payment-check', await workerDatabase.rows(unfinishedIntents()));
  await jobs.sendMissing('payment-refund', await workerDatabase.rows(unfinishedRefunds()));
}

/** A payment that cannot be processed must not stop the ones after it. */
async function tryPayment(
  context: PaymentContext,
  gateway: Gateway,
  payment: GatewayPayment,
): Promise<void> {
  try {
    await reconcilePayment(context, gateway, payment);
  } catch (error) {
    if (isUncertain(error)) throw error; // the gateway does not answer
    context.log.error({ err: error, payment: payment.id }, 'could not reconcile a payment');
  }
}

async function reconcilePayment(
  context: PaymentContext,
  gateway: Gateway,
  payment: GatewayPayment,
): Promise<void> {
  if (!payment.order_id || payment.status === 'created' || payment.status === 'failed') return;
  const [ref] = await context.systemDatabase.rows(ownerOfGatewayOrder(payment.order_id));
  if (!ref) {
    // Other systems may use the same account; only a person can tell whose payment this is.
    context.log.warn(
      { payment: payment.id },
      'a payment of the account belongs to no checkout of this shop',
    );
    return;
  }
  const shopper = onBehalfOf(ref.user_id);
  const [stored] = await context.systemDatabase.asShopper(
    shopper,
    isPaymentProcessed(ref.user_id, payment),
  );
  if (stored?.processed) return;
  const [intent] = await context.systemDatabase.asShopper(shopper, findIntent(ref));
  if (intent) await handlePayment(context, intent, gateway, payment);
}

/** Database time in seconds since 1970: the same for all processes. */
export function databaseTime() {
  return statement<{ now: number }>`select extract(epoch from now())::float8 as now`;
}

/**
 * The intents that are still to be checked: what may still be paid, for the days in which a payment can be captured, and
 * what holds stock.
 */
export function unfinishedIntents() {
  return statement<OwnedRow>`
    select id, user_id from payment_intents
      where state in ('open', 'expired') and created_at > now() - make_interval(days => ${RECENT_DAYS})
    union
    select id, user_id from payment_intents
      where state in ('open', 'expired') and (holds_stock or signature_received)`;
}

/** The refunds that are neither processed nor failed. */
export function unfinishedRefunds() {
  return statement<OwnedRow>`
    select id, user_id from refunds where status in ('queued', 'pending')`;
}

/** True when we have saved the payment with this status and refunds, and have placed its order or queued its refund. */
export function isPaymentProcessed(userId: string, payment: GatewayPayment) {
  return statement<{ processed: boolean }>`
    select exists (
      select from payments
      where id = ${payment.id} and user_id = ${userId} and status = ${payment.status}
        and ${payment.amount_refunded} = (
          select coalesce(sum(amount_paise), 0) from refunds
          where payment_id = payments.id and status in ('pending', 'processed')
        )
        and (
          status <> 'captured' or applied
          or exists (select from refunds where payment_id = payments.id)
        )
    ) as processed`;
}
