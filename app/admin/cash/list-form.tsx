import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
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
type List = { courier: string; file: string; name: string };

/** A matched list, with what is needed to post it. */
export type Matched = List & { preview: RemittancePreview };

/**
 * Takes a courier's list as a file or as pasted lines, asks for its columns if they are not known, shows how its lines
 * match, and then posts it.
 */
export function ListForm({ couriers, chosen, onChoose }: ListFormProps) {
  const { form, restored, change, forget } = useFormDraft('courier-list', Typed, EMPTY);
  const { pasted } = form;
  const [picked, setPicked] = useState<File | null>(null);
  const [matched, setMatched] = useState<Matched | null>(null);
  const [asked, setAsked] = useState<(List & FileColumns) | null>(null);
  const { write, busy, failure, fields, refuse } = useWrite();
  // A list belongs to the courier that was chosen for it, also after a reload or when the page is filtered by another
  // courier.
  const own = picked || pasted ? form.courier : '';
  const find = (id: string | null) => couriers.find((each) => each.courier === id);
  const { courier = '', name = '' } = find(own) ?? find(chosen) ?? couriers[0] ?? {};

  function match() {
    if (!picked && pasted.trim() === '') return refuse('Choose a file, or paste its lines');
    if (picked && picked.size > MAX_FILE_BYTES) return refuse('The file is larger than 2 MB');
    return write(async () => {
      const bytes = picked
        ? new Uint8Array(await picked.arrayBuffer())
        : new TextEncoder().encode(pasted);
      await matchList({ courier, name, file: toBase64(bytes) });
    });
  }

  async function matchList(list: List) {
    const body = { courier: list.courier, file: list.file };
    try {
      const preview = await callAdmin('POST /admin/cash/previews', { body });
      setMatched({ ...list, preview });
      setAsked(null);
    } catch (error) {
      if (!hasErrorCode(error, 'columns_unknown')) throw error;
      await askColumns(list);
    }
  }

  async function askColumns({ courier, file, name }: List) {
    const columns = await callAdmin('POST /admin/cash/columns', { body: { courier, file } });
    setAsked({ courier, file, name, ...columns });
  }

  function paste(text: string) {
    refuse('');
    if (text === '') forget();
    else change({ pasted: text, courier });
  }

  function pick(file: File | null) {
    setPicked(file);
    change({ courier });
  }

  function choose(another: string) {
    if (own) change({ courier: another });
    onChoose(another);
  }

  function finish(posted: boolean) {
    setMatched(null);
    if (!posted) return;
    forget();
    setPicked(null);
  }

  /** Matches the list again with the current orders. If that fails, posting will detect that they have changed. */
  async function reread({ courier, file }: Matched) {
    const preview = await callAdmin('POST /admin/cash/previews', { body: { courier, file } });
    setMatched((now) => (now?.file === file ? { ...now, preview } : now));
  }

  if (asked) {
    return (
      <ColumnsForm {...asked} onChosen={() => matchList(asked)} onBack={() => setAsked(null)} />
    );
  }
  if (matched) {
    return (
      <PostForm
        {...matched}
        onReread={() => reread(matched)}
        onColumns={() => askColumns(matched)}
        onDone={finish}
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
          onChange={(event) => choose(event.target.value)}
          options={couriers.map((each) => ({ value: each.courier, label: each.name }))}
        />
        <FilePicker picked={picked} onPick={pick} />
      </div>
      {!picked && (
        <TextArea
          label="Or paste its lines"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder={'AWB, Amount, UTR'}
          value={pasted}
          onChange={(event) => paste(event.target.value)}
        />
      )}
    </AdminForm>
  );
}

type FilePickerProps = { picked: File | null; onPick: (file: File | null) => void };

/** The browser's file input, behind a label as large as a button. */
function FilePicker({ picked, onPick }: FilePickerProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-foreground">
        CSV file
      </label>
      {picked ? (
        <p className="flex min-h-11 flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere text-foreground">{picked.name}</span>
          <Button tone="quiet" onClick={() => onPick(null)}>
            Another
          </Button>
        </p>
      ) : (
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(event) => onPick(event.target.files?.[0] ?? null)}
          className="min-h-11 w-full rounded-md file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-surface-accent file:px-4 file:font-semibold file:text-foreground"
        />
      )}
    </div>
  );
}

/** Encodes bytes as base64, in parts, because the number of a call's arguments is limited. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}
