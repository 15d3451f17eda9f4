import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useKeyedDraft } from '#app/admin/draft/use-keyed-draft.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { orderChanged } from './order-queries.ts';

/** Writes a note for the staff, once. What was typed stays until it is saved. */
export function NoteForm({ orderId }: { orderId: string }) {
  const { text, idempotencyKey, setText } = useKeyedDraft(`note:${orderId}`);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  if (!useRole('owner', 'packer')) return null;

  async function save() {
    if (!text.trim() || saving) return;
    setSaving(true);
    setFailure('');
    try {
      orderChanged(
        await callAdmin('POST /admin/orders/{id}/notes', {
          params: { id: orderId },
          body: { text: text.trim() },
          idempotencyKey,
        }),
      );
      setText('');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="mt-5 flex items-end gap-2"
    >
      <Field
        value={text}
        onChange={(event) => setText(event.target.value)}
        label="Note for the staff"
        maxLength={1000}
        autoComplete="off"
        error={failure}
        className="flex-1"
      />
      <Button type="submit" tone="secondary" busy={saving && 'Saving...'}>
        Add
      </Button>
    </form>
  );
}
