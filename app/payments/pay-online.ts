import { call } from '#app/shell/api/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Payment, PaymentWindow } from '#contract/payments.ts';
import { PaymentRefunded, VerificationFailed } from './payment-errors.ts';
import { loadRazorpay, type RazorpaySuccess } from './razorpay-script.ts';

/** How a visit to the payment window ended. */
export type Ending =
  | { how: 'paid'; order_id: string; order_number: string }
  /** Nothing was paid; the payment stays open and its stock reserved. */
  | { how: 'cancelled' }
  /** The bank has not decided yet; the server keeps polling, also without this page. */
  | { how: 'confirming'; payment: Payment };

type Progress = { onConfirming(): void };

/** Polls because the window's own events can get lost: another tab, an app in between, a crash in it. */
const POLL_MS = 3_000;
/** How long the page waits for the result; then it says that the server will confirm later. */
const TIMEOUT_MS = 60_000;

/** Opens the payment window and resolves when the payment has a result. */
export async function visitWindow(window: PaymentWindow, progress: Progress): Promise<Ending> {
  if (window.payment.state === 'paid') return paidAs(window.payment);
  const left = await leave(window);
  if (left.how === 'settled') return confirm(left.payment, progress);
  if (left.how === 'dismissed') return afterDismissal(window.payment, progress);
  progress.onConfirming();
  return verify(window.payment, left.triple, progress);
}

type Left =
  | { how: 'handed-over'; triple: RazorpaySuccess }
  | { how: 'dismissed' }
  | { how: 'settled'; payment: Payment };

async function leave({ payment, script, options }: PaymentWindow): Promise<Left> {
  const Razorpay = await loadRazorpay(script);
  return new Promise((resolve) => {
    const razorpay = new Razorpay({
      ...options,
      handler: (triple) => end({ how: 'handed-over', triple }),
      modal: { ondismiss: () => end({ how: 'dismissed' }) },
      retry: { enabled: true },
    });
    const polling = setInterval(async () => {
      const now = await read(payment.id).catch(() => payment);
      if (now.state === 'open') return;
      razorpay.close();
      end({ how: 'settled', payment: now });
    }, POLL_MS);
    function end(left: Left) {
      clearInterval(polling);
      resolve(left);
    }
    razorpay.open();
  });
}

async function verify(
  payment: Payment,
  triple: RazorpaySuccess,
  progress: Progress,
): Promise<Ending> {
  try {
    const verified = await call('POST /verify-razorpay-payment', {
      body: {
        razorpay_order_id: triple.razorpay_order_id,
        razorpay_payment_id: triple.razorpay_payment_id,
        razorpay_signature: triple.razorpay_signature,
      },
    });
    if (verified.order_id) {
      return { how: 'paid', order_id: verified.order_id, order_number: verified.order_number };
    }
  } catch (error) {
    // Only a 4xx is a definite refusal. Any other failure leaves open whether money moved; the server finds out by
    // itself.
    if (error instanceof AppError && error.status < 500)
      throw new VerificationFailed(error.message);
  }
  return confirm(payment, progress);
}

/** A closed window does not mean that nothing was paid: the server asks the gateway first. */
async function afterDismissal(payment: Payment, progress: Progress): Promise<Ending> {
  const now = await call('POST /payments/{id}/check', { params: { id: payment.id } }).catch(
    () => payment,
  );
  return now.state === 'open' || now.state === 'closed'
    ? { how: 'cancelled' }
    : confirm(now, progress);
}

/** Polls until the payment has its order, or was refused. */
async function confirm(payment: Payment, progress: Progress): Promise<Ending> {
  progress.onConfirming();
  const until = Date.now() + TIMEOUT_MS;
  let now = payment;
  for (let wait = 300; ; wait = Math.min(wait * 1.5, POLL_MS)) {
    if (now.state === 'paid') return paidAs(now);
    if (now.state === 'refunding') throw new PaymentRefunded();
    if (now.state === 'closed') return { how: 'cancelled' };
    if (Date.now() > until) return { how: 'confirming', payment: now };
    await new Promise((resolve) => setTimeout(resolve, wait));
    now = await read(payment.id).catch(() => now);
  }
}

function read(id: string): Promise<Payment> {
  return call('GET /payments/{id}', { params: { id } });
}

function paidAs({ order_id, order_number }: Payment): Ending {
  if (!order_id) throw new Error('A paid payment has an order');
  return { how: 'paid', order_id, order_number };
}
