/**
 * A scheduled change of a product's price that has not ended: it will start (scheduled), or has started and will end
 * (active).
 */
export type PlannedPrice = {
  id: string;
  state: 'scheduled' | 'active';
  price: number;
  /**
   * Null: the MRP of the product stays. A product without MRP has its former price as MRP while a lower price runs for
   * a limited time.
   */
  mrp: number | null;
  starts_at: string;
  ends_at: string | null;
  /** The price and the MRP that return at its end; null until it has started. */
  former_price: number | null;
  former_mrp: number | null;
};

/**
 * A price that would be above the MRP at its time. `back`: it is the former price, returning at the end of the change.
 */
export type PriceAboveMrp = { id: string; price: number; at: string; back: boolean };

type Prices = { price: number; mrp: number | null };

/**
 * Finds the first planned price of a product that would be above its MRP; null when there is none. apply_price_change()
 * in db/functions.sql would start such a price without MRP, and the MRP that somebody typed would be lost; this follows
 * its rules. Amounts in rupees.
 */
export function firstAboveMrp(now: Prices, planned: readonly PlannedPrice[]): PriceAboveMrp | null {
  const former = new Map<string, Prices>();
  for (const { id, former_price, former_mrp } of planned) {
    if (former_price !== null) former.set(id, { price: former_price, mrp: former_mrp });
  }
  let current = now;
  for (const { change, isEnd, at } of eventsOf(planned)) {
    if (!isEnd) {
      const mrp = change.mrp ?? mrpDuring(change, current);
      if (isAbove(change.price, change.mrp ?? current.mrp))
        return { id: change.id, price: change.price, at, back: false };
      former.set(change.id, current);
      current = { price: change.price, mrp };
      continue;
    }
    const before = former.get(change.id);
    if (!before) continue;
    const own = change.mrp ?? mrpDuring(change, before); // set when it started
    const corrected = current.mrp !== own;
    if (corrected && isAbove(before.price, current.mrp)) {
      return { id: change.id, price: before.price, at, back: true };
    }
    current = { price: before.price, mrp: corrected ? current.mrp : before.mrp };
  }
  return null;
}

/**
 * The MRP while a change runs, as mrp_during_change() in db/functions.sql computes it: a product without MRP has its
 * former price as MRP during a sale.
 */
function mrpDuring({ price, ends_at }: PlannedPrice, former: Prices): number | null {
  if (former.mrp !== null) return isAbove(price, former.mrp) ? null : former.mrp;
  return ends_at !== null && price < former.price ? former.price : null;
}

const isAbove = (price: number, mrp: number | null) => mrp !== null && price > mrp;

/** Starts and ends of the changes by time; at the same instant ends come first. */
function eventsOf(planned: readonly PlannedPrice[]) {
  return planned
    .flatMap((change) => [
      ...(change.state === 'scheduled' ? [{ change, isEnd: false, at: change.starts_at }] : []),
      ...(change.ends_at === null ? [] : [{ change, isEnd: true, at: change.ends_at }]),
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(b.isEnd) - Number(a.isEnd));
}
