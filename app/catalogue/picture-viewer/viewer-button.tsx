import type { ReactNode } from 'react';

type ViewerButtonProps = {
  label: string;
  /** The class that positions it, from `app/ui/styles/viewer.css`. */
  className: string;
  /** Dimmed and without effect, by `aria-disabled`, so that it keeps the focus. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A round button above the pictures. */
export function ViewerButton({ label, className, disabled, onClick, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={`viewer-button ${className}`}
    >
      {children}
    </button>
  );
}
