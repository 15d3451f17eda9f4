import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { type Conflict, conflictsOf } from '#app/admin/draft/conflicts.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { couriersQuery, orderChanged, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';

const NAMES = { courier: 'Courier', number: 'Tracking number' };

const textsOf = ({ courier, tracking_number }: Shipment) => ({
  courier,
  number: tracking_number ?? '',
});

type ParcelCorrectionFormProps = { order: OrderDetail; parcel: Shipment; onClose: () => void };

/** The courier and the tracking number of a parcel, as they should be. */
export default function ParcelCorrectionForm({
  order,
  parcel,
  onClose,
}: ParcelCorrectionFormProps) {
  const couriers = useQuery(couriersQuery);
  const [base, setBase] = useState({ version: order.version, parcel });
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [courier, setCourier] = useState(parcel.courier_id);
  const [typed, setTyped] = useState(parcel.tracking_number ?? '');
  const [failure, setFailure] = useState('');
  const [wrong, setWrong] = useState('');
  const [saving, setSaving] = useState(false);

  if (couriers.error)
    return (
      <LoadError error={couriers.error} retrying={couriers.isFetching} onRetry={couriers.refetch} />
    );
  if (!couriers.data) return <Spinner label="Loading..." />;
  const offered = couriers.data.filter(({ id, active }) => active || id === parcel.courier_id);
  const numbered = offered.find(({ id }) => id === courier)?.numbered ?? true;

  async function save() {
    const read = numbered ? z.safeParse(TrackingNumber, typed) : null;
    setFailure('');
    setConflicts([]);
    setWrong(read?.error?.issues[0]?.message ?? '');
    if (read?.success === false) return;
    setSaving(true);
    try {
      const changed = await callAdmin('PATCH /admin/orders/{id}/parcel', {
        params: { id: order.id },
        body: {
          version: base.version,
          courier,
          ...(read?.success && { tracking_number: read.data }),
        },
      });
      orderChanged(changed);
      showSnackbar({ text: `Tracking of ${order.order_number} corrected` });
      onClose();
    } catch (error) {
      void reloadOrders();
      // While the order cannot be read, the next attempt is refused in the same way.
      const replaced = hasErrorCode(error, 'order_changed')
        ? await readAgain().catch(() => [])
        : [];
      setConflicts(replaced);
      if (replaced.length === 0) setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  /** @returns what the next save replaces. */
  async function readAgain(): Promise<Conflict[]> {
    const latest = await callAdmin('GET /admin/orders/{id}', { params: { id: order.id } });
    const saved = latest.shipments.find(({ id }) => id === parcel.id) ?? base.parcel;
    setBase({ version: latest.version, parcel: saved });
    const name = offered.find(({ id }) => id === courier)?.name;
    return conflictsOf(textsOf(base.parcel), { courier: name, number: typed }, textsOf(saved));
  }

  function takeSaved() {
    setCourier(base.parcel.courier_id);
    setTyped(base.parcel.tracking_number ?? '');
    setConflicts([]);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-5"
    >
      <p>
        {order.fulfilment === 'shipped'
          ? 'The customer’s page shows the new number at once. An email about it is sent if one with the former number was.'
          : 'The customer’s page shows the new number. No email is sent about it.'}
      </p>
      <FormFields saving={saving}>
        <SelectField
          label={NAMES.courier}
          value={courier}
          onChange={(event) => setCourier(event.target.value)}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {numbered ? (
          <Field
            label={NAMES.number}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={wrong}
          />
        ) : (
          <p className="text-sm text-muted">This courier has no tracking numbers.</p>
        )}
      </FormFields>
      <ConflictNotice conflicts={conflicts} names={NAMES} onTake={takeSaved} />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button type="submit" busy={saving && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  );
}
