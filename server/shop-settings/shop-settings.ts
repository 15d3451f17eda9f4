import { ShopSettings } from '#contract/admin/settings.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { LOW_STOCK } from '#domain/stock.ts';
import type { Database } from '#server/database/database.ts';
import type { CashLimits } from '#server/orders/cash-limits.ts';
import { newestSettings, type StoredSetting } from './queries.ts';

/** What counts while the owner has changed nothing: the environment's settings. */
export type FirstSettings = { shopDetails: ShopDetails; cashLimits: CashLimits };

export type LiveSettings = {
  /** For pages, which are kept: read anew each time; while the database is down, as last read. */
  identity(): Promise<ShopDetails>;
  /** For orders: at most `LIFETIME` old. */
  cashLimits(): Promise<CashLimits>;
};

/** How long a process may take to notice a change, in milliseconds: one more query in so much time. */
const LIFETIME = 2_000;

/** The settings that staff change, as every process of the shop reads them. */
export function liveSettings(
  database: Pick<Database, 'rows'>,
  first: FirstSettings,
  clock: () => number,
): LiveSettings {
  let last = settingsFrom([], first);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const beganAt = clock();
    try {
      last = settingsFrom(await database.rows(newestSettings()), first);
      readAt = beganAt;
    } catch {
      // The database is down: what was read last counts. The pool has logged the failed query.
    } finally {
      reading = undefined;
    }
  }

  return {
    async identity() {
      await read();
      return last.identity.value;
    },
    async cashLimits() {
      if (clock() - readAt > LIFETIME) {
        reading ??= read();
        await reading;
      }
      const { max_total, open_orders } = last.cash_limits.value;
      return { maxTotal: max_total, openOrders: open_orders };
    },
  };
}

/** The stored values, and the first ones where there is none or an older version of the shop wrote another shape. */
export function settingsFrom(
  stored: readonly StoredSetting[],
  { shopDetails, cashLimits }: FirstSettings,
): ShopSettings {
  const pick = <T>(key: keyof ShopSettings, value: T, parse: (value: unknown) => T | null) => {
    const found = stored.find((each) => each.key === key);
    return { value: (found && parse(found.value)) ?? value, seen: found?.id ?? null };
  };
  const { identity, cash_limits, low_stock } = ShopSettings.shape;
  return {
    identity: pick(
      'identity',
      shopDetails,
      (value) => identity.shape.value.safeParse(value).data ?? null,
    ),
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
  };
}
