import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The fields of a form, disabled while it is being saved: what is typed then would be dropped with the draft, or look
 * as if it were saved. Browsers remove the focus from a field that becomes disabled; this restores it afterwards.
 */
export function FormFields({ saving, children }: { saving: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (saving) return;
    // Only if the browser has reset the focus to the page or the dialog, and the user has not moved it.
    if (document.activeElement?.contains(focused.current))
      focused.current?.focus({ preventScroll: true });
    else focused.current = null;
  }, [saving]);

  function forgetFocus({ currentTarget }: FocusEvent<HTMLFieldSetElement>) {
    // A blur because of disabling moves the focus nowhere, and is ignored.
    if (!currentTarget.disabled) focused.current = null;
  }

  return (
    <fieldset
      disabled={saving}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={forgetFocus}
      className="contents"
    >
      {children}
    </fieldset>
  );
}
