import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The fields of a form, which are disabled while it is being saved: what is typed then would be dropped with the draft,
 * or look as if it were saved. A field that had the focus gets it back, because a browser takes it from a disabled one.
 */
export function FormFields({ saving, children }: { saving: boolean; children: ReactNode }) {
  const held = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (saving) return;
    // Unless the focus is elsewhere by now; a browser leaves it to the page, or to the dialog.
    if (document.activeElement?.contains(held.current))
      held.current?.focus({ preventScroll: true });
    else held.current = null;
  }, [saving]);

  function leave({ currentTarget }: FocusEvent<HTMLFieldSetElement>) {
    // A disabled field has lost the focus to nobody.
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
