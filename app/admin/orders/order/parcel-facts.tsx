import { lazy } from '#app/admin/app-version/lazy.ts';
import { compact, DialogButton } from '#app/admin/buttons.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { PARCEL_IS_FOLLOWED } from '#domain/decide-parcel-correction.ts';

const CorrectionForm = lazy(() => import('./parcel-correction-form.tsx'));

/**
 * The courier and the state of the last parcel; nothing if there is none. Warns about a test payment and about a full
 * refund.
 */
export function ParcelFacts({ order }: { order: OrderDetail }) {
  const shipment = order.shipments.at(-1);
  const mayCorrect = useRole('owner', 'packer');
  const playMoney = order.payment_mode !== null && order.payment_mode !== 'live';
  return (
    <>
      {playMoney && (
        <p className="font-medium text-danger">
          This order was paid in test mode. No money was taken, so it cannot be packed.
        </p>
      )}
      {order.wholly_refunded && (
        <p className="font-medium text-danger">
          This order has been refunded in full. Cancel it instead of sending it.
        </p>
      )}
      {shipment && (
        <div>
          <p className="font-semibold wrap-anywhere text-foreground">
            {shipment.courier} <span translate="no">{shipment.tracking_number}</span>
          </p>
          <p className="text-sm text-muted">
            Handed over {formatDateTime(shipment.handed_over_at)}
            {shipment.failed_attempts > 0 &&
              `, ${shipment.failed_attempts} failed ${shipment.failed_attempts === 1 ? 'attempt' : 'attempts'}`}
          </p>
          <div className="flex flex-wrap gap-x-5">
            {shipment.tracking_url && (
              <a
                href={shipment.tracking_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
              >
                Track
              </a>
            )}
            {mayCorrect && (
              <DialogButton
                button={compact('Correct tracking')}
                hidden={!PARCEL_IS_FOLLOWED.includes(order.fulfilment)}
                title={`Parcel of ${order.order_number}`}
              >
                {(close) => <CorrectionForm order={order} parcel={shipment} onClose={close} />}
              </DialogButton>
            )}
          </div>
        </div>
      )}
    </>
  );
}
