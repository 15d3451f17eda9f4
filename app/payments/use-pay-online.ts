import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/shell/api.ts';
import { newKey } from '#app/shell/new-key.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { NewPayment, PaymentWindow } from '#contract/payments.ts';
import type { Ending } from './pay-online.ts';
import { underWay } from './under-way.ts';
import { refreshOpenPayment } from './use-open-payment.ts';

/** What the page brings in from the other features. */
type Surroundings = {
  /** The order is there: the cart holds less and there is one order more. */
  onPaid(): void;
  /** There is no payment; the page says why. */
  explain(error: unknown): Promise<void>;
};

/** Paying online, from the button to the order: one payment at a time, whatever happens on the way. */
export function usePayOnline({ onPaid, explain }: Surroundings) {
  const navigate = useNavigate();
  const running = useRef(false);
  const [status, setStatus] = useState<'looking-back' | 'ready' | 'paying' | 'confirming' | 'paid'>(
    () => (underWay.recall() ? 'looking-back' : 'ready'),
  );

  async function run(openWindow: () => Promise<PaymentWindow | null>) {
    if (running.current) return;
    running.current = true;
    setStatus('paying');
    try {
      const window = await openWindow();
      if (!window) return setStatus('ready');
      underWay.remember(window.payment.id);
      const { visitWindow } = await import('./pay-online.ts');
      finish(await visitWindow(window, { onConfirming: () => setStatus('confirming') }));
    } catch (error) {
      await tell(error);
      setStatus('ready');
    } finally {
      running.current = false;
      void refreshOpenPayment();
    }
  }

  function finish(ending: Ending) {
    if (ending.how === 'paid') {
      underWay.forget();
      setStatus('paid');
      showToast({
        title: 'Payment successful!',
        description: `Your order #${ending.order_number} has been placed successfully.`,
      });
      void navigate(`/account/orders/${ending.order_id}`, { replace: true });
      return onPaid();
    }
    setStatus('ready');
    if (ending.how === 'confirming') {
      return showToast({
        title: 'Confirming your payment',
        description: 'Your bank is still thinking. We will write to you as soon as it is done.',
      });
    }
    showToast({
      title: 'Payment cancelled',
      description: 'You cancelled the payment process.',
      tone: 'destructive',
    });
  }

  async function tell(error: unknown) {
    const { VerificationFailed } = await import('./pay-online.ts');
    if (!(error instanceof VerificationFailed)) return explain(error);
    showToast({
      title: 'Payment verification failed',
      description: error.message,
      tone: 'destructive',
    });
  }

  /**
   * Whoever closed the tab or loaded it anew while paying is led to the order. The gateway is asked: its own word may be
   * on the way still. What cannot be read stays remembered.
   */
  const lookBack = useEffectEvent(async () => {
    const id = underWay.recall();
    if (!id) return;
    const payment = await call('POST /payments/{id}/check', { params: { id } })
      .catch(() => call('GET /payments/{id}', { params: { id } }))
      .catch(() => null);
    if (!payment) return setStatus('ready');
    if (payment.order_id) {
      const { order_id, order_number } = payment;
      return finish({ how: 'paid', order_id, order_number });
    }
    if (payment.state !== 'open' && payment.state !== 'confirming') underWay.forget();
    setStatus('ready');
  });
  useEffect(() => void lookBack(), []);

  return {
    status,
    /** Whether the window is open, or about to be. */
    busy: status === 'paying',
    /** Freezes the cart as it was shown and opens the window; null when there is nothing to send yet. */
    pay: (ask: () => Promise<NewPayment | null>) =>
      run(async () => {
        const body = await ask();
        // A new key each time: a second try at the same cart answers with the payment that is open.
        return body && call('POST /payments/razorpay', { body, idempotencyKey: newKey() });
      }),
    /** Opens the window of a payment that was begun before. */
    resume: ({ id }: { id: string }) =>
      run(() => call('POST /payments/{id}/resume', { params: { id } })),
  };
}
