import { Spinner } from '#app/ui/spinner.tsx';

/** The money is on its way to the shop. Leaving this page loses nothing. */
export function ConfirmingPayment() {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center">
      <Spinner label="Confirming your payment..." />
      <p className="max-w-md text-muted">
        This takes a few seconds. If you close this page, your order is placed all the same.
      </p>
    </div>
  );
}
