import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AddressFields, type AddressValues } from '#app/addresses/address-fields.tsx';
import { ConflictNotice, FormFields } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { type Changes, changesOf } from '#app/admin/draft.ts';
import { whatChanged } from '#app/admin/orders/event-texts.ts';
import { orderChanged, reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { ApiError, messageOf, showFieldErrors } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { AddressForm, type ShippingAddress } from '#contract/addresses.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ADDRESS_FIELD_NAMES, ADDRESS_FIELDS, addressTexts } from '#domain/address.ts';

type CorrectionFormProps = { order: OrderDetail; address: ShippingAddress; onClose: () => void };

/**
 * The order's address with the fields and rules of the shopper's form. If somebody else has changed the order since, that
 * is told, and the next save replaces it.
 */
export default function AddressCorrectionForm({ order, address, onClose }: CorrectionFormProps) {
  const [base, setBase] = useState({ version: order.version, address: addressTexts(address) });
  const [changes, setChanges] = useState<Changes>({});
  const form = useForm<AddressValues, unknown, AddressForm>({
    resolver: zodResolver(AddressForm),
    defaultValues: base.address,
  });
  const { write, busy, failure, refuse } = useWrite({ failed: tell });
  const params = { id: order.id };

  const save = ({ is_default: _, ...typed }: AddressForm) =>
    write(async () => {
      setChanges({});
      const body = { version: base.version, ...typed };
      orderChanged(await callAdmin('PATCH /admin/orders/{id}/address', { params, body }));
      showSnackbar({
        text: `${order.order_number} has the corrected address`,
        link: { to: `/admin/print?orders=${order.id}`, label: 'Print slip' },
      });
      onClose();
    });

  async function tell(error: unknown) {
    const stands = error instanceof ApiError ? error.order : undefined;
    refuse([messageOf(error), stands && whatChanged(stands)].filter(Boolean).join(' '));
    showFieldErrors(form, ADDRESS_FIELDS, error);
    if (!stands) return;
    void reloadOrders();
    // While the order cannot be read, the next attempt is refused in the same way.
    const latest = await callAdmin('GET /admin/orders/{id}', { params }).catch(() => null);
    if (!latest?.shipping_address) return;
    const saved = addressTexts(latest.shipping_address);
    setChanges(changesOf(base.address, form.getValues(), saved));
    setBase({ version: latest.version, address: saved });
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(save)}
      {...ENTER_TO_NEXT_FIELD}
      className="grid gap-5 sm:grid-cols-6"
    >
      <p className="sm:col-span-6">
        For this order alone: the saved addresses of the customer stay as they are. The customer
        gets an email a minute later. A slip that was printed before is wrong then.
      </p>
      <FormFields saving={busy}>
        <AddressFields form={form} saved={base.address} autofill={false} />
      </FormFields>
      <div className="grid gap-3 empty:hidden sm:col-span-6">
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <ConflictNotice changes={changes} names={ADDRESS_FIELD_NAMES} />
      </div>
      <div className="dialog-actions sm:col-span-6">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy && 'Saving...'}>
          Save address
        </Button>
      </div>
    </form>
  );
}
