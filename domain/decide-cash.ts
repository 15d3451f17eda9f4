import { formatRupees, formatWholeRupees, type Paise, toPaise } from './money.ts';

/** What decides whether a shopper may pay an order in cash. */
export type CashFacts = {
  /** What the courier would collect; null: not known yet, and no limit of it counts. */
  total: Paise | null;
  /** Whether staff have blocked it. */
  cash_blocked: boolean;
  /** Whether couriers take cash where the order goes; absent: they do. */
  area_takes_cash?: boolean;
  /** Their cash orders that are not delivered yet. */
  open_orders: number;
  /** Their orders that were ever delivered. */
  delivered: number;
  /** Their cash orders of the last year whose parcel came back, or is coming back. */
  returned: number;
};

/** What the shop asks of an order in cash; totals in rupees. Absent or null: no limit, no fee. */
export type CashTerms = {
  cashFee?: Paise;
  minTotal?: number | null;
  maxTotal?: number | null;
  /** The largest order until one was delivered. */
  firstMaxTotal?: number | null;
  /** Cash orders of one shopper that are not delivered yet. */
  openOrders?: number | null;
  /** So many parcels that came back end cash, unless as many orders were delivered. */
  maxReturned?: number | null;
  /** Whether the shop takes online payment: then that is the way out. */
  paysOnline?: boolean;
};

/** `refused`: the reason and the way out, in words for the shopper. */
export type CashDecision = { offered: true; fee: Paise } | { offered: false; refused: string };

/** Whether an order may be paid in cash, and what that costs; of several reasons against it the first counts. */
export function decideCash(facts: CashFacts, terms: CashTerms): CashDecision {
  const refusal = refusalOf(facts, terms) ?? refusalOfTotal(facts, terms);
  if (!refusal) return { offered: true, fee: terms.cashFee ?? 0 };
  const [reason, payOnline, otherwise] = refusal;
  return { offered: false, refused: `${reason} ${terms.paysOnline ? payOnline : otherwise}` };
}

/** The reason, and the way out with and without online payment. */
type Refusal = [reason: string, payOnline: string, otherwise: string];

/** What refuses cash whatever the order costs. */
function refusalOf(
  facts: CashFacts,
  { openOrders = null, maxReturned = null }: CashTerms,
): Refusal | null {
  const { returned, open_orders } = facts;
  if (facts.cash_blocked)
    return ['Cash on delivery is not available for your account.', ...ONLINE_OR_WRITE];
  if (maxReturned !== null && returned >= maxReturned && returned > facts.delivered) {
    const parcels = returned === 1 ? 'A parcel' : `${returned} parcels`;
    return [
      `${parcels} that you ordered in cash came back to us, so cash on delivery is not available.`,
      ...ONLINE_OR_WRITE,
    ];
  }
  if (facts.area_takes_cash === false)
    return [
      'Cash on delivery is not available at this address.',
      'Please pay online, or choose another address.',
      'Please choose another address, or write to us.',
    ];
  if (openOrders !== null && open_orders >= openOrders)
    return [
      `You have ${open_orders} cash ${open_orders === 1 ? 'order on its' : 'orders on their'} way.`,
      'Please pay this one online.',
      'Please order again when one has arrived, or write to us.',
    ];
  return null;
}

const ONLINE_OR_WRITE = ['Please pay online, or write to us.', 'Please write to us.'] as const;

function refusalOfTotal(
  { total, delivered }: CashFacts,
  { minTotal = null, maxTotal = null, firstMaxTotal = null }: CashTerms,
): Refusal | null {
  if (total === null) return null;
  if (minTotal !== null && total < toPaise(minTotal))
    return [`Cash on delivery is for orders from ${rupees(minTotal)}.`, ...onlineOr('order more')];
  if (maxTotal !== null && total > toPaise(maxTotal))
    return [`Cash on delivery is for orders up to ${rupees(maxTotal)}.`, ...onlineOr('order less')];
  if (firstMaxTotal !== null && delivered === 0 && total > toPaise(firstMaxTotal))
    return [
      `Until a first order has arrived, cash on delivery is for orders up to ${rupees(firstMaxTotal)}.`,
      ...onlineOr('order less'),
    ];
  return null;
}

const onlineOr = (change: string) =>
  [`Please pay online, or ${change}.`, `Please ${change}, or write to us.`] as const;

const rupees = (amount: number) =>
  Number.isInteger(amount) ? formatWholeRupees(amount) : formatRupees(amount);
