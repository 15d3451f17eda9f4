import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_AREAS, type ReportName } from '#contract/admin/reports.ts';
import { HOME } from '#test/checkout.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';
import { sumDays } from './sum-days.ts';

const staffed = await openStaffedShop({ timeouts: LONG_TIMEOUTS });
const { shop, owner, accountant, rows, get, act } = staffed;

beforeEach(() => rows('truncate orders, report_days, report_changes, cod_collections cascade'));

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
  await rows(
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

const read = (name: ReportName, days = 'from=2026-03-01&to=2026-04-30') =>
  get(`reports/${name}?${days}`, accountant);
/** From the orders, and once the job has summed the days. */
async function expectBoth(report: () => Promise<unknown>, expected: unknown): Promise<void> {
  expect(await report()).toEqual(expected);
  await sumDays(shop.database);
  expect(await report()).toEqual(expected);
}

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
    await expectBoth(() => read('return_areas'), {
      rows: [
        ['560', 11, 5, 5, 0.5],
        ['110', 10, 6, 4, 0.4],
        ['682', 1, 0, 1, 1],
        ['Unknown', 3, 3, 0, 0],
        ['400', 3, 0, 0, null],
      ],
      totals: [null, 28, 14, 10, 0.417],
    });
  });

  test('are listed under Unknown without a PIN code of India', async () => {
    await place(1, { pin: ' 560 001 ', country: ' india ' });
    await place(1, { pin: '560001', country: 'Singapore' });
    await place(1, { pin: '10115', country: 'Germany' });
    await place(1, { pin: '5600011' });
    await place(1, { pin: '५६०००१' });
    await place(1, { pin: '' });
    await expectBoth(
      async () => (await read('return_areas')).rows,
      [
        ['Unknown', 5, 5, 0, 0],
        ['560', 1, 1, 0, 0],
      ],
    );
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
    expect(
      await get('reports/return_areas/export?from=2026-03-01&to=2026-03-31', accountant),
    ).toEqual({
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
    await expectBoth(
      async () => (await read('hand_overs')).rows.map((row: unknown[]) => row.slice(0, 4)),
      [
        ['2026-03', 13, 25, 50],
        ['2026-04', 1, 0, 0],
      ],
    );
  });

  test('is listed with the share of decided cash orders that were confirmed', async () => {
    await place(2, { fulfilment: 'confirmed', confirmed: true });
    await place(1, { fulfilment: 'cancelled', confirmed: true });
    await place(1, { fulfilment: 'cancelled' });
    await place(7, { fulfilment: 'pending' });
    await place(2, { at: '2026-04-10 12:00', fulfilment: 'pending' });
    await expectBoth(() => read('hand_overs'), {
      rows: [['2026-03', 0, null, null, 3, 1, 0.75]],
      totals: [null, 0, null, null, 3, 1, 0.75],
    });
  });
});

describe('of a day that was summed', () => {
  let asha: TestShopper;
  let id: string;
  let days: string;
  beforeEach(async () => {
    ({ id, shopper: asha } = await staffed.place([['1', 1]]));
    await rows(`update orders set created_at = now() - interval '3 days' where id = $1`, [id]);
    const [range] = await rows(
      `select india_day(now() - interval '4 days')::text as from, india_day(now())::text as to`,
    );
    days = String(new URLSearchParams(range));
  });

  /** What the reports say of the order: its area, the hours until its hand-over, and whether it was confirmed or not. */
  async function reports() {
    const [area] = (await read('return_areas', days)).rows;
    const [, , median, , ...confirmed] = (await read('hand_overs', days)).rows[0] ?? [];
    return [area, median ?? null, confirmed.slice(0, 2)];
  }

  test('every step and its undo is counted again, and so is a parcel to another address', async () => {
    const open = [undefined, null, []];
    const confirmed = [undefined, null, [1, 0]];
    const inArea = (...area: unknown[]) => [area, 72, [1, 0]];
    for (const [verb, expected] of [
      ['confirm', confirmed],
      ['unconfirm', open],
      ['pack', confirmed],
      ['hand_over', inArea('400', 1, 0, 0, null)],
      ['take_back', confirmed],
      ['', confirmed],
      ['hand_over', inArea('682', 1, 0, 0, null)],
      ['return_to_origin', inArea('682', 1, 0, 0, null)],
      ['deliver', inArea('682', 1, 1, 0, 0)],
      ['undeliver', inArea('682', 1, 0, 0, null)],
      ['receive_back', inArea('682', 1, 0, 1, 1)],
    ] as const) {
      const [{ version }] = await rows('select version from orders where id = $1', [id]);
      const kochi = { ...HOME, city: 'Kochi', state: 'Kerala', postal_code: '682001', version };
      const { status } = verb
        ? await act(id, verb)
        : await owner.request('PATCH', `/api/admin/orders/${id}/address`, kochi);
      expect(status, verb).toBe(200);
      await expectBoth(reports, expected);
    }
  });

  test('an order that is cancelled before it is confirmed is one, and after the undo none', async () => {
    await sumDays(shop.database);
    await staffed.go(id, 'cancel');
    await expectBoth(reports, [undefined, null, [0, 1]]);
    await staffed.go(id, 'undo_cancel');
    await expectBoth(reports, [undefined, null, []]);
  });

  test('the deletion of a customer changes nothing: orders stay', async () => {
    await staffed.go(id, 'hand_over', 'deliver');
    const before = await reports();
    expect(before).toEqual([['400', 1, 1, 0, 0], 72, [1, 0]]);
    const { userId, email } = asha.shopper;
    const [{ done }] = await rows('select delete_customer($1, $2) as done', [userId, email]);
    expect(done).toMatchObject({ kept: { orders: 1 } });
    await expectBoth(reports, before);
  });
});
