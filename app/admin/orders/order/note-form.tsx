import * as z from 'zod/mini';
import { FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

const Typed = z.object({ text: z.string() });

/** Writes a note for the staff, once. The draft is kept until it is saved. */
export function NoteForm({ orderId }: { orderId: string }) {
  const draft = useFormDraft(`note:${orderId}`, Typed, { text: '' });
  const { write, busy, failure } = useWrite();
  if (!useRole('owner', 'packer')) return null;
  const text = draft.form.text.trim();
  const save = () =>
    write(async () => {
      const body = { text };
      const request = { params: { id: orderId }, body, idempotencyKey: draft.keep() };
      orderChanged(await callAdmin('POST /admin/orders/{id}/notes', request));
      draft.forget();
    });
  return (
    <PlainForm onSubmit={() => text && save()} className="mt-5 flex flex-wrap items-end gap-x-2">
      <DraftNote restored={draft.restored} onClear={draft.forget} className="w-full" />
      <FormFields saving={busy}>
        <Field
          {...draft.field('text')}
          label="Note for the staff"
          maxLength={1000}
          error={failure}
          className="min-w-0 flex-1"
        />
      </FormFields>
      <Button type="submit" tone="secondary" busy={busy && 'Saving...'}>
        Add
      </Button>
    </PlainForm>
  );
}
