/** Scrolls an element to the middle of the window and focuses its first button, or the element itself. */
export function scrollToAndFocus(place: HTMLElement | null | undefined): void {
  const target = place?.querySelector('button') ?? place;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
