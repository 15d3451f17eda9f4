import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The fields of a form, disabled while it is being saved: what is typed then would be dropped with the draft, or look
 * as if it were saved. Browsers remove the focus from a field that becomes disabled; this restores it afterwards.
 */
export function FormFields({ saving, children }: { saving: boolean; children: ReactNode }) {
  const held = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (saving) return;
    // Only if the focus was reset to the page or to the dialog, and not moved elsewhere meanwhile.
    if (document.activeElement?.contains(held.current))
      held.current?.focus({ preventScroll: true });
    else held.current = null;
  }, [saving]);

  function leave({ currentTarget }: FocusEvent<HTMLFieldSetElement>) {
    // A blur because of disabling moves the focus nowhere, and is ignored.
    if (!currentTarget.disabled) held.current = null;
  }

  return (
    <fieldset
      disabled={saving}
      onFocus={({ target }) => {
        held.current = target;
      }}
      onBlur={leave}
      className="contents"
    >
      {children}
    </fieldset>
  );
}
