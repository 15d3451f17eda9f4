import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import type { Payment, PaymentWindow } from '#contract/payments.ts';
import { PaymentRefunded, VerificationFailed, WindowUnavailable } from './payment-errors.ts';

/** How a visit to the payment window ended. */
export type PaymentResult =
  | { outcome: 'paid'; order_id: string; order_number: string }
  /** Nothing was paid. While the payment is open, its stock stays reserved. */
  | { outcome: 'cancelled'; payment: Payment }
  /** It ended unpaid, but was not cancelled here: it was begun anew or cancelled on another device. */
  | { outcome: 'not-taken'; payment: Payment }
  /** The time to pay has passed. A payment that succeeds late still becomes an order, if the goods are in stock. */
  | { outcome: 'expired'; payment: Payment }
  /** The bank has not decided yet; the server keeps polling, also after this page is closed. */
  | { outcome: 'confirming'; payment: Payment };

type Progress = { onConfirming(): void };

/** The window's own events can get lost (in another tab, in a banking app, in a crash), so the page polls too. */
const POLL_MS = 3_000;
/** How long the page waits for the result; after that it says that the server will confirm later. */
const TIMEOUT_MS = 60_000;

/** Opens the payment window and resolves when the payment has a result. */
export async function openPaymentWindow(
  window: PaymentWindow,
  progress: Progress,
): Promise<PaymentResult> {
  // The payment is paid or being confirmed: the window is not opened again.
  if (window.payment.state !== 'open') return waitForResult(window.payment, progress);
  const ended = await waitForWindow(window);
  if (ended.outcome === 'settled') return waitForResult(ended.payment, progress);
  if (ended.outcome === 'dismissed') return afterDismissal(window.payment, progress);
  progress.onConfirming();
  return verify(window.payment, ended.response, progress);
}

type WindowResult =
  | { outcome: 'succeeded'; response: RazorpaySuccess }
  | { outcome: 'dismissed' }
  | { outcome: 'settled'; payment: Payment };

/**
 * Opens the window and resolves when it is closed, has succeeded, or polling finds that the payment is no longer open.
 */
async function waitForWindow({ payment, script, options }: PaymentWindow): Promise<WindowResult> {
  const Razorpay = await loadRazorpay(script);
  return new Promise((resolve) => {
    const razorpay = new Razorpay({
      ...options,
      handler: (response) => end({ outcome: 'succeeded', response }),
      modal: { ondismiss: () => end({ outcome: 'dismissed' }) },
      retry: { enabled: true },
    });
    const polling = setInterval(async () => {
      const now = await fetchPayment(payment.id).catch(() => payment);
      if (now.state === 'open') return;
      razorpay.close();
      end({ outcome: 'settled', payment: now });
    }, POLL_MS);
    // Back leaves this page or step; without this the window would stay open over the next one.
    function onBack() {
      razorpay.close();
      end({ outcome: 'dismissed' });
    }
    addEventListener('popstate', onBack);
    function end(ended: WindowResult) {
      clearInterval(polling);
      removeEventListener('popstate', onBack);
      resolve(ended);
    }
    razorpay.open();
  });
}

async function verify(
  payment: Payment,
  response: RazorpaySuccess,
  progress: Progress,
): Promise<PaymentResult> {
  try {
    const verified = await call('POST /verify-razorpay-payment', {
      body: {
        razorpay_order_id: response.razorpay_order_id,
        razorpay_payment_id: response.razorpay_payment_id,
        razorpay_signature: response.razorpay_signature,
      },
    });
    if (verified.order_id) {
      return { outcome: 'paid', order_id: verified.order_id, order_number: verified.order_number };
    }
  } catch (error) {
    if (hasErrorCode(error, 'payment_refunded')) throw new PaymentRefunded();
    if (hasErrorCode(error, 'payment_not_verified', 'payment_not_found'))
      throw new VerificationFailed(error.message);
    // After any other error it is unknown whether money moved; the server finds out by itself. Without a session this
    // page cannot poll.
    if (hasErrorCode(error, 'not_signed_in')) return { outcome: 'confirming', payment };
  }
  return waitForResult(payment, progress);
}

/** A closed window does not mean that nothing was paid: the server asks the gateway first. */
async function afterDismissal(payment: Payment, progress: Progress): Promise<PaymentResult> {
  const now = await call('POST /payments/{id}/check', { params: { id: payment.id } }).catch(
    () => payment,
  );
  const unpaid = now.state === 'open' || (now.state === 'closed' && !hasExpired(now));
  return unpaid ? { outcome: 'cancelled', payment: now } : waitForResult(now, progress);
}

/** Polls until the payment has its order, or was refused. */
async function waitForResult(payment: Payment, progress: Progress): Promise<PaymentResult> {
  progress.onConfirming();
  const until = performance.now() + TIMEOUT_MS;
  let now = payment;
  for (let wait = 300; ; wait = Math.min(wait * 1.5, POLL_MS)) {
    if (now.state === 'paid') return paidResult(now);
    if (now.state === 'refunding') throw new PaymentRefunded();
    if (now.state === 'closed')
      return { outcome: hasExpired(now) ? 'expired' : 'not-taken', payment: now };
    if (performance.now() > until) return { outcome: 'confirming', payment: now };
    await new Promise((resolve) => setTimeout(resolve, wait));
    now = await fetchPayment(payment.id).catch(() => now);
  }
}

function hasExpired({ expires_at }: Payment): boolean {
  return Date.parse(expires_at) <= serverNow();
}

function fetchPayment(id: string): Promise<Payment> {
  return call('GET /payments/{id}', { params: { id } });
}

function paidResult({ order_id, order_number }: Payment): PaymentResult {
  if (!order_id) throw new Error('A paid payment has an order');
  return { outcome: 'paid', order_id, order_number };
}

/** What the payment window returns after a success. */
type RazorpaySuccess = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

type Options = PaymentWindow['options'] & {
  handler: (response: RazorpaySuccess) => void;
  modal: { ondismiss: () => void };
  retry: { enabled: boolean };
};

/** https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/ */
type RazorpayWindow = { open(): void; close(): void };

declare global {
  interface Window {
    Razorpay?: new (options: Options) => RazorpayWindow;
  }
}

let loading: Promise<NonNullable<Window['Razorpay']>> | undefined;

/** Loads Razorpay's checkout.js when somebody pays; a failed download can be retried. */
function loadRazorpay(src: string): Promise<NonNullable<Window['Razorpay']>> {
  loading ??= new Promise<NonNullable<Window['Razorpay']>>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => {
      if (window.Razorpay) resolve(window.Razorpay);
      else reject(new WindowUnavailable());
    };
    script.onerror = () => {
      script.remove();
      reject(new WindowUnavailable());
    };
    document.head.append(script);
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
