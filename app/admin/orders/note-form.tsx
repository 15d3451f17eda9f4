import { useRef, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { orderChanged } from './order-queries.ts';

/** Writes a note for the staff. A failure keeps what was typed. */
export function NoteForm({ orderId }: { orderId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  if (!useRole('owner', 'packer')) return null;

  async function save() {
    const text = input.current?.value.trim();
    if (!text) return;
    setSaving(true);
    setFailure('');
    try {
      orderChanged(
        await callAdmin('POST /admin/orders/{id}/notes', {
          params: { id: orderId },
          body: { text },
        }),
      );
      if (input.current) input.current.value = '';
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
        ref={input}
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
