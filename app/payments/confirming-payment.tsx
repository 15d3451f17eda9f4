import { Spinner } from '#app/ui/spinner.tsx';

/** Shown while the gateway confirms a payment. The shopper may leave the page without losing anything. */
export function ConfirmingPayment() {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center">
      <Spinner label="Confirming your payment..." />
      <p className="max-w-md text-muted">
        This takes a few seconds. If you close this page, your order is still placed.
      </p>
    </div>
  );
}
