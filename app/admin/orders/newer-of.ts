type Read = { version: number; events?: readonly unknown[] };

/**
 * The newer of two states of one order: a read that began before an action may answer after it. A note adds an event and
 * leaves the version as it is. If both are equally new, returns the one just read.
 */
export function newerOf<Order extends Read>(shown: Order | undefined, read: Order): Order {
  if (!shown) return read;
  const lead =
    read.version - shown.version || (read.events?.length ?? 0) - (shown.events?.length ?? 0);
  return lead < 0 ? shown : read;
}
