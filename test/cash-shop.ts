import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { submit, toCheckout } from './checkout.ts';
import { openTestShop, type TestShopper } from './shop.ts';
import { newStaff } from './staff.ts';

/** A courier's list: it pays for CASH1, too little for CASH2, and for CASH3, which is still on its way. */
export const LIST = `AWB,COD Amount,UTR
CASH1,"₹998.00",UTR77
CASH2,900,UTR77
CASH3,998,UTR77
NOBODY,5,UTR77
CASH1,998,UTR77`;

export const encode = (text: string) => Buffer.from(text).toString('base64');

type Postings = { remittances: { amount: number; reference: string }[]; next: string | null };

/** A shop whose accountant posts what a courier has collected. Call `handOverOrders` before each test. */
export async function openCashShop() {
  const shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  const owner = await newStaff(shop, 'owner');
  const accountant = await newStaff(shop, 'accountant');
  const { rows } = await shop.db.owner.query(`select id from couriers where name = 'Delhivery'`);
  const courier: string = rows[0].id;
  let first = '';

  async function handOver(shopper: TestShopper, tracking_number: string) {
    const { body } = await submit(shopper, await toCheckout(shopper, [['1', 2]]));
    const path = `/api/admin/orders/${body.id}/actions`;
    const sent = { verb: 'hand_over', version: 0, courier, tracking_number };
    const done = await owner.request('POST', path, sent);
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    return { id: String(body.id), version: Number(done.body.version) };
  }

  async function deliver({ id, version }: { id: string; version: number }): Promise<string> {
    await owner.request('POST', `/api/admin/orders/${id}/actions`, { verb: 'deliver', version });
    return id;
  }

  /** Sends a list with the length that browsers send. */
  function sendFile(file: string, who: TestShopper) {
    const body = JSON.stringify({ courier, file });
    return who.request('POST', '/api/admin/cash/previews', body, {
      'content-length': String(body.length),
    });
  }

  const preview = (text: string) => sendFile(encode(text), accountant);

  /** The fingerprint of what would be posted now. */
  const look = async (text: string): Promise<string> => (await preview(text)).body.seen;

  return {
    shop,
    owner,
    accountant,
    courier,

    /** Deletes all orders and places three of 998 in cash: CASH1 and CASH2 are delivered, CASH3 is still on its way. */
    async handOverOrders(): Promise<{ first: string; second: string; asha: TestShopper }> {
      await shop.db.owner.query(
        `truncate orders, cod_remittances, cod_collections cascade; update products set stock = 100`,
      );
      const asha = await shop.newShopper(); // a shopper has only so many addresses
      first = await deliver(await handOver(asha, 'CASH1'));
      const second = await deliver(await handOver(asha, 'CASH2'));
      await handOver(asha, 'CASH3');
      return { first, second, asha };
    },

    /** Delivers CASH3; returns its order's id. */
    async deliverThird(): Promise<string> {
      const { rows } = await shop.db.owner.query(
        `select id, version from orders where fulfilment = 'shipped'`,
      );
      return deliver(rows[0]);
    },

    sendFile,
    preview,
    look,

    /** Posts a list, after a look at it unless `form` says what was `seen`. */
    async post(text: string, form: object = {}, who = accountant) {
      return who.request('POST', '/api/admin/cash/remittances', {
        courier,
        file: encode(text),
        reference: 'UTR77',
        seen: 'seen' in form ? '' : await look(text),
        ...form,
      });
    },

    undo: (id: string) => accountant.request('POST', `/api/admin/cash/remittances/${id}/undo`),

    /** One page of the postings, newest first. */
    async postings(after = ''): Promise<Postings> {
      const query = after && `?after=${after}`;
      return (await accountant.request('GET', `/api/admin/cash/remittances${query}`)).body;
    },

    /** Settles, disputes or reopens an order by hand; CASH1 unless another is given. */
    byHand: (action: string, id = first, note: string | null = 'Paid in cash') =>
      accountant.request('POST', `/api/admin/cash/orders/${id}`, { action, ...(note && { note }) }),

    async cashOf(order: string) {
      const { rows } = await shop.db.owner.query(
        'select state, remitted_amount::float8 from cod_collections where order_id = $1',
        [order],
      );
      return rows[0];
    },

    async count(table: string): Promise<number> {
      const { rows } = await shop.db.owner.query(`select count(*) from ${table}`);
      return Number(rows[0].count);
    },

    /** Where the page begins that follows this order. */
    async cursorOf(order: string, column: 'collected_at' | 'settled_at'): Promise<string> {
      const { rows } = await shop.db.owner.query(
        `select (extract(epoch from ${column}) * 1000000)::bigint || '_' || order_id as cursor
         from cod_collections where order_id = $1`,
        [order],
      );
      return rows[0].cursor;
    },
  };
}
