import { tabStorage } from '#app/shell/web-storage.ts';

/** How one item's quantity is saved, and callbacks for the result. */
type DebouncedSaveOptions<Item> = {
  save(id: string, quantity: number): Promise<Item>;
  /** The server's item, unless a newer quantity was chosen meanwhile. */
  onSaved(item: Item): void;
  onFailed(id: string, error: unknown): void;
  /** The delay after the last change, in milliseconds. */
  delayMs: number;
};

/**
 * Debounced save of quantities: one request after a pause instead of one per click, never two at once for an item, and
 * the last quantity wins however slow the responses are.
 */
export function createDebouncedSave<Item>(options: DebouncedSaveOptions<Item>) {
  /** What no response has confirmed yet, by item. */
  const changes = new Map<string, { quantity: number }>();
  const saving = new Map<string, Promise<boolean>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function set(id: string, quantity: number) {
    changes.set(id, { quantity });
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(save, options.delayMs, id));
  }

  /** For an item that is being removed. The response to a request that was sent already is ignored. */
  function cancel(id: string) {
    changes.delete(id);
  }

  /** Sends all waiting quantities, and resolves when they are saved: to false if one failed. */
  async function flush(): Promise<boolean> {
    const ids = new Set([...changes.keys(), ...saving.keys()]);
    return (await Promise.all([...ids].map(save))).every(Boolean);
  }

  function save(id: string): Promise<boolean> {
    const running = saving.get(id) ?? saveLatest(id).finally(() => saving.delete(id));
    saving.set(id, running);
    return running;
  }

  async function saveLatest(id: string): Promise<boolean> {
    const change = changes.get(id);
    if (!change) return true;
    const isLatest = () => changes.get(id) === change;
    try {
      const item = await options.save(id, change.quantity);
      if (!isLatest()) return saveLatest(id);
      changes.delete(id);
      options.onSaved(item);
      return true;
    } catch (error) {
      if (!isLatest()) return saveLatest(id);
      changes.delete(id);
      options.onFailed(id, error);
      return false;
    }
  }

  /** Quantities that no response has confirmed yet, by item. */
  function unconfirmed(): Quantities {
    return Object.fromEntries([...changes].map(([id, { quantity }]) => [id, quantity]));
  }

  return { set, cancel, flush, unconfirmed };
}

/** Quantities by the id of their cart item. */
type Quantities = Record<string, number>;

/**
 * Sends pending quantities when the page is left. Whether the request arrives, and before the next page reads the cart, is
 * unknown: the next page in this tab sends it again first.
 */
export function keepForNextPage(saves: ReturnType<typeof createDebouncedSave>): void {
  for (const [id, quantity] of Object.entries(takeStoredQuantities())) saves.set(id, quantity);
  window.addEventListener('pagehide', () => {
    storeQuantities(saves.unconfirmed());
    void saves.flush();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeStoredQuantities());
}

const KEY = 'pending-quantities';

/**
 * How long stored quantities are valid, in milliseconds; after that the cart may have been changed on another device.
 */
const LIFETIME_MS = 5 * 60_000;

/** Stores quantities that no response has confirmed when the page is left: the browser may drop its last requests. */
export function storeQuantities(
  quantities: Quantities,
  storage = tabStorage(),
  now = Date.now(),
): void {
  if (Object.keys(quantities).length === 0) return;
  storage.setItem(KEY, JSON.stringify({ at: now, quantities }));
}

/** Returns the quantities that the previous page has stored, and removes them; {} if they are too old. */
export function takeStoredQuantities(storage = tabStorage(), now = Date.now()): Quantities {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const { at, quantities }: Record<string, unknown> = Object(JSON.parse(kept ?? 'null'));
    // Also not those from before the clock was set back.
    if (typeof at !== 'number' || Math.abs(now - at) > LIFETIME_MS) return {};
    return Object.fromEntries(Object.entries(Object(quantities)).filter(isQuantity));
  } catch {
    return {}; // invalid data: ignore it
  }
}

function isQuantity(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number';
}
