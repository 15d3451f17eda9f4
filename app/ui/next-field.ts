import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * For a form, `<form {...NEXT_FIELD}>`: on a phone Enter goes to the next empty field, and the key is labelled so; when
 * none is empty it submits. With a hardware keyboard Enter submits as usual.
 */
export const NEXT_FIELD = { onKeyDown: goToNextField, onFocus: nameEnterKey };

function goToNextField(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isLine(field)) return;
  const next = isOnPhone() ? nextEmpty(event.currentTarget, field) : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nameEnterKey(event: FocusEvent<HTMLFormElement>) {
  const field: EventTarget = event.target;
  if (!isLine(field)) return;
  field.enterKeyHint = nextEmpty(event.currentTarget, field) ? 'next' : 'go';
}

/** Assumes an on-screen keyboard where the pointer is a finger. */
function isOnPhone(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

/** A field in which Enter submits the form. */
function isLine(element: EventTarget): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(element.type)
  );
}

function nextEmpty(form: HTMLFormElement, field: HTMLInputElement): HTMLElement | undefined {
  const elements = [...form.elements];
  return elements
    .slice(elements.indexOf(field) + 1)
    .filter((element) => element instanceof HTMLSelectElement || isLine(element))
    .find((element) => element.value === '' && !element.disabled && element.checkVisibility());
}
