import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { Courier, CourierForm as CourierRequest } from '#contract/admin/couriers.ts';

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
  const { form, changes, change, forget, field } = draft;
  const isMounted = useIsMounted();
  const { write, busy, failure, fields } = useWrite();
  const send = (typed: Typed, seen: Typed) => {
    const body = courierOf(typed.numbered ? typed : { ...typed, url: '' });
    if (!courier) return callAdmin('POST /admin/couriers', { body });
    return callAdmin('PATCH /admin/couriers/{id}', {
      params: { id: courier.id },
      body: { ...body, seen: courierOf(seen) },
    });
  };
  const reload = async () => {
    const couriers = await queryClient.fetchQuery({ ...couriersQuery, staleTime: 0 });
    return couriers.find(({ id }) => id === courier?.id) ?? null;
  };
  const save = () =>
    write(async () => {
      const saved = await draft
        .save(send, reload)
        .finally(() => void queryClient.invalidateQueries({ queryKey: couriersQuery.queryKey }));
      if (!saved) return;
      showSnackbar({ text: `${saved.name} saved` });
      if (isMounted()) onDone(); // or another form may be open by now
    });
  function leave() {
    forget();
    onDone();
  }
  return (
    <AdminForm
      aria-label={courier ? `Change ${courier.name}` : 'Add a courier'}
      className="grid gap-3 rounded-md bg-surface-muted p-4"
      onSubmit={save}
      busy={busy}
      failure={failure}
      draft={draft}
      submit="Save"
      cancel={{ label: 'Back', onClick: leave }}
    >
      {/* A button has just opened the form: the name is the next input. */}
      <Field {...field('name', fields)} label={NAMES.name} maxLength={60} autoFocus />
      <Checkbox
        label={NAMES.numbered}
        checked={form.numbered}
        onChange={({ target }) => change(() => ({ numbered: target.checked }))}
      />
      {form.numbered && (
        <Field
          {...field('url')}
          label={NAMES.url}
          type="url"
          hint="Its address, with {number} where the tracking number goes"
          maxLength={300}
          error={fields.tracking_url}
        />
      )}
      <Checkbox
        label={NAMES.active}
        checked={form.active}
        onChange={({ target }) => change(() => ({ active: target.checked }))}
      />
      <ConflictNotice changes={changes} names={NAMES} />
    </AdminForm>
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
