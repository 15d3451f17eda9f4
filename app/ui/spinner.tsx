import { SpinnerRing } from './button.tsx';

/**
 * A spinner with a visible `label`, announced to screen readers. Fills the space of what it replaces. Without scripts
 * nothing is loading, and it is hidden.
 */
export function Spinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="flex min-h-64 flex-col items-center justify-center gap-4 text-muted noscript:hidden"
    >
      <SpinnerRing large />
      {label}
    </div>
  );
}
