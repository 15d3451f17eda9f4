/** An order of the URL that does not exist or is not visible; its number, if this browser has shown it before. */
export type MissingOrder = { id: string; order_number: string | null };

/** 'AP-7KQ-M2X, 2 more are no longer here…'; null for none. */
export function missingOrdersText(gone: readonly MissingOrder[]): string | null {
  if (gone.length === 0) return null;
  const numbers = gone.flatMap(({ order_number }) => order_number ?? []);
  const others = gone.length - numbers.length;
  const words =
    numbers.length > 0 ? `${others} more` : others === 1 ? 'One order' : `${others} orders`;
  const names = [...numbers, ...(others > 0 ? [words] : [])].join(', ');
  return gone.length === 1
    ? `${names} is no longer here. It may have been cancelled: do not send it.`
    : `${names} are no longer here. They may have been cancelled: do not send them.`;
}
