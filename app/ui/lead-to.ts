/** Brings what needs the shopper into the middle of the window, with the focus on its first button, or on itself. */
export function leadTo(place: HTMLElement | null | undefined): void {
  const target = place?.querySelector('button') ?? place;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
