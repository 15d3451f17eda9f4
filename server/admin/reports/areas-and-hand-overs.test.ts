import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_AREAS, type ReportName } from '#contract/admin/reports.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { sumDays } from './sum-days.ts';

let shop: TestShop;
let owner: TestShopper;
let accountant: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  owner = await newStaff(shop, 'owner');
  accountant = await newStaff(shop, 'accountant');
  courier = (await shop.db.owner.query('select id from couriers where numbered limit 1')).rows[0]
    .id;
});
beforeEach(() =>
  shop.db.owner.query('truncate orders, report_days, report_changes, cod_collections cascade'),
);

type Placed = {
  pin?: string;
  country?: string;
  fulfilment?: string;
  /** In India. */
  at?: string;
  /** Hours until the hand-over. */
  hours?: number | null;
  confirmed?: boolean;
};

/** So many orders that went this way. */
async function place(count: number, order: Placed): Promise<void> {
  const { pin = '110001', fulfilment = 'delivered', at = '2026-03-10 12:00' } = order;
  await shop.db.owner.query(
    `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
      request_hash, fulfilment, created_at, shipped_at, confirmed_at)
     select gen_random_uuid(), generate_order_number(), 100, jsonb_build_object('postal_code', $2::text, 'country', $7::text), 'cod',
       gen_random_uuid(), 'x', $3, $4::timestamp at time zone 'Asia/Kolkata',
       $4::timestamp at time zone 'Asia/Kolkata' + $5 * interval '1 hour', case when $6 then now() end
     from generate_series(1, $1::integer)`,
    [
      count,
      pin,
      fulfilment,
      at,
      order.hours ?? null,
      order.confirmed ?? false,
      order.country ?? 'India',
    ],
  );
}

const read = async (name: ReportName, days = 'from=2026-03-01&to=2026-04-30') =>
  (await accountant.request('GET', `/api/admin/reports/${name}?${days}`)).body;

describe('parcels by PIN area', () => {
  test('are listed with the highest RTO rate first, and areas with few parcels last', async () => {
    await place(6, { pin: '110001' });
    await place(4, { pin: '110092', fulfilment: 'returned' });
    await place(5, { pin: '560 001' });
    await place(5, { pin: '560099', fulfilment: 'returned' });
    await place(1, { pin: '560001', fulfilment: 'lost' });
    await place(1, { pin: '682001', fulfilment: 'returned' });
    await place(2, { pin: '400050', fulfilment: 'shipped' });
    await place(1, { pin: '400050', fulfilment: 'returning' });
    await place(3, { pin: 'E1 6AN' });
    for (const fulfilment of ['pending', 'confirmed', 'packed', 'cancelled'])
      await place(1, { fulfilment });
    for (const _ of ['from the orders', 'from the sums']) {
      expect(await read('return_areas')).toEqual({
        rows: [
          ['560', 11, 5, 5, 0.5],
          ['110', 10, 6, 4, 0.4],
          ['682', 1, 0, 1, 1],
          ['Unknown', 3, 3, 0, 0],
          ['400', 3, 0, 0, null],
        ],
        totals: [null, 28, 14, 10, 0.417],
      });
      await sumDays(shop.database);
    }
  });

  test('are listed under Unknown without a PIN code of India', async () => {
    await place(1, { pin: ' 560 001 ', country: ' india ' });
    await place(1, { pin: '560001', country: 'Singapore' });
    await place(1, { pin: '10115', country: 'Germany' });
    await place(1, { pin: '5600011' });
    await place(1, { pin: '५६०००१' });
    await place(1, { pin: '' });
    for (const _ of ['from the orders', 'from the sums']) {
      expect((await read('return_areas')).rows).toEqual([
        ['Unknown', 5, 5, 0, 0],
        ['560', 1, 1, 0, 0],
      ]);
      await sumDays(shop.database);
    }
  });

  test('are summed in one more row beyond the listed areas, so that the total is that of the other report', async () => {
    for (let area = 0; area < MAX_AREAS + 20; area++) {
      await place(2, { pin: `${110 + area}001` });
      await place(1, { pin: `${110 + area}001`, fulfilment: 'returned' });
    }
    const { rows, totals } = await read('return_areas');
    expect(rows).toHaveLength(MAX_AREAS + 1);
    expect(rows.at(-1)).toEqual(['All others', 60, 40, 20, 0.333]);
    expect(totals.slice(2)).toEqual((await read('returns')).totals.slice(2));
  });

  test('are saved as CSV', async () => {
    await place(1, { pin: '110001' });
    const path = '/api/admin/reports/return_areas/export?from=2026-03-01&to=2026-03-31';
    expect((await accountant.request('GET', path)).body).toEqual({
      filename: 'return_areas-2026-03-01-to-2026-03-31.csv',
      csv: '\ufeffPIN area,Handed over,Delivered,Returned,RTO rate\r\n110,1,1,0,0\r\nTotal,1,1,0,0\r\n',
    });
  });
});

