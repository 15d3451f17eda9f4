import type { ALL_MOVEMENT_REASONS, MOVEMENT_REASONS } from '#contract/admin/stock.ts';
import { type Pieces, piecesOnHand } from '#domain/stock.ts';

export type StockChange = (typeof MOVEMENT_REASONS)[number] | 'count';

/** The kinds of stock changes, with the labels of their button and field. */
export const STOCK_CHANGES: readonly { change: StockChange; button: string; field: string }[] = [
  { change: 'received', button: 'Receive', field: 'Pieces received' },
  { change: 'count', button: 'Count', field: 'Pieces counted' },
  { change: 'damaged', button: 'Damaged', field: 'Damaged pieces' },
  { change: 'sample', button: 'Sample', field: 'Pieces taken as samples' },
];

/** The names of the reasons in the ledger. */
export const REASON_NAMES: Record<(typeof ALL_MOVEMENT_REASONS)[number] | 'sold' | 'held', string> =
  {
    opening: 'At the beginning',
    received: 'Received',
    damaged: 'Damaged',
    sample: 'Sample',
    count: 'Counted',
    cancelled: 'Order cancelled',
    returned_to_origin: 'Parcel came back',
    returned: 'Returned',
    sold: 'Sold',
    held: 'Held by a payment',
  };

/** The hint of a count: 'Expected: 134. Count what is sold and not handed over (10) too.' */
export function countHint(level: Pieces): string {
  const { reserved, held } = level;
  const too = [
    ...(reserved > 0 ? [`what is sold and not handed over (${reserved})`] : []),
    ...(held > 0 ? [`what payments hold (${held})`] : []),
  ];
  return `Expected: ${piecesOnHand(level)}.${too.length > 0 ? ` Count ${too.join(' and ')} too.` : ''}`;
}
