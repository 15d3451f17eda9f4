import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { Courier, CourierForm as CourierRequest } from '#contract/admin/couriers.ts';
import { useSave } from './use-save.ts';

const Typed = z.object({
  name: z.string(),
  url: z.string(),
  numbered: z.boolean(),
  active: z.boolean(),
});
type Typed = z.infer<typeof Typed>;

const NAMES: Record<keyof Typed, string> = {
  name: 'Name',
  url: 'Tracking page',
  numbered: 'Its parcels have tracking numbers',
  active: 'In use',
};

type CourierFormProps = { courier: Courier | null; onDone: () => void };

/** Adds or changes a courier. An inactive one keeps its parcels and gets no new ones. */
export function CourierForm({ courier, onDone }: CourierFormProps) {
  const draft = useVersionedDraft({
    name: `courier:${courier?.id ?? 'new'}`,
    // Its version is what it was.
    schema: { form: Typed, version: Typed },
    saved: courier,
    read: (saved) => ({ form: typedOf(saved), version: typedOf(saved) }),
  });
  const { form, restored, conflicts, change, forget } = draft;
  const isMounted = useIsMounted();
  const { name, url, numbered, active } = form;
  const leave = () => {
    forget();
    onDone();
  };
  const reload = async () => {
    const couriers = await queryClient.fetchQuery({ ...couriersQuery, staleTime: 0 });
    return couriers.find(({ id }) => id === courier?.id) ?? null;
  };
  const { save, saving, failure, fields } = useSave(async () => {
    const saved = await draft
      .save((typed, seen) => {
        const body = courierOf(typed.numbered ? typed : { ...typed, url: '' });
        return courier
          ? callAdmin('PATCH /admin/couriers/{id}', {
              params: { id: courier.id },
              body: { ...body, seen: courierOf(seen) },
            })
          : callAdmin('POST /admin/couriers', { body });
      }, reload)
      .finally(() => void queryClient.invalidateQueries({ queryKey: couriersQuery.queryKey }));
    if (!saved) return;
    showSnackbar({ text: `${saved.name} saved` });
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
          label={NAMES.name}
          maxLength={60}
          // A button has just opened the form: the name is the next input.
          autoFocus
          value={name}
          onChange={(event) => change(() => ({ name: event.target.value }))}
          error={fields.name}
        />
        <Checkbox
          label={NAMES.numbered}
          checked={numbered}
          onChange={(event) => change(() => ({ numbered: event.target.checked }))}
        />
        {numbered && (
          <Field
            label={NAMES.url}
            type="url"
            hint="Its address, with {number} where the tracking number goes"
            maxLength={300}
            value={url}
            onChange={(event) => change(() => ({ url: event.target.value }))}
            error={fields.tracking_url}
          />
        )}
        <Checkbox
          label={NAMES.active}
          checked={active}
          onChange={(event) => change(() => ({ active: event.target.checked }))}
        />
      </FormFields>
      <ConflictNotice conflicts={conflicts} names={NAMES} onTake={forget} />
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

const typedOf = (courier: Courier | null): Typed => ({
  name: courier?.name ?? '',
  url: courier?.tracking_url ?? '',
  numbered: courier?.numbered ?? true,
  active: courier?.active ?? true,
});

const courierOf = ({ url, ...others }: Typed): CourierRequest => ({
  ...others,
  tracking_url: url.trim() || null,
});
