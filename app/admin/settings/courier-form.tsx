import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { Courier } from '#contract/admin/couriers.ts';
import { useSave } from './use-save.ts';

const Typed = z.object({
  name: z.string(),
  url: z.string(),
  numbered: z.boolean(),
  active: z.boolean(),
  /** The courier that the draft is based on, so that a newer version is not overwritten unseen. */
  seen: z.nullable(
    z.object({
      name: z.string(),
      tracking_url: z.nullable(z.string()),
      numbered: z.boolean(),
      active: z.boolean(),
    }),
  ),
});

type CourierFormProps = { courier: Courier | null; onDone: () => void };

/** Adds or changes a courier. An inactive one keeps its parcels and gets no new ones. */
export function CourierForm({ courier, onDone }: CourierFormProps) {
  const draft = useFormDraft(`courier:${courier?.id ?? 'new'}`, Typed, {
    name: courier?.name ?? '',
    url: courier?.tracking_url ?? '',
    numbered: courier?.numbered ?? true,
    active: courier?.active ?? true,
    seen: courier && {
      name: courier.name,
      tracking_url: courier.tracking_url,
      numbered: courier.numbered,
      active: courier.active,
    },
  });
  const { form, restored, change, forget } = draft;
  const isMounted = useIsMounted();
  const { name, url, numbered, active, seen } = form;
  const leave = () => {
    forget();
    onDone();
  };
  const { save, saving, failure, fields } = useSave(async () => {
    const body = { name, tracking_url: (numbered && url.trim()) || null, numbered, active };
    try {
      if (courier && seen) {
        const params = { id: courier.id };
        await callAdmin('PATCH /admin/couriers/{id}', { params, body: { ...body, seen } });
      } else {
        await callAdmin('POST /admin/couriers', { body });
      }
    } finally {
      void queryClient.invalidateQueries({ queryKey: couriersQuery.queryKey });
    }
    showSnackbar({ text: `${name.trim()} saved` });
    forget();
    if (isMounted()) onDone(); // or another form may be open by now
  });
  return (
    <form
      noValidate
      aria-label={courier ? `Change ${courier.name}` : 'Add a courier'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-3 rounded-md bg-surface-muted p-4"
    >
      <DraftNote restored={restored} onClear={forget} />
      <FormFields saving={saving}>
        <Field
          label="Name"
          maxLength={60}
          // A button has just opened the form: the name is the next input.
          autoFocus
          value={name}
          onChange={(event) => change({ name: event.target.value })}
          error={fields.name}
        />
        <Checkbox
          label="Its parcels have tracking numbers"
          checked={numbered}
          onChange={(event) => change({ numbered: event.target.checked })}
        />
        {numbered && (
          <Field
            label="Tracking page"
            type="url"
            hint="Its address, with {number} where the tracking number goes"
            maxLength={300}
            value={url}
            onChange={(event) => change({ url: event.target.value })}
            error={fields.tracking_url}
          />
        )}
        <Checkbox
          label="In use"
          checked={active}
          onChange={(event) => change({ active: event.target.checked })}
        />
      </FormFields>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving && 'Saving...'}>
          Save
        </Button>
        <Button tone="quiet" onClick={leave}>
          Back
        </Button>
      </div>
    </form>
  );
}
