import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import {
  type CourierCash,
  type FileColumns,
  MAX_FILE_BYTES,
  type RemittancePreview,
} from '#contract/admin/cash.ts';
import { ColumnsForm } from './columns-form.tsx';
import { PostForm } from './post-form.tsx';

type ListFormProps = {
  couriers: readonly CourierCash[];
  chosen: string | null;
  onChoose: (courier: string) => void;
};

const Typed = z.object({ pasted: z.string(), courier: z.string() });
const EMPTY = { pasted: '', courier: '' };

/** A list and its courier's id and name. */
export type List = { courier: string; file: string; name: string };

/** What comes after a list was taken: its columns are asked for, or what they match is shown. */
type Step = { list: List } & ({ columns: FileColumns } | { preview: RemittancePreview });

/**
 * Takes a courier's list as a file or as pasted lines, asks for its columns if they are not known, shows how its lines
 * match, and then posts it.
 */
export function ListForm({ couriers, chosen, onChoose }: ListFormProps) {
  const { form, restored, change, forget } = useFormDraft('courier-list', Typed, EMPTY);
  const { pasted } = form;
  const [picked, setPicked] = useState<File | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const { write, busy, failure, fields, refuse } = useWrite();
  const fileId = useId();
  // A list belongs to the courier that was chosen for it, also after a reload or when the page is filtered by another
  // courier.
  const own = picked || pasted ? form.courier : '';
  const find = (id: string | null) => couriers.find((each) => each.courier === id);
  const { courier = '', name = '' } = find(own) ?? find(chosen) ?? couriers[0] ?? {};

  function match() {
    if (picked && picked.size > MAX_FILE_BYTES) return refuse('The file is larger than 2 MB');
    return write(async () => {
      const bytes = new Uint8Array(await (picked ?? new Blob([pasted.trim()])).arrayBuffer());
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      await matchList({ courier, name, file: btoa(binary) });
    });
  }

  /** Also matches it again with the present orders. */
  async function matchList(list: List) {
    const body = { courier: list.courier, file: list.file };
    try {
      setStep({ list, preview: await callAdmin('POST /admin/cash/previews', { body }) });
    } catch (error) {
      if (!hasErrorCode(error, 'columns_unknown')) throw error;
      await askColumns(list);
    }
  }

  async function askColumns(list: List) {
    const body = { courier: list.courier, file: list.file };
    setStep({ list, columns: await callAdmin('POST /admin/cash/columns', { body }) });
  }

  function finish() {
    setStep(null);
    setPicked(null);
    forget();
  }

  if (step) {
    const { list } = step;
    const back = () => setStep(null);
    const read = () => matchList(list);
    return 'columns' in step ? (
      <ColumnsForm {...list} {...step.columns} onChosen={read} onBack={back} />
    ) : (
      <PostForm
        list={list}
        preview={step.preview}
        onReread={read}
        onColumns={() => askColumns(list)}
        onBack={back}
        onPosted={finish}
      />
    );
  }
  return (
    <AdminForm
      onSubmit={match}
      busy={busy}
      failure={fields.file ?? failure}
      draft={{ restored: pasted ? restored : null, forget }}
      submit="Match"
      submitting="Matching..."
      head={
        <div>
          <h2 className="text-lg">Match a courier’s list</h2>
          <p className="text-sm text-muted">
            A CSV file with tracking number and amount. Nothing is posted before you have seen it.
          </p>
        </div>
      }
    >
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <SelectField
          label="Courier"
          value={courier}
          onChange={({ target }) => {
            if (own) change({ courier: target.value });
            onChoose(target.value);
          }}
          options={couriers.map((each) => ({ value: each.courier, label: each.name }))}
        />
        <div className="grid gap-1.5">
          <label htmlFor={fileId} className="text-sm font-medium text-foreground">
            CSV file
          </label>
          <input
            id={fileId}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ target }) => {
              setPicked(target.files?.[0] ?? null);
              change({ courier });
            }}
            className="min-h-11 w-full rounded-md file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-surface-accent file:px-4 file:font-semibold file:text-foreground"
          />
          {/* After the way back from a match, the browser's field is empty. */}
          {picked && <p className="text-sm text-muted wrap-anywhere">Reads {picked.name}</p>}
        </div>
      </div>
      {!picked && (
        <TextArea
          label="Or paste its lines"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder={'AWB, Amount, UTR'}
          value={pasted}
          onChange={({ target: { value } }) =>
            value === '' ? forget() : change({ pasted: value, courier })
          }
        />
      )}
    </AdminForm>
  );
}
