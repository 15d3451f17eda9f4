import { Suspense, useState } from 'react';
import { lazy } from '#app/admin/app-version/lazy.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';

const CorrectionForm = lazy(() => import('./parcel-correction-form.tsx'));

/** The states in which somebody still follows the parcel, or its cash is matched by its number. */
const CORRECTED: readonly OrderDetail['fulfilment'][] = ['shipped', 'returning', 'delivered'];

/** Corrects the courier and the number of a parcel that was handed over. */
export function CorrectParcel({ order, parcel }: { order: OrderDetail; parcel: Shipment }) {
  const [open, setOpen] = useState(false);
  const mayCorrect = useRole('owner', 'packer');
  if (!mayCorrect || (!CORRECTED.includes(order.fulfilment) && !open)) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 items-center rounded-sm font-semibold text-primary underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        Correct tracking
      </button>
      <Dialog title={`Parcel of ${order.order_number}`} open={open} onClose={close}>
        <Suspense fallback={<Spinner label="Loading..." />}>
          <CorrectionForm order={order} parcel={parcel} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
