/** How one item's quantity is saved, and callbacks for the result. */
type DebouncedSaveOptions<Item> = {
  save(id: string, quantity: number): Promise<Item>;
  /** The server's item, unless a newer quantity was chosen meanwhile. */
  onSaved(item: Item): void;
  onFailed(id: string, error: unknown): void;
  /** The delay after the last change, in milliseconds. */
  delayMs: number;
};

type Entry = {
  /** Waiting to be sent. */
  quantity: number | undefined;
  /** Sent, without a response yet. */
  sent: number | undefined;
  /** Its item is being removed, so the response to the request is ignored. */
  cancelled: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<boolean> | undefined;
};

/**
 * Debounced save of quantities: one request after a pause instead of one per click, never two at once for an item, and
 * the last quantity wins however slow the responses are.
 */
export function createDebouncedSave<Item>(options: DebouncedSaveOptions<Item>) {
  const entries = new Map<string, Entry>();

  function set(id: string, quantity: number) {
    const entry = entries.get(id) ?? emptyEntry();
    entries.set(id, entry);
    clearTimeout(entry.timer);
    entry.quantity = quantity;
    entry.cancelled = false;
    entry.timer = setTimeout(() => save(id, entry), options.delayMs);
  }

  /**
   * Cancels the save of a quantity because its item is being removed. The response to a request that was sent already
   * is ignored.
   */
  function cancel(id: string) {
    const entry = entries.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    entry.quantity = undefined;
    entry.cancelled = true;
  }

  /** Sends all waiting quantities, and resolves when they are saved: to false if one failed. */
  async function flush(): Promise<boolean> {
    const saves = [...entries].map(([id, entry]) => save(id, entry));
    return (await Promise.all(saves)).every((done) => done);
  }

  function save(id: string, entry: Entry): Promise<boolean> {
    clearTimeout(entry.timer);
    entry.saving ??= saveAll(id, entry).finally(() => {
      entry.saving = undefined;
      if (entry.quantity === undefined) entries.delete(id);
    });
    return entry.saving;
  }

  async function saveAll(id: string, entry: Entry): Promise<boolean> {
    let done = true;
    while (entry.quantity !== undefined) {
      const { quantity } = entry;
      entry.quantity = undefined;
      entry.sent = quantity;
      clearTimeout(entry.timer);
      try {
        const item = await options.save(id, quantity);
        done = true;
        if (isLast(entry)) options.onSaved(item);
      } catch (error) {
        done = entry.cancelled;
        if (isLast(entry)) options.onFailed(id, error);
      } finally {
        entry.sent = undefined;
      }
    }
    return done;
  }

  /** Quantities that no response has confirmed yet, by item. */
  function unconfirmed(): Record<string, number> {
    const all = [...entries].map(([id, entry]) => [
      id,
      entry.cancelled ? undefined : (entry.quantity ?? entry.sent),
    ]);
    return Object.fromEntries(all.filter(([, quantity]) => quantity !== undefined));
  }

  return { set, cancel, flush, unconfirmed };
}

/** Whether this response is for the latest quantity, of an item that is not being removed. */
function isLast({ quantity, cancelled }: Entry): boolean {
  return quantity === undefined && !cancelled;
}

function emptyEntry(): Entry {
  return {
    quantity: undefined,
    sent: undefined,
    cancelled: false,
    timer: undefined,
    saving: undefined,
  };
}
