/**
 * Moves the focus to the first field of a form that is marked as invalid. Called when the form is sent: the errors are
 * rendered by the next frame. Does nothing if there is none.
 */
export function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
