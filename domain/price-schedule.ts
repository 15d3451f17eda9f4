/** A change of a product's price that has not ended: it will start (scheduled), or has and will end (active). */
export type PlannedPrice = {
  id: string;
  state: 'scheduled' | 'active';
  price: number;
  /** Null: it keeps the product's; one that has none, has its former price as MRP while a lower one runs for a time. */
  mrp: number | null;
  starts_at: string;
  ends_at: string | null;
  /** What comes back at its end; null until it has started. */
  former_price: number | null;
  former_mrp: number | null;
};

/** The price of a planned change that is above the MRP of its time. `back`: it is the one that comes back at its end. */
export type PriceAboveMrp = { id: string; price: number; at: string; back: boolean };

type Now = { price: number; mrp: number | null };

/**
 * The first planned price of a product that would be above its MRP; null when there is none. Such a price would start with
 * no MRP, and the one that somebody typed would be lost: see apply_price_change() in the migrations, which this follows.
 * Amounts in rupees.
 */
export function firstAboveMrp(now: Now, planned: readonly PlannedPrice[]): PriceAboveMrp | null {
  const former = new Map<string, Now>();
  for (const { id, former_price, former_mrp } of planned) {
    if (former_price !== null) former.set(id, { price: former_price, mrp: former_mrp });
  }
  let current = now;
  for (const { change, ends, at } of eventsOf(planned)) {
    if (!ends) {
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

/** As mrp_during_change() in the migrations: for a sale the former price of a product without MRP stands on its packs. */
function mrpDuring({ price, ends_at }: PlannedPrice, former: Now): number | null {
  if (former.mrp !== null) return isAbove(price, former.mrp) ? null : former.mrp;
  return ends_at !== null && price < former.price ? former.price : null;
}

const isAbove = (price: number, mrp: number | null) => mrp !== null && price > mrp;

/** Starts and ends in the order in which they are made: at one instant the end comes first. */
function eventsOf(planned: readonly PlannedPrice[]) {
  return planned
    .flatMap((change) => [
      ...(change.state === 'scheduled' ? [{ change, ends: false, at: change.starts_at }] : []),
      ...(change.ends_at === null ? [] : [{ change, ends: true, at: change.ends_at }]),
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(b.ends) - Number(a.ends));
}
