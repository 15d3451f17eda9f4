import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#app/shell/api/api.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { ORDER_TOPIC, useOpenNewOrder } from '#app/shell/order/open-new-order.ts';
import { browserStorage } from '#app/shell/web-storage.ts';
import { dismissTopic, showToast } from '#app/ui/toast.tsx';
import type { NewPayment, Payment, PaymentWindow } from '#contract/payments.ts';
import type { PaymentResult } from './pay-online.ts';
import { PaymentRefunded, VerificationFailed, WindowUnavailable } from './payment-errors.ts';
import { refreshOpenPayment, showOpenPayment } from './use-open-payment.ts';

const KEY = 'payment-under-way';

/** Stores the id of the pending payment in this browser, so that a shopper who comes back is sent to its result. */
const pendingPayment = {
  remember: (id: string) => browserStorage().setItem(KEY, id),
  recall: () => browserStorage().getItem(KEY),
  forget: () => browserStorage().removeItem(KEY),
};

/** Callbacks into the other features, provided by the page. */
type Dependencies = {
  /** Called when the order exists: reloads the cart and the orders. */
  onPaid(): void;
  /** Shows why the payment failed. */
  explain(error: unknown): Promise<void>;
  /** The pending payment, begun in this tab or another. */
  open: Payment | null;
};

/** Online payment from the button to the order: one at a time, whatever fails on the way. */
export function usePayOnline({ onPaid, explain, open }: Dependencies) {
  const openNewOrder = useOpenNewOrder();
  const running = useRef(false);
  const opener = useRef<Element>(null);
  const [status, setStatus] = useState<
    'checking-previous' | 'ready' | 'paying' | 'resuming' | 'confirming' | 'paid'
  >(() => (pendingPayment.recall() ? 'checking-previous' : 'ready'));

  // Restores the focus, which the window has taken from the button that opened it.
  useEffect(() => {
    if (status !== 'ready' || document.activeElement !== document.body) return;
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }, [status]);

  async function run(kind: 'paying' | 'resuming', openWindow: () => Promise<PaymentWindow | null>) {
    if (running.current) return;
    running.current = true;
    opener.current = document.activeElement;
    setStatus(kind);
    dismissTopic(ORDER_TOPIC);
    const failed = await openAndFinish(openWindow).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    // Reset before the failure is shown, which may find that another payment is paid and open its order.
    running.current = false;
    if (failed) {
      setStatus('ready');
      await showFailure(failed.error);
    }
    void refreshOpenPayment();
  }

  async function openAndFinish(openWindow: () => Promise<PaymentWindow | null>) {
    // Loads the code first, so that the server reserves nothing that cannot be paid.
    const { openPaymentWindow } = await import('./pay-online.ts').catch(unavailable);
    const window = await openWindow();
    if (!window) return setStatus('ready');
    pendingPayment.remember(window.payment.id);
    // Rendered together with the message: a banner that appeared later would shift the layout, and a tap could hit the
    // wrong button.
    showOpenPayment(window.payment);
    finish(await openPaymentWindow(window, { onConfirming: () => setStatus('confirming') }));
  }

  function finish(result: PaymentResult) {
    if (result.outcome === 'paid') {
      pendingPayment.forget();
      showOpenPayment(null);
      setStatus('paid');
      openNewOrder(result.order_id, {
        title: 'Payment successful!',
        description: `Your order #${result.order_number} has been placed successfully.`,
      });
      return onPaid();
    }
    setStatus('ready');
    if (result.outcome === 'confirming') {
      showOpenPayment({ ...result.payment, state: 'confirming' });
      return showToast({
        title: 'Confirming your payment',
        description: 'It is not confirmed yet. We will email you as soon as it is.',
        topic: ORDER_TOPIC,
      });
    }
    showOpenPayment(result.payment);
    if (result.outcome === 'expired') {
      return fail(
        'Payment expired',
        'The time to pay is over. If your bank still takes the payment, we place your order or return the money, and email you.',
      );
    }
    if (result.outcome === 'not-taken') {
      return fail(
        'Payment not taken',
        'This payment has ended unpaid. If your bank holds the amount, it returns to you by itself.',
      );
    }
    fail('Payment cancelled', 'You cancelled the payment process.');
  }

  async function showFailure(error: unknown) {
    if (error instanceof PaymentRefunded) pendingPayment.forget(); // shown once only
    if (error instanceof VerificationFailed) {
      return fail('Payment verification failed', error.message);
    }
    if (error instanceof WindowUnavailable) return fail('Error', error.message);
    await explain(error);
  }

  /**
   * Requests the state of a payment that was begun before, and opens its order if it is paid. The server asks the
   * gateway, whose webhook may not have arrived yet. Null if the state is unknown for now, or the shopper has begun
   * another payment meanwhile.
   */
  async function findResult(id: string): Promise<Payment | null> {
    if (running.current) return null;
    setStatus('checking-previous');
    const payment = await call('POST /payments/{id}/check', { params: { id } })
      .catch(() => call('GET /payments/{id}', { params: { id } }))
      .catch(() => null);
    if (running.current) return null;
    if (payment?.order_id) {
      const { order_id, order_number } = payment;
      finish({ outcome: 'paid', order_id, order_number });
    } else setStatus('ready');
    return payment;
  }

  /**
   * Finds the result of a pending payment: a shopper who closed or reloaded the tab while paying is sent to the order.
   * On failure the payment stays remembered.
   */
  const checkPreviousPayment = useEffectEvent(async (id: string) => {
    if (status === 'paid') return;
    const payment = await findResult(id);
    if (!payment) return;
    if (payment.state === 'closed') pendingPayment.forget();
    if (payment.state === 'refunding' && pendingPayment.recall() === id)
      await showFailure(new PaymentRefunded());
  });
  useEffect(() => {
    const id = pendingPayment.recall();
    if (id) void checkPreviousPayment(id);
  }, []);

  // An open payment that disappears has ended in another tab, at the bank, or because it was cancelled too late.
  const wasOpen = useRef<string>(null);
  const openId = open?.id ?? null;
  useEffect(() => {
    const ended = openId === null ? wasOpen.current : null;
    wasOpen.current = openId;
    if (ended) void checkPreviousPayment(ended);
  }, [openId]);

  function fail(title: string, description: string) {
    showToast({ title, description, tone: 'destructive', topic: ORDER_TOPIC });
  }

  return {
    status,
    /** Whether the window is open or opening. */
    busy: status === 'paying' || status === 'resuming',
    /** Creates a payment for the cart as shown and opens the window; null when the cart is not saved yet. */
    pay: (ask: () => Promise<NewPayment | null>) =>
      run('paying', async () => {
        const body = await ask();
        // A new key each time: a retry for the same cart returns the payment that is open.
        return body && call('POST /payments/razorpay', { body, idempotencyKey: randomId() });
      }),
    /** Whether a pending payment is paid; then its order is opened. */
    isPaid: async ({ id }: { id: string }) => (await findResult(id))?.state === 'paid',
    /** Opens the window of a pending payment. */
    resume: ({ id }: { id: string }) =>
      run('resuming', () => call('POST /payments/{id}/resume', { params: { id } })),
  };
}

function unavailable(cause: unknown): never {
  throw new WindowUnavailable(cause);
}
