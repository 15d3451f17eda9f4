import { CompactButton } from '#app/admin/compact-button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Conflict } from './use-versioned-draft.ts';

type ConflictNoticeProps = {
  conflicts: readonly Conflict[];
  /** The labels of the form's fields. */
  names: Record<string, string>;
  /** Drops what is typed here. */
  onTake: () => void;
};

/** Above the save button of a form whose save was refused: what somebody else has saved since it was opened. */
export function ConflictNotice({ conflicts, names, onTake }: ConflictNoticeProps) {
  if (conflicts.length === 0) return null;
  return (
    <div
      // After its alert, which alone would be brought into view: with the save button below it, above a phone's bar.
      ref={bringIntoView}
      className="grid scroll-mb-36 gap-3 rounded-md border border-danger p-4"
    >
      <InlineAlert>Not saved: somebody else has changed this in the meantime.</InlineAlert>
      <dl className="grid gap-3">
        {conflicts.map(({ field, here, saved }) => (
          <div key={field} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <dt className="font-medium text-foreground sm:col-span-2">{names[field]}</dt>
            {[
              { whose: 'Here', value: here },
              { whose: 'Theirs', value: saved },
            ].map(({ whose, value }) => (
              <dd key={whose} className="min-w-0 whitespace-pre-line wrap-anywhere">
                <span className="text-sm text-muted">{whose}: </span>
                {inWords(value) || 'nothing'}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p>Save again to replace it with what is here.</p>
      <CompactButton className="-ml-3.5 justify-self-start" onClick={onTake}>
        Take theirs
      </CompactButton>
    </div>
  );
}

function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView({ block: 'nearest' });
}

/** A value as text, with a line for each row of a list. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(inWords).filter(Boolean).join(' · ');
  const text = String(value ?? '');
  return text.startsWith('/pictures/') ? 'a picture' : text;
}
