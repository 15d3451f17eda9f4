import type { MouseEvent, ReactNode } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact.ts';
import { Button } from '#app/ui/button.tsx';
import { formatDraftTime } from './moment-of.ts';

type DraftNoteProps = {
  /** When it was typed, in milliseconds; null for a form that began untouched: then nothing is shown. */
  restored: number | null;
  onClear: () => void;
  /** What else is to be known of it. */
  children?: ReactNode;
  className?: string;
};

/** At the top of every form that begins with what was typed before: nothing comes back unnoticed. */
export function DraftNote({ restored, onClear, children, className = '' }: DraftNoteProps) {
  if (restored === null) return null;
  function clear({ currentTarget }: MouseEvent) {
    onClear();
    // The button goes, and the focus with it.
    currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
  }
  return (
    <div className={`-my-2 flex flex-wrap items-center gap-x-1 text-sm text-muted ${className}`}>
      <p role="status">
        Draft from {formatDraftTime(restored, Date.now())} restored. {children}
      </p>
      <Button tone="quiet" className={COMPACT_BUTTON} onClick={clear}>
        Clear
      </Button>
    </div>
  );
}
