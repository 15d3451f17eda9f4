import { useState } from 'react';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { SelectField } from '#app/ui/field.tsx';
import type { FileColumns } from '#contract/admin/cash.ts';

type ColumnsFormProps = FileColumns & {
  courier: string;
  /** The courier's name. */
  name: string;
  /** Called when the choice is stored: the list can be matched by it. */
  onChosen: () => Promise<void>;
  onBack: () => void;
};

const FIELDS = [
  { key: 'tracking', label: 'Tracking number or order number', none: 'Choose a column' },
  { key: 'amount', label: 'Amount', none: 'Choose a column' },
  { key: 'reference', label: 'Reference of the transfer (UTR)', none: 'Not in this list' },
] as const;

/** Asks which columns of a courier's list to read; its next lists are read by the same ones. */
export function ColumnsForm(props: ColumnsFormProps) {
  const { courier, name, columns, chosen, onChosen, onBack } = props;
  const [picked, setPicked] = useState({
    tracking: chosen.tracking ?? '',
    amount: chosen.amount ?? '',
    reference: chosen.reference ?? '',
  });
  const { write, busy, failure, fields } = useWrite();
  const save = () =>
    write(async () => {
      await callAdmin('PATCH /admin/cash/couriers/{id}/columns', {
        params: { id: courier },
        body: { ...picked, reference: picked.reference || null },
      });
      await onChosen();
    });
  return (
    <AdminForm
      onSubmit={save}
      busy={busy}
      failure={failure}
      submit="Match"
      submitting="Matching..."
      cancel={{ label: 'Back', onClick: onBack }}
      head={
        <div>
          <h2 ref={focusHeading} tabIndex={-1} className="text-lg">
            {`Which columns of ${name}’s list are these?`}
          </h2>
          <p className="text-sm text-muted">
            {`The next lists of ${name} are read by the same columns.`}
          </p>
        </div>
      }
    >
      <div className="grid gap-4 lg:grid-cols-3 lg:items-start">
        {FIELDS.map(({ key, label, none }) => (
          <SelectField
            key={key}
            label={label}
            value={picked[key]}
            error={fields[key]}
            onChange={({ target }) => setPicked((now) => ({ ...now, [key]: target.value }))}
            options={[
              { value: '', label: none },
              ...columns.map(({ name, sample }) => ({
                value: name,
                label: sample ? `${name}: ${sample}` : name,
              })),
            ]}
          />
        ))}
      </div>
    </AdminForm>
  );
}

/** The ref of the heading of a form that replaces the one with the focus. */
export const focusHeading = (heading: HTMLElement | null) => heading?.focus();