describe('the time to the hand-over', () => {
  test('is given by month: the hours in which half of its parcels left, and in which nine of ten did', async () => {
    for (let hours = 1; hours <= 10; hours++) await place(1, { hours: hours * 5 - 0.3 });
    for (const hours of [1, 2, 900])
      await place(1, { at: '2026-03-31 23:59', hours, fulfilment: 'returned' });
    await place(1, { at: '2026-04-01 00:00', hours: 0.4, fulfilment: 'shipped' });
    await place(5, { fulfilment: 'packed', confirmed: true });
    for (const _ of ['from the orders', 'from the sums']) {
      expect((await read('hand_overs')).rows.map((row: unknown[]) => row.slice(0, 4))).toEqual([
        ['2026-03', 13, 25, 50],
        ['2026-04', 1, 0, 0],
      ]);
      await sumDays(shop.database);
    }
  });

  test('is listed with the share of decided cash orders that were confirmed', async () => {
    await place(2, { fulfilment: 'confirmed', confirmed: true });
    await place(1, { fulfilment: 'cancelled', confirmed: true });
    await place(1, { fulfilment: 'cancelled' });
    await place(7, { fulfilment: 'pending' });
    await place(2, { at: '2026-04-10 12:00', fulfilment: 'pending' });
    for (const _ of ['from the orders', 'from the sums']) {
      const { rows, totals } = await read('hand_overs');
      expect(rows).toEqual([['2026-03', 0, null, null, 3, 1, 0.75]]);
      expect(totals).toEqual([null, 0, null, null, 3, 1, 0.75]);
      await sumDays(shop.database);
    }
  });
});

describe('of a day that was summed', () => {
  let asha: TestShopper;
  let order: { id: string; version: number };

  beforeEach(async () => {
    asha = await shop.newShopper();
    const { body } = await submit(asha, await toCheckout(asha, [['1', 1]]));
    order = { id: body.id, version: 0 };
    await shop.db.owner.query(
      `update orders set created_at = now() - interval '3 days' where id = $1`,
      [order.id],
    );
  });

  const days = async () => {
    const { rows } = await shop.db.owner.query(
      `select india_day(now() - interval '4 days')::text as from, india_day(now())::text as to`,
    );
    return String(new URLSearchParams(rows[0]));
  };

  async function reports() {
    const range = await days();
    const { rows: areas } = await read('return_areas', range);
    const { rows: months } = await read('hand_overs', range);
    const [, , median, , confirmed, unconfirmed] = months[0] ?? [];
    return { areas, median, confirmed, unconfirmed };
  }

  const act = async (verb: string, data: object = {}) => {
    const path = `/api/admin/orders/${order.id}/actions`;
    const { version } = order;
    const { status, body } = await owner.request('POST', path, { verb, version, ...data });
    expect({ verb, status }).toEqual({ verb, status: 200 });
    order.version = body.version;
  };

  /** After a step: as the report is at once, and when the job has summed the day again. */
  async function expectBoth(expected: object) {
    expect(await reports()).toMatchObject(expected);
    await sumDays(shop.database);
    expect(await reports()).toMatchObject(expected);
  }

  const parcel = (tracking_number: string) => ({ courier, tracking_number });
  const toPin = (postal_code: string) =>
    owner.request('PATCH', `/api/admin/orders/${order.id}/address`, {
      version: order.version,
      full_name: 'Asha Rao',
      phone: '9876543210',
      address_line1: '7 Peacock Lane',
      city: 'Kochi',
      state: 'Kerala',
      postal_code,
    });

  test('every step and its undo is counted again, and so is a parcel to another address', async () => {
    await expectBoth({ areas: [], confirmed: undefined });
    await act('confirm');
    await expectBoth({ areas: [], confirmed: 1, unconfirmed: 0 });
    await act('unconfirm');
    await expectBoth({ areas: [], confirmed: undefined });
    await act('pack');
    await expectBoth({ areas: [], median: null, confirmed: 1 });
    await act('hand_over', parcel('SUMMED1'));
    await expectBoth({ areas: [['400', 1, 0, 0, null]], median: 72 });
    await act('take_back');
    await expectBoth({ areas: [], median: null, confirmed: 1 });
    expect((await toPin('682001')).status).toBe(200);
    order.version += 1;
    await act('hand_over', parcel('SUMMED2'));
    await act('return_to_origin');
    await expectBoth({ areas: [['682', 1, 0, 0, null]], median: 72 });
    await act('deliver');
    await expectBoth({ areas: [['682', 1, 1, 0, 0]] });
    await act('undeliver');
    await expectBoth({ areas: [['682', 1, 0, 0, null]] });
    await act('receive_back', { good: [] });
    await expectBoth({ areas: [['682', 1, 0, 1, 1]], median: 72, confirmed: 1, unconfirmed: 0 });
  });

  test('an order that is cancelled before it is confirmed is one, and after the undo none', async () => {
    await sumDays(shop.database);
    await act('cancel', { reason: 'not_confirmed' });
    await expectBoth({ confirmed: 0, unconfirmed: 1 });
    await act('undo_cancel');
    await expectBoth({ confirmed: undefined, unconfirmed: undefined });
  });

  test('the deletion of a customer changes nothing: orders stay', async () => {
    await act('hand_over', parcel('SUMMED3'));
    await act('deliver');
    const before = await reports();
    expect(before.areas).toHaveLength(1);
    const { userId, email } = asha.shopper;
    const { rows } = await shop.db.owner.query('select delete_customer($1, $2) as done', [
      userId,
      email,
    ]);
    expect(rows[0].done).toMatchObject({ kept: { orders: 1 } });
    await expectBoth(before);
  });
});
