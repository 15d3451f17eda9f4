import type { MouseEvent } from 'react';

/**
 * For `onMouseDown`: a button that is clicked or tapped does not take the focus from the scan field, so that the
 * scanner's next Enter does not press it again. It still gets the focus from the keyboard.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
