import { type RawBuilder, sql } from 'kysely';
import { ShopSettings } from '#contract/admin/settings.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { DEFAULT_NEWSLETTER_OFFER, type NewsletterOffer } from '#domain/coupon.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { DEFAULT_SHIPPING, type ShippingRule } from '#domain/shipping.ts';
import { LOW_STOCK } from '#domain/stock.ts';
import { statement } from '#server/database/tables.ts';
import type { CashLimits, UnpaidLimit } from '#server/environment/order-limits.ts';

/** The environment's settings, which apply until the owner changes them. */
export type DefaultSettings = {
  shopDetails: ShopDetails;
  cashLimits: CashLimits;
  unpaidLimit: UnpaidLimit;
};

/** The settings that pages show. `isCurrent` is false where they could not be read: such a page must not be cached. */
export type PageSettings = {
  details: ShopDetails;
  notice: string | null;
  shipping: ShippingRule;
  /** Null: the newsletter brings no code. */
  offer: NewsletterOffer | null;
  isCurrent: boolean;
};

export type ShopSettingsReader = {
  /** Reads the settings that pages show; while the database is down, returns those that were read last. */
  readForPages(): Promise<PageSettings>;
  /** What an order has to meet and costs. Like `replyTo` from memory, at most `POLL_MS` old. */
  terms(): CheckoutTerms;
  /** The code that the newsletter brings now, likewise; null: none. */
  newsletterOffer(): NewsletterOffer | null;
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
      const { identity, notice, delivery, newsletter_code } = found ?? last;
      return {
        details: identity.value,
        notice: notice.value,
        shipping: shippingRule(delivery.value),
        offer: newsletterOffer(newsletter_code.value),
        isCurrent: found !== null,
      };
    },
    terms() {
      const cash = last.cash_limits.value;
      return {
        unpaidUnits: defaults.unpaidLimit,
        minTotal: cash.min_total,
        maxTotal: cash.max_total,
        firstMaxTotal: cash.first_max_total,
        openOrders: cash.open_orders,
        maxReturned: cash.max_returned,
        cashFee: toPaise(cash.fee ?? 0),
        onlinePercent: cash.online_percent ?? 0,
        shipping: shippingRule(last.delivery.value),
        calendar: {
          cutOff: last.delivery.value.cut_off,
          holidays: last.delivery.value.holidays ?? [],
        },
      };
    },
    newsletterOffer: () => newsletterOffer(last.newsletter_code.value),
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
  const pick = <T>(key: keyof ShopSettings, value: T, schema: Parse<T>) => {
    const found = stored.find((each) => each.key === key);
    return { value: schema.safeParse(found?.value).data ?? value, seen: found?.id ?? null };
  };
  const { identity, notice, delivery, cash_limits, low_stock } = ShopSettings.shape;
  const { order_email, newsletter_code } = ShopSettings.shape;
  return {
    identity: pick('identity', shopDetails, identity.shape.value),
    notice: pick('notice', null, notice.shape.value),
    delivery: pick('delivery', DEFAULT_DELIVERY, delivery.shape.value),
    cash_limits: pick('cash_limits', cashDefaults(cashLimits), cash_limits.shape.value),
    low_stock: pick('low_stock', LOW_STOCK, low_stock.shape.value),
    order_email: pick('order_email', null, order_email.shape.value),
    newsletter_code: pick('newsletter_code', DEFAULT_NEWSLETTER_OFFER, newsletter_code.shape.value),
  };
}

function cashDefaults({ maxTotal, openOrders }: CashLimits): ShopSettings['cash_limits']['value'] {
  return {
    min_total: null,
    max_total: maxTotal,
    first_max_total: null,
    open_orders: openOrders,
    max_returned: null,
    confirm: false,
    fee: null,
    online_percent: null,
  };
}

const DEFAULT_DELIVERY: ShopSettings['delivery']['value'] = {
  fee: null,
  free_from: toRupees(DEFAULT_SHIPPING.freeFrom ?? 0),
  cut_off: null,
  holidays: null,
};

function shippingRule({
  fee,
  free_from,
}: Pick<typeof DEFAULT_DELIVERY, 'fee' | 'free_from'>): ShippingRule {
  return { fee: toPaise(fee ?? 0), freeFrom: free_from === null ? null : toPaise(free_from) };
}

function newsletterOffer({
  percent,
  days,
}: ShopSettings['newsletter_code']['value']): NewsletterOffer | null {
  return percent === null ? null : { percent, days };
}

type Parse<T> = { safeParse(value: unknown): { data?: T | undefined } };

export type StoredSetting = { id: string; key: string; value: unknown };

/**
 * The newest value of each setting that was ever changed. Ordered by the numeric column, because the selected `id` is
 * text, in which 9 comes after 10.
 */
export function newestSettings() {
  return statement<StoredSetting>`
    select distinct on (key) id::text, key, value from shop_settings order by key, shop_settings.id desc`;
}

/** An SQL expression: a product with this many pieces or fewer counts as low in stock. */
export const lowStock: RawBuilder<number> = sql`coalesce(
  (select (value #>> '{}')::integer from shop_settings where key = 'low_stock' order by id desc limit 1),
  ${LOW_STOCK}
)`;
