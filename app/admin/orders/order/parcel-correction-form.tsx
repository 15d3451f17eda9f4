import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AdminForm, ConflictNotice } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useVersionedDraft } from '#app/admin/draft.ts';
import { couriersQuery, orderChanged, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { Loaded } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import type { Courier } from '#contract/admin/couriers.ts';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';

const NAMES = { courier: 'Courier', number: 'Tracking number' };

const Typed = z.object({ courier: z.string(), number: z.string() });

type ParcelCorrectionFormProps = { order: OrderDetail; parcel: Shipment; onClose: () => void };

/** The courier and the tracking number of a parcel, as they should be. */
export default function ParcelCorrectionForm(props: ParcelCorrectionFormProps) {
  const couriers = useQuery(couriersQuery);
  return <Loaded query={couriers}>{(all) => <CorrectionForm {...props} couriers={all} />}</Loaded>;
}

type CorrectionFormProps = ParcelCorrectionFormProps & { couriers: readonly Courier[] };

function CorrectionForm({ order, parcel, couriers, onClose }: CorrectionFormProps) {
  const draft = useVersionedDraft({
    name: `parcel:${parcel.id}`,
    schema: { form: Typed, version: z.number() },
    saved: order,
    read: ({ shipments, version }) => {
      const saved = shipments.find(({ id }) => id === parcel.id) ?? parcel;
      return { form: { courier: saved.courier_id, number: saved.tracking_number ?? '' }, version };
    },
  });
  const { form, changes } = draft;
  const { courier, number } = form;
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: () => void reloadOrders(),
  });
  const offered = couriers.filter(({ id, active }) => active || id === parcel.courier_id);
  const numbered = offered.find(({ id }) => id === courier)?.numbered ?? true;
  const theirs = couriers.find(({ id }) => id === changes.courier)?.name;

  function save() {
    const read = numbered ? z.safeParse(TrackingNumber, number) : null;
    if (read?.success === false) return refuse('', { number: read.error.issues[0]?.message });
    const params = { id: order.id };
    return write(async () => {
      const saved = await draft.save(
        (_, version) =>
          callAdmin('PATCH /admin/orders/{id}/parcel', {
            params,
            body: { version, courier, ...(read && { tracking_number: read.data }) },
          }),
        () => callAdmin('GET /admin/orders/{id}', { params }),
      );
      if (!saved) return reloadOrders();
      orderChanged(saved);
      showSnackbar({ text: `Tracking of ${order.order_number} corrected` });
      onClose();
    });
  }

  return (
    <AdminForm inDialog draft={draft} onSubmit={save} busy={busy} failure={failure} submit="Save">
      <p>
        {order.fulfilment === 'shipped'
          ? 'The customer’s page shows the new number at once. An email about it is sent if one with the former number was.'
          : 'The customer’s page shows the new number. No email is sent about it.'}
      </p>
      <SelectField
        label={NAMES.courier}
        {...draft.field('courier')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {numbered ? (
        <Field
          {...draft.field('number', fields)}
          label={NAMES.number}
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <p className="text-sm text-muted">This courier has no tracking numbers.</p>
      )}
      <ConflictNotice changes={theirs ? { ...changes, courier: theirs } : changes} names={NAMES} />
    </AdminForm>
  );
}
