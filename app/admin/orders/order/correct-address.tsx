import { Suspense, useState } from 'react';
import { lazy } from '#app/admin/app-version/lazy.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';

/** The form's libraries are downloaded when somebody corrects an address. */
const CorrectionForm = lazy(() => import('./address-correction-form.tsx'));

/** A button and a dialog to correct the address, until the parcel is handed over. */
export function CorrectAddress({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState(false);
  const mayCorrect = useRole('owner', 'packer');
  const { shipping_address: address, fulfilment } = order;
  if (!mayCorrect || address === null || (isAddressFinal(fulfilment) && !open)) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button tone="secondary" className="mt-3" onClick={() => setOpen(true)}>
        Correct address
      </Button>
      <Dialog title={`Address of ${order.order_number}`} open={open} onClose={close}>
        <Suspense fallback={<Spinner label="Loading..." />}>
          <CorrectionForm order={order} address={address} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
