import { expect, test } from 'vitest';
import { openStaffedShop } from '#test/staff.ts';

const { shop, owner, packer, place, act } = await openStaffedShop();
const asha = await shop.newShopper();

test('an open admin learns of a new order and of what staff and shoppers do to one, and of nothing else', async () => {
  const mark = async () => (await owner.request('GET', '/api/admin/changes')).body.mark;
  const marks = [await mark()];
  const { id } = await place([['1', 1]], asha);
  marks.push(await mark());
  expect((await act(id, 'confirm')).status).toBe(200);
  marks.push(await mark());
  const { id: other } = await place([['1', 1]], asha);
  marks.push(await mark());
  expect((await asha.request('POST', `/api/orders/${other}/cancellation`, {})).status).toBe(200);
  marks.push(await mark());
  expect(new Set(marks).size).toBe(marks.length);

  expect((await act(id, 'confirm', { version: 7 })).status).toBe(409);
  expect(await mark()).toBe(marks.at(-1));
  // It says no more than that: a packer, who does not see each order, gets the same.
  expect((await packer.request('GET', '/api/admin/changes')).body).toEqual({ mark: marks.at(-1) });
});

test('an order that commits after a newer one is not missed', async () => {
  const mark = async () => (await owner.request('GET', '/api/admin/changes')).body.mark;
  const { id } = await place([['1', 1]], asha);
  await place([['1', 1]], asha);
  const before = await mark();
  const sql = `insert into order_events (id, order_id, user_id, kind, actor, shown_to_shopper)
    overriding system value
    select -1, id, user_id, 'note', 'system', false from orders where id = $1`;
  await shop.db.owner.query(sql, [id]);
  expect(await mark()).not.toBe(before);
});
