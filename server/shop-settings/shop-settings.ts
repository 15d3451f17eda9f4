import { ShopSettings } from '#contract/admin/settings.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { LOW_STOCK } from '#domain/stock.ts';
import type { CashLimits } from '#server/environment/order-limits.ts';
import type { StoredSetting } from './queries.ts';

/** The environment's settings, which apply until the owner changes them. */
export type DefaultSettings = { shopDetails: ShopDetails; cashLimits: CashLimits };

/** The settings that pages show. `isCurrent` is false where they could not be read: such a page must not be cached. */
export type PageSettings = { details: ShopDetails; notice: string | null; isCurrent: boolean };

export type ShopSettingsReader = {
  /** Reads the settings that pages show; while the database is down, returns those that were read last. */
  readForPages(): Promise<PageSettings>;
  /** `cashLimits` and `replyTo` return values from memory, at most `POLL_MS` old. */
  cashLimits(): CashLimits;
  /** Where replies to emails go once the owner has changed the addresses; before, the mail server's setting counts. */
  replyTo(): string | undefined;
  stop(): Promise<void>;
};

/** How long a process may take to notice a change, in milliseconds. Orders must not wait for a query of their own. */
const POLL_MS = 2_000;

/**
 * Keeps the settings that staff change in memory, and reads them again every `pollMs` milliseconds. Resolves after the
 * first read. `readStored` returns the newest value of each setting that was ever changed.
 */
export async function openShopSettings(
  readStored: () => Promise<StoredSetting[]>,
  defaults: DefaultSettings,
  pollMs = POLL_MS,
): Promise<ShopSettingsReader> {
  let last = settingsFrom([], defaults);
  let reads = 0;
  let newestRead = 0;
  let polling: Promise<unknown> | undefined;

  /** Returns null while the database is down. The pool has logged the failed query. */
  async function read(): Promise<ShopSettings | null> {
    reads += 1;
    const thisRead = reads;
    try {
      const found = settingsFrom(await readStored(), defaults);
      // A slow read must not overwrite the result of a later one.
      if (thisRead > newestRead) [last, newestRead] = [found, thisRead];
      return found;
    } catch {
      return null;
    }
  }

  await read();
  const timer = setInterval(() => {
    polling ??= read().finally(() => {
      polling = undefined;
    });
  }, pollMs);
  timer.unref();

  return {
    async readForPages() {
      const found = await read();
      const { identity, notice } = found ?? last;
      return { details: identity.value, notice: notice.value, isCurrent: found !== null };
    },
    cashLimits() {
      const { max_total, open_orders } = last.cash_limits.value;
      return { maxTotal: max_total, openOrders: open_orders };
    },
    replyTo: () => (last.identity.seen === null ? undefined : last.identity.value.emails[0]),
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}

/** The stored values, and the default ones where there is none or an older version of the shop wrote another shape. */
export function settingsFrom(
  stored: readonly StoredSetting[],
  { shopDetails, cashLimits }: DefaultSettings,
): ShopSettings {
  const pick = <T>(key: keyof ShopSettings, value: T, parse: (value: unknown) => T | null) => {
    const found = stored.find((each) => each.key === key);
    return { value: (found && parse(found.value)) ?? value, seen: found?.id ?? null };
  };
  const { identity, notice, cash_limits, low_stock, order_email } = ShopSettings.shape;
  return {
    identity: pick(
      'identity',
      shopDetails,
      (value) => identity.shape.value.safeParse(value).data ?? null,
    ),
    notice: pick('notice', null, (value) => notice.shape.value.safeParse(value).data ?? null),
    cash_limits: pick(
      'cash_limits',
      { max_total: cashLimits.maxTotal, open_orders: cashLimits.openOrders },
      (value) => cash_limits.shape.value.safeParse(value).data ?? null,
    ),
    low_stock: pick(
      'low_stock',
      LOW_STOCK,
      (value) => low_stock.shape.value.safeParse(value).data ?? null,
    ),
    order_email: pick(
      'order_email',
      null,
      (value) => order_email.shape.value.safeParse(value).data ?? null,
    ),
  };
}
