import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, reload } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { MAX_FILE_BYTES } from '#contract/admin/cash.ts';
import type { AreaPreview } from '#contract/admin/delivery.ts';
import { areaText } from './area-text.ts';

const Typed = z.object({ pasted: z.string(), complete: z.boolean() });

type SentList = { file: string; complete: boolean };

/** Takes a courier's list as a file or as pasted lines, shows what it changes, and then applies it. */
export function AreaListForm() {
  const draft = useFormDraft('delivery-list', Typed, { pasted: '', complete: false });
  const { form, change, forget, field } = draft;
  const [picked, setPicked] = useState<File | null>(null);
  const [shown, setShown] = useState<{ list: SentList; preview: AreaPreview } | null>(null);
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: (error) => hasErrorCode(error, 'changed_meanwhile') && shown && show(shown.list),
  });
  const fileId = useId();

  async function show(list: SentList) {
    setShown({ list, preview: await callAdmin('POST /admin/delivery/previews', { body: list }) });
  }

  function preview() {
    if (picked && picked.size > MAX_FILE_BYTES) return refuse('The file is larger than 2 MB');
    return write(async () => {
      const bytes = new Uint8Array(await (picked ?? new Blob([form.pasted])).arrayBuffer());
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      await show({ file: btoa(binary), complete: form.complete });
    });
  }

  const apply = ({ list, preview }: NonNullable<typeof shown>) =>
    write(async () => {
      const body = { ...list, seen: preview.seen };
      const done = await callAdmin('POST /admin/delivery/lists', { body });
      reload('delivery');
      showSnackbar({ text: `List applied: ${countsText(done)}` });
      setShown(null);
      setPicked(null);
      forget();
    });

  if (shown) {
    const { added, changed, removed } = shown.preview;
    return (
      <AdminForm
        aria-label="What the list changes"
        onSubmit={() => apply(shown)}
        busy={busy}
        failure={fields.file ?? failure}
        disabled={added + changed + removed === 0}
        submit="Apply"
        submitting="Applying..."
        cancel={{ label: 'Back', onClick: () => setShown(null) }}
      >
        <Changes preview={shown.preview} />
      </AdminForm>
    );
  }
  return (
    <AdminForm
      aria-label="A courier’s list"
      onSubmit={preview}
      busy={busy}
      failure={fields.file ?? failure}
      draft={{ restored: form.pasted ? draft.restored : null, forget }}
      submit="Show what changes"
      submitting="Reading..."
      head={
        <div>
          <h2 className="text-lg">A courier’s list</h2>
          <p className="text-sm text-muted">
            A CSV file with PIN codes or their first digits; further columns may say whether they
            are served, with cash, in how many days and for which fee. Nothing changes before you
            have seen it.
          </p>
        </div>
      }
    >
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-sm font-medium text-foreground">
          CSV file
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ target }) => setPicked(target.files?.[0] ?? null)}
          className="min-h-11 w-full rounded-md file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-surface-accent file:px-4 file:font-semibold file:text-foreground"
        />
        {picked && <p className="text-sm text-muted wrap-anywhere">Reads {picked.name}</p>}
      </div>
      {!picked && (
        <TextArea
          {...field('pasted')}
          label="Or paste its lines"
          rows={3}
          spellCheck={false}
          placeholder={'PIN, Serviceable, COD, Days, Fee'}
        />
      )}
      <Checkbox
        label="The list is complete: remove the rules of which it says nothing"
        checked={form.complete}
        onChange={({ target }) => change({ complete: target.checked })}
      />
    </AdminForm>
  );
}

function Changes({ preview }: { preview: AreaPreview }) {
  const { added, changed, removed, changes, faulty, faults } = preview;
  const more = added + changed + removed - changes.length;
  return (
    <>
      <h2 ref={focusHeading} tabIndex={-1} className="text-lg outline-none">
        {countsText(preview)}
      </h2>
      {faulty > 0 && (
        <details
          open
          className="rounded-md bg-badge-yellow-ground px-4 py-3 text-sm text-badge-yellow"
        >
          <summary className="font-semibold">
            {`${faulty} ${faulty === 1 ? 'line' : 'lines'} cannot be read and ${faulty === 1 ? 'is' : 'are'} left out`}
          </summary>
          <ul className="mt-2 max-h-48 overflow-y-auto">
            {faults.map(({ line, why }) => (
              <li key={line}>{`Line ${line}: ${why}`}</li>
            ))}
          </ul>
        </details>
      )}
      <ul className="max-h-96 overflow-y-auto text-sm">
        {changes.map(({ prefix, before, after }) => (
          <li key={prefix} className="border-b border-border py-2 last:border-0">
            <span className="font-medium text-foreground tabular-nums">{prefix}</span>{' '}
            {after ? areaText(after) : 'Removed'}
            {before && <span className="block text-muted">Before: {areaText(before)}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-muted">{`And ${more.toLocaleString('en-IN')} more.`}</p>
      )}
    </>
  );
}

/** The button that was pressed is gone. */
function focusHeading(heading: HTMLElement | null) {
  heading?.focus();
}

function countsText({ added, changed, removed, same }: AreaPreview): string {
  const counts = { new: added, changed, removed, 'as before': same };
  const said = Object.entries(counts).filter(([, count]) => count > 0);
  if (said.length === 0) return 'Nothing changes';
  return said.map(([name, count]) => `${count.toLocaleString('en-IN')} ${name}`).join(', ');
}
