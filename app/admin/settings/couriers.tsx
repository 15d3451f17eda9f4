import { useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, reload } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { Courier } from '#contract/admin/couriers.ts';

/** The couriers, with the URLs of their tracking pages. */
export function Couriers({ couriers }: { couriers: readonly Courier[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">Couriers</h2>
      <ul>
        {couriers.map((courier) => (
          <li key={courier.id} className="border-b border-border py-2">
            {open === courier.id ? (
              <CourierForm courier={courier} onDone={close} />
            ) : (
              <div className="flex items-center gap-x-3">
                <p className="min-w-0 flex-1">
                  <span className="font-medium text-foreground">{courier.name}</span>
                  <span className="block truncate text-sm text-muted">
                    {courier.numbered
                      ? (courier.tracking_url ?? 'No tracking page')
                      : 'No tracking numbers'}
                  </span>
                </p>
                {!courier.active && <Badge>Not in use</Badge>}
                <Button
                  tone="quiet"
                  aria-label={`Change ${courier.name}`}
                  onClick={() => setOpen(courier.id)}
                >
                  Change
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <CourierForm courier={null} onDone={close} />
      ) : (
        <Button tone="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          Add a courier
        </Button>
      )}
    </section>
  );
}

const Typed = z.object({
  name: z.string(),
  url: z.string(),
  numbered: z.boolean(),
  active: z.boolean(),
});
type Typed = z.infer<typeof Typed>;

type CourierFormProps = { courier: Courier | null; onDone: () => void };

/** Adds or changes a courier. An inactive one keeps its parcels and gets no new ones. */
function CourierForm({ courier, onDone }: CourierFormProps) {
  const draft = useFormDraft(`courier:${courier?.id ?? 'new'}`, Typed, typedOf(courier));
  const { form, change, forget, field } = draft;
  const isMounted = useIsMounted();
  const { write, busy, failure, fields } = useWrite();
  const save = () =>
    write(async () => {
      const { url, ...others } = form;
      const body = { ...others, tracking_url: (form.numbered && url.trim()) || null };
      const saved = courier
        ? await callAdmin('PATCH /admin/couriers/{id}', { params: { id: courier.id }, body })
        : await callAdmin('POST /admin/couriers', { body });
      forget();
      reload('couriers');
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
      <Field {...field('name', fields)} label="Name" maxLength={60} autoFocus />
      <Checkbox
        label="Its parcels have tracking numbers"
        checked={form.numbered}
        onChange={({ target }) => change({ numbered: target.checked })}
      />
      {form.numbered && (
        <Field
          {...field('url')}
          label="Tracking page"
          type="url"
          hint="Its address, with {number} where the tracking number goes"
          maxLength={300}
          error={fields.tracking_url}
        />
      )}
      <Checkbox
        label="In use"
        checked={form.active}
        onChange={({ target }) => change({ active: target.checked })}
      />
    </AdminForm>
  );
}

const typedOf = (courier: Courier | null): Typed => ({
  name: courier?.name ?? '',
  url: courier?.tracking_url ?? '',
  numbered: courier?.numbered ?? true,
  active: courier?.active ?? true,
});
