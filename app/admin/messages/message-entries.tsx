import type { MessageEntry } from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';

/** The answers and notes, oldest first. */
export function MessageEntries({ entries }: { entries: readonly MessageEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Answers and notes" className="grid gap-3">
      {entries.map(({ id, kind, text, at, staff }) => (
        <li
          key={id}
          className={`rounded-lg border border-border px-4 py-3 ${kind === 'answer' ? 'bg-surface' : 'bg-surface-muted'}`}
        >
          <p className="text-sm text-muted wrap-anywhere">
            <span className="font-semibold text-foreground">
              {kind === 'answer' ? 'Answer by email' : 'Note for the staff'}
            </span>{' '}
            {formatDateTime(at)}, {staff}
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}
