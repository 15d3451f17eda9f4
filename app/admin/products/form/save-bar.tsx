import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { inFormOrder, nameOfPath } from './field-names.ts';
import type { Errors } from './form-errors.ts';

type SaveBarProps = {
  label: string;
  errors: Errors;
  failure: string;
  /** The button's label while it cannot be pressed. */
  busy: false | string;
  onGo: (path: string) => void;
};

/** The save button at the end of a long form, with a list of the invalid fields that links to each. */
export function SaveBar({ label, errors, failure, busy, onGo }: SaveBarProps) {
  const wrong = inFormOrder(errors);
  return (
    <div className="grid gap-3">
      {wrong.length > 0 && (
        <div role="alert" className="grid gap-1 rounded-md border border-danger p-3">
          <p className="font-semibold text-danger">Not saved yet. Please look at:</p>
          <ul>
            {wrong.map(([path, message]) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => onGo(path)}
                  className="min-h-11 text-left underline underline-offset-4"
                >
                  {nameOfPath(path)}: {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure && <InlineAlert>{failure} What you typed is kept in this browser.</InlineAlert>}
      <Button type="submit" className="w-full sm:w-fit" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
