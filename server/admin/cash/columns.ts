/** The columns that a list needs; `reference` may be missing. */
export type Columns = { tracking: number; amount: number; reference: number | null };

/**
 * The names of columns without case, spaces and signs; the first match is used. Collected from the lists of Delhivery,
 * Shiprocket, Blue Dart, DTDC, Ekart, XpressBees, India Post and Shadowfax, with common abbreviations.
 */
const TRACKING = [
  ...['awb', 'awbno', 'awbnumber', 'awbcode', 'waybill', 'waybillno', 'waybillnumber'],
  ...['trackingnumber', 'trackingno', 'trackingid', 'trackingcode', 'tracking'],
  ...[
    'consignmentno',
    'consignmentnumber',
    'consignment',
    'cnno',
    'cnnumber',
    'cnoteno',
    'cnotenumber',
  ],
  ...['articlenumber', 'articleno', 'articleid', 'article', 'docketno', 'docketnumber', 'lrno'],
];
const AMOUNT = [
  ...[
    'remittedamount',
    'remittanceamount',
    'amountremitted',
    'codremitted',
    'codremittedamount',
    'remitted',
  ],
  ...['codamount', 'codamt', 'codvalue', 'codcollected', 'codpayable', 'cod', 'cashondelivery'],
  ...[
    'collectedamount',
    'amountcollected',
    'collectableamount',
    'collectablevalue',
    'collectionamount',
  ],
  ...['amountpaid', 'paidamount', 'netamount', 'amount', 'amt', 'value'],
];
const REFERENCE = [
  ...[
    'utr',
    'utrno',
    'utrnumber',
    'neftutr',
    'neftno',
    'bankreference',
    'bankreferenceno',
    'bankrefno',
  ],
  ...['banktransactionid', 'transactionreference', 'paymentreference', 'remittanceid', 'crfid'],
];

/** Couriers put titles above the header row. */
export const MAX_HEADER_ROW = 30;

/** Finds the header row; null if no row has both required columns. */
export function findColumns(
  rows: readonly string[][],
): { header: number; columns: Columns } | null {
  for (const [header, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const names = row.map(plainName);
    const [tracking, amount] = [find(names, TRACKING), find(names, AMOUNT)];
    if (tracking !== null && amount !== null) {
      return { header, columns: { tracking, amount, reference: find(names, REFERENCE) } };
    }
  }
  return null;
}

/** 'COD Amount (₹)' → 'codamount'. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(rs|inr|rupees)$/, '');
}

function find(names: readonly string[], known: readonly string[]): number | null {
  const found = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
  return found ?? null;
}
