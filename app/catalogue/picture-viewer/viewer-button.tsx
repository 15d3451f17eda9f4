import type { ReactNode } from 'react';

type ViewerButtonProps = {
  label: string;
  /** Position: a class of its own in `app/ui/styles/viewer.css`. */
  place: string;
  /** Dimmed and without effect (aria-disabled); it keeps the focus. */
  idle?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A round button above the pictures. */
export function ViewerButton({ label, place, idle, onClick, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={idle}
      onClick={onClick}
      className={`viewer-button ${place}`}
    >
      {children}
    </button>
  );
}
