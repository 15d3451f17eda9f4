import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import { type CourierCash, MAX_FILE_BYTES, type RemittancePreview } from '#contract/admin/cash.ts';
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

/** Takes a courier's list as a file or as pasted lines, shows how its lines match, and then posts it. */
export function ListForm({ couriers, chosen, onChoose }: ListFormProps) {
  const { form, restored, change, forget } = useFormDraft('courier-list', Typed, EMPTY);
  const { pasted } = form;
  const [picked, setPicked] = useState<File | null>(null);
  const [matched, setMatched] = useState<{ list: List; preview: RemittancePreview } | null>(null);
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
    setMatched({ list, preview: await callAdmin('POST /admin/cash/previews', { body }) });
  }

  function finish() {
    setMatched(null);
    setPicked(null);
    forget();
  }

  if (matched)
    return (
      <PostForm
        {...matched}
        onReread={() => matchList(matched.list)}
        onBack={() => setMatched(null)}
        onPosted={finish}
      />
    );
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
