/** What the history remembers of an order's page that was opened by placing the order; it outlives a reload. */
export const JUST_PLACED = { placed: true } as const;

/** Whether a page was opened by placing its order; `state` is that of the router's location. */
export function isJustPlaced(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'placed' in state && state.placed === true;
}
