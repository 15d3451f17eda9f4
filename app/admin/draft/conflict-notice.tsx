import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Changes } from './use-versioned-draft.ts';

type ConflictNoticeProps = {
  changes: Changes;
  /** The labels of the form's fields. */
  names: Record<string, string>;
};

/** Above the save button of a form whose save was refused: what somebody else has saved since it was opened. */
export function ConflictNotice({ changes, names }: ConflictNoticeProps) {
  const changed = Object.entries(changes);
  if (changed.length === 0) return null;
  return (
    <div
      // After its alert, which alone would be brought into view: with the save button below it, above a phone's bar.
      ref={bringIntoView}
      className="grid scroll-mb-36 gap-3 rounded-md border border-danger p-4"
    >
      <InlineAlert>Not saved: somebody else has changed this in the meantime.</InlineAlert>
      <dl className="grid gap-3">
        {changed.map(([field, saved]) => (
          <div key={field}>
            <dt className="font-medium text-foreground">{names[field]}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{inWords(saved) || 'nothing'}</dd>
          </div>
        ))}
      </dl>
      <p>Save again to replace it with what is here.</p>
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
