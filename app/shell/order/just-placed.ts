/** History state of an order's page opened right after placing the order; it survives a reload. */
export const JUST_PLACED = { placed: true } as const;

/** Whether a page was opened by placing its order; `state` is the router location's. */
export function isJustPlaced(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'placed' in state && state.placed === true;
}
