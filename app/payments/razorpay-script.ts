import type { PaymentWindow } from '#contract/payments.ts';
import { WindowUnavailable } from './payment-failures.ts';

/** What the payment window returns after a success. */
export type RazorpaySuccess = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

type Options = PaymentWindow['options'] & {
  handler: (triple: RazorpaySuccess) => void;
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
export function loadRazorpay(src: string): Promise<NonNullable<Window['Razorpay']>> {
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
