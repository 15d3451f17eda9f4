import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { couriersQuery, orderChanged, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';

const NAMES = { courier: 'Courier', number: 'Tracking number' };

const Typed = z.object({ courier: z.string(), number: z.string() });

type ParcelCorrectionFormProps = { order: OrderDetail; parcel: Shipment; onClose: () => void };

/** The courier and the tracking number of a parcel, as they should be. */
export default function ParcelCorrectionForm({
  order,
  parcel,
  onClose,
}: ParcelCorrectionFormProps) {
  const couriers = useQuery(couriersQuery);
  const draft = useVersionedDraft({
    name: `parcel:${parcel.id}`,
    schema: { form: Typed, version: z.number() },
    saved: order,
    read: ({ shipments, version }) => {
      const saved = shipments.find(({ id }) => id === parcel.id) ?? parcel;
      return { form: { courier: saved.courier_id, number: saved.tracking_number ?? '' }, version };
    },
  });
  const { form, restored, change, forget } = draft;
  const { courier, number } = form;
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

  const nameOf = (courier: unknown) => couriers.data.find(({ id }) => id === courier)?.name;
  const conflicts = draft.conflicts.map((each) =>
    each.field === 'courier'
      ? { ...each, here: nameOf(each.here), saved: nameOf(each.saved) }
      : each,
  );

  async function save() {
    const read = numbered ? z.safeParse(TrackingNumber, number) : null;
    setFailure('');
    setWrong(read?.error?.issues[0]?.message ?? '');
    if (read?.success === false) return;
    setSaving(true);
    const params = { id: order.id };
    try {
      const saved = await draft.save(
        (_, version) =>
          callAdmin('PATCH /admin/orders/{id}/parcel', {
            params,
            body: { version, courier, ...(read?.success && { tracking_number: read.data }) },
          }),
        () => callAdmin('GET /admin/orders/{id}', { params }),
      );
      if (!saved) return void reloadOrders();
      orderChanged(saved);
      showSnackbar({ text: `Tracking of ${order.order_number} corrected` });
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      void reloadOrders();
    } finally {
      setSaving(false);
    }
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
      <DraftNote restored={restored} onClear={forget} />
      <FormFields saving={saving}>
        <SelectField
          label={NAMES.courier}
          value={courier}
          onChange={({ target }) => change(() => ({ courier: target.value }))}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {numbered ? (
          <Field
            label={NAMES.number}
            value={number}
            onChange={({ target }) => change(() => ({ number: target.value }))}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={wrong}
          />
        ) : (
          <p className="text-sm text-muted">This courier has no tracking numbers.</p>
        )}
      </FormFields>
      <ConflictNotice conflicts={conflicts} names={NAMES} onTake={forget} />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button type="submit" busy={saving && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  );
}
