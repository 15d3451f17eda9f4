type Read = { version: number; events?: readonly unknown[] };

/**
 * The newer of two states of an order: the response to a request that was sent before an action may arrive after it. A
 * note adds an event without a new version. If both are equally new, returns `read`.
 */
export function newerOf<Order extends Read>(shown: Order | undefined, read: Order): Order {
  if (!shown) return read;
  const lead =
    read.version - shown.version || (read.events?.length ?? 0) - (shown.events?.length ?? 0);
  return lead < 0 ? shown : read;
}
