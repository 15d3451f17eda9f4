import type { MouseEvent, ReactNode } from 'react';
import { CompactButton } from '#app/admin/compact-button.tsx';
import { formatDateTime } from '#domain/day.ts';

type DraftNoteProps = {
  /** When the draft was typed, in milliseconds; null if none was restored: then nothing is shown. */
  restored: number | null;
  onClear: () => void;
  /** More about the draft. */
  children?: ReactNode;
  className?: string;
};

/** A note above a form that says that a draft was restored, with a button that clears it. */
export function DraftNote({ restored, onClear, children, className = '' }: DraftNoteProps) {
  if (restored === null) return null;
  function clear({ currentTarget }: MouseEvent) {
    onClear();
    // The button is removed, and would lose the focus.
    currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
  }
  return (
    <div className={`-my-2 flex flex-wrap items-center gap-x-1 text-sm text-muted ${className}`}>
      <p role="status">
        Draft from {formatDateTime(new Date(restored).toISOString())} restored. {children}
      </p>
      <CompactButton onClick={clear}>Clear</CompactButton>
    </div>
  );
}
