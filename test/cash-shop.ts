import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import type { Answer, TestShopper } from './shop.ts';
import { openStaffedShop } from './staff.ts';

/** A courier's list: it pays for CASH1, too little for CASH2, and for CASH3, which is still on its way. */
export const LIST = `AWB,COD Amount,UTR
CASH1,"₹998.00",UTR77
CASH2,900,UTR77
CASH3,998,UTR77
NOBODY,5,UTR77
CASH1,998,UTR77`;

/** Lines of a list; `2 98` pays 98 rupees for CASH2. */
export const listOf = (...lines: string[]) =>
  `AWB,Amount\n${lines.map((line) => `CASH${line.replace(' ', ',')}`).join('\n')}`;

const encode = (text: string) => Buffer.from(text).toString('base64');

/** A shop whose accountant posts what a courier has collected. Call `handOverOrders` before each test. */
export async function openCashShop() {
  const staffed = await openStaffedShop({ timeouts: LONG_TIMEOUTS });
  const { accountant, rows, get, place, act, go, courier } = staffed;
  let first = '';
  let third = '';

  async function handOver(tracking_number: string, shopper: TestShopper): Promise<string> {
    const { id } = await place([['1', 2]], shopper);
    const { status } = await act(id, 'hand_over', { tracking_number });
    if (status !== 200) throw new Error(`${tracking_number} was not handed over`);
    return id;
  }

  /** Sends a list with the length that browsers send. */
  function sendList(path: string, form: object, who = accountant): Promise<Answer> {
    const body = JSON.stringify({ courier, ...form });
    const headers = { 'content-length': String(body.length) };
    return who.request('POST', `/api/admin/cash/${path}`, body, headers);
  }

  const preview = (text: string) => sendList('previews', { file: encode(text) });

  /** The fingerprint of what would be posted now. */
  const look = async (text: string): Promise<string> => (await preview(text)).body.seen;

  return {
    ...staffed,
    sendList,
    preview,
    look,

    /** Deletes all orders and places three of 998 in cash: CASH1 and CASH2 are delivered, CASH3 is still on its way. */
    async handOverOrders(): Promise<{ first: string; second: string; asha: TestShopper }> {
      await rows(
        `truncate orders, cod_remittances, cod_collections cascade; update products set stock = 100`,
      );
      const asha = await staffed.shop.newShopper(); // a shopper has only so many addresses
      first = await handOver('CASH1', asha);
      const second = await handOver('CASH2', asha);
      third = await handOver('CASH3', asha);
      for (const id of [first, second]) await go(id, 'deliver');
      return { first, second, asha };
    },

    /** Delivers CASH3; returns its order's id. */
    async deliverThird(): Promise<string> {
      await go(third, 'deliver');
      return third;
    },

    /** The groups of a list's lines. */
    groupsOf: async (text: string): Promise<Answer['body']> => (await preview(text)).body.groups,

    /** Posts a list, after a look at it unless `form` says what was `seen`. */
    post: async (text: string, form: object = {}, who = accountant) =>
      sendList(
        'remittances',
        {
          file: encode(text),
          reference: 'UTR77',
          seen: 'seen' in form ? '' : await look(text),
          ...form,
        },
        who,
      ),

    undo: (id: string) => accountant.request('POST', `/api/admin/cash/remittances/${id}/undo`),

    /** Settles, disputes or reopens an order by hand; CASH1 unless another is given. */
    byHand: (action: string, id = first, note: string | null = 'Paid in cash') =>
      accountant.request('POST', `/api/admin/cash/orders/${id}`, { action, ...(note && { note }) }),

    /** What is owed for the first courier's parcels. */
    owed: async (): Promise<Answer['body']> => (await get('cash', accountant)).couriers[0],

    /** The state of an order's cash, and what came. */
    async cashOf(order: string): Promise<unknown[]> {
      const [{ state, came }] = await rows(
        'select state, remitted_amount::float8 as came from cod_collections where order_id = $1',
        [order],
      );
      return [state, came];
    },

    count: async (table: string): Promise<number> =>
      (await rows(`select count(*)::int as n from ${table}`))[0].n,

    /** Where the page begins that follows this order. */
    async cursorOf(order: string, column: 'collected_at' | 'settled_at'): Promise<string> {
      const [{ cursor }] = await rows(
        `select (extract(epoch from ${column}) * 1000000)::bigint || '_' || order_id as cursor
         from cod_collections where order_id = $1`,
        [order],
      );
      return cursor;
    },
  };
}
