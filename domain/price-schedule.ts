import { isAboveMrp, type Priced } from './mrp.ts';

/**
 * A scheduled change of a product's price that has not ended: it will start (scheduled), or has started and will end
 * (active).
 */
export type PlannedPrice = {
  id: string;
  state: 'scheduled' | 'active';
  price: number;
  /** Null: the MRP of the product stays. */
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

/**
 * Finds the first planned price of a product that would be above its MRP; null when there is none. apply_price_change()
 * in db/schema would declare an MRP that nobody has typed; this follows its rules. Amounts in rupees.
 */
export function firstAboveMrp(now: Priced, planned: readonly PlannedPrice[]): PriceAboveMrp | null {
  const former = new Map<string, Priced>();
  for (const { id, former_price: price, former_mrp: mrp } of planned) {
    if (price !== null && mrp !== null) former.set(id, { price, mrp });
  }
  let current = now;
  for (const { change, isEnd, at } of eventsOf(planned)) {
    if (!isEnd) {
      const { id, price } = change;
      const begun = { price, mrp: change.mrp ?? current.mrp };
      if (isAboveMrp(begun)) return { id, price, at, back: false };
      former.set(id, current);
      current = begun;
      continue;
    }
    const before = former.get(change.id);
    if (!before) continue;
    const corrected = current.mrp !== (change.mrp ?? before.mrp); // its own was set when it started
    const back = { price: before.price, mrp: corrected ? current.mrp : before.mrp };
    if (isAboveMrp(back)) return { id: change.id, price: back.price, at, back: true };
    current = back;
  }
  return null;
}

/** Starts and ends of the changes by time; at the same instant ends come first. */
function eventsOf(planned: readonly PlannedPrice[]) {
  return planned
    .flatMap((change) => [
      ...(change.state === 'scheduled' ? [{ change, isEnd: false, at: change.starts_at }] : []),
      ...(change.ends_at === null ? [] : [{ change, isEnd: true, at: change.ends_at }]),
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(b.isEnd) - Number(a.isEnd));
}
