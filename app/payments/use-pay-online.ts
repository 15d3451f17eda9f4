import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/shell/api/api.ts';
import { newKey } from '#app/shell/api/new-key.ts';
import { JUST_PLACED } from '#app/shell/just-placed.ts';
import { ORDER_TOPIC } from '#app/shell/order-topic.ts';
import { dismissTopic, showToast } from '#app/ui/toast.tsx';
import type { NewPayment, Payment, PaymentWindow } from '#contract/payments.ts';
import type { Ending } from './pay-online.ts';
import { MoneyGoesBack, VerificationFailed, WindowUnavailable } from './payment-failures.ts';
import { underWay } from './under-way.ts';
import { refreshOpenPayment } from './use-open-payment.ts';

/** What the page brings in from the other features. */
type Surroundings = {
  /** The order is there: the cart holds less and there is one order more. */
  onPaid(): void;
  /** There is no payment; the page says why. */
  explain(error: unknown): Promise<void>;
  /** The payment that was begun, here or anywhere, and is not over. */
  open: Payment | null;
};

/** Paying online, from the button to the order: one payment at a time, whatever happens on the way. */
export function usePayOnline({ onPaid, explain, open }: Surroundings) {
  const navigate = useNavigate();
  const running = useRef(false);
  const [status, setStatus] = useState<'looking-back' | 'ready' | 'paying' | 'confirming' | 'paid'>(
    () => (underWay.recall() ? 'looking-back' : 'ready'),
  );

  async function run(openWindow: () => Promise<PaymentWindow | null>) {
    if (running.current) return;
    running.current = true;
    setStatus('paying');
    dismissTopic(ORDER_TOPIC);
    try {
      // First, so that nothing is frozen which cannot be paid.
      const { visitWindow } = await import('./pay-online.ts').catch(unavailable);
      const window = await openWindow();
      if (!window) return setStatus('ready');
      underWay.remember(window.payment.id);
      finish(await visitWindow(window, { onConfirming: () => setStatus('confirming') }));
    } catch (error) {
      setStatus('ready');
      await tell(error);
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
        topic: ORDER_TOPIC,
      });
      void navigate(`/account/orders/${ending.order_id}`, { replace: true, state: JUST_PLACED });
      return onPaid();
    }
    setStatus('ready');
    if (ending.how === 'confirming') {
      return showToast({
        title: 'Confirming your payment',
        description: 'Your bank is still thinking. We will write to you as soon as it is done.',
        topic: ORDER_TOPIC,
      });
    }
    fail('Payment cancelled', 'You cancelled the payment process.');
  }

  async function tell(error: unknown) {
    if (error instanceof MoneyGoesBack) underWay.forget(); // told once is enough
    if (error instanceof VerificationFailed) {
      return fail('Payment verification failed', error.message);
    }
    if (error instanceof WindowUnavailable) return fail('Error', error.message);
    await explain(error);
  }

  /**
   * What has become of a payment that was begun: whoever closed the tab or loaded it anew while paying is led to the
   * order. The gateway is asked: its own word may be on the way still. What cannot be read stays remembered.
   */
  const lookBack = useEffectEvent(async (id: string) => {
    if (running.current || status === 'paid') return;
    setStatus('looking-back');
    const payment = await call('POST /payments/{id}/check', { params: { id } })
      .catch(() => call('GET /payments/{id}', { params: { id } }))
      .catch(() => null);
    if (running.current) return; // the next one has been begun meanwhile
    if (!payment) return setStatus('ready');
    if (payment.order_id) {
      const { order_id, order_number } = payment;
      return finish({ how: 'paid', order_id, order_number });
    }
    setStatus('ready');
    if (payment.state === 'closed') underWay.forget();
    if (payment.state === 'refunding' && underWay.recall() === id) await tell(new MoneyGoesBack());
  });
  useEffect(() => {
    const id = underWay.recall();
    if (id) void lookBack(id);
  }, []);

  // One that was open and is so no more has ended in another tab, at the bank, or by being given up too late.
  const wasOpen = useRef<string>(null);
  const openId = open?.id ?? null;
  useEffect(() => {
    const ended = openId === null ? wasOpen.current : null;
    wasOpen.current = openId;
    if (ended) void lookBack(ended);
  }, [openId]);

  function fail(title: string, description: string) {
    showToast({ title, description, tone: 'destructive', topic: ORDER_TOPIC });
  }

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

function unavailable(cause: unknown): never {
  throw new WindowUnavailable(cause);
}
