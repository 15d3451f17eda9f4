import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * Props of a form, `<form {...ENTER_TO_NEXT_FIELD}>`: with an on-screen keyboard Enter moves to the next empty field,
 * and submits when none is empty; the key is labelled accordingly. With a hardware keyboard Enter submits as usual.
 */
export const ENTER_TO_NEXT_FIELD = {
  onKeyDown: goToNextField,
  onFocus: (event: FocusEvent<HTMLFormElement>) => labelKey(event.currentTarget, event.target),
  // For a field that has the focus since before hydration.
  ref: (form: HTMLFormElement | null) => {
    if (form?.contains(document.activeElement)) labelKey(form, document.activeElement);
  },
};

function goToNextField(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !submitsOnEnter(field)) return;
  const next = isOnPhone() ? nextEmpty(event.currentTarget, field) : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function labelKey(form: HTMLFormElement, field: EventTarget | null) {
  if (!submitsOnEnter(field)) return;
  field.enterKeyHint = nextEmpty(form, field) ? 'next' : 'go';
}

/** Assumes an on-screen keyboard on touch screens. */
function isOnPhone(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

/** A field in which Enter submits the form. */
function submitsOnEnter(element: EventTarget | null): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(element.type)
  );
}

function nextEmpty(form: HTMLFormElement, field: HTMLInputElement): HTMLElement | undefined {
  const elements = [...form.elements];
  return elements
    .slice(elements.indexOf(field) + 1)
    .filter((element) => element instanceof HTMLSelectElement || submitsOnEnter(element))
    .find((element) => element.value === '' && !element.disabled && element.checkVisibility());
}
