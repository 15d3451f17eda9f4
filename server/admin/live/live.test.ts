import { describe, expect, test } from 'vitest';
import { LiveMessage } from '#contract/admin/live.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff, openStaffedShop } from '#test/staff.ts';
import { APPLICATION_NAME } from './admin-channel.ts';

/** A shorter interval than in the shop: within it, a stream of a member without access ends. */
const CHECK_MS = 50;

const staffed = await openStaffedShop({ liveCheckMs: CHECK_MS });
const { shop, owner, rows, act } = staffed;
const asha = await shop.newShopper();
await shop.startJobs();

const place = async () => (await staffed.place([['1', 1]], asha)).id;

describe('an open admin', () => {
  test('of every role is notified of a new order within two seconds, by a message that contains only the order’s id', async () => {
    const streams = await Promise.all(STAFF_ROLES.map((role) => listening(staffed[role])));
    const id = await place();
    const placed = performance.now();
    await expect.poll(() => streams[0]?.orders(), { interval: 10 }).toContain(id);
    expect(performance.now() - placed).toBeLessThan(2_000);
    for (const stream of streams) {
      await expectNotified(stream, id);
      const fields = stream.messages().flatMap((message) => Object.keys(message));
      expect(new Set(fields)).toEqual(new Set(['kind', 'order']));
      await stream.leave();
    }
  });

  test('is notified of changes by staff and shoppers, but not of rolled-back ones', async () => {
    const stream = await listening(owner);
    const [first, second] = [await place(), await place()];
    await expectNotified(stream, first, second); // the new orders
    const since = stream.orders().length;
    await act(first, 'confirm', { version: 7 });
    await act(first, 'confirm');
    await asha.request('POST', `/api/orders/${second}/cancellation`, {});
    await expect.poll(() => stream.orders().slice(since)).toEqual([first, second]);
    await stream.leave();
  });
});

describe('the stream', () => {
  test.each([
    ['the member is revoked', 'update staff set disabled_at = now() where user_id = $1'],
    ['the session ends', 'delete from auth.sessions where user_id = $1'],
  ])('sends a message now and then, and ends when %s', async (_, sql) => {
    const packer = await newStaff(shop, 'packer');
    const stream = await listening(packer);
    await expect.poll(() => stream.beats()).toBeGreaterThan(1);
    await rows(sql, [packer.shopper.userId]);
    await expect.poll(() => stream.ended()).toBe(true);
  });

  test('can be open five times per member; a sixth ends the oldest', async () => {
    const packer = await newStaff(shop, 'packer');
    const streams: Stream[] = [];
    for (let count = 0; count < 6; count += 1) streams.push(await listening(packer));
    await expect.poll(() => streams.findLastIndex((stream) => stream.ended())).toBe(0);
    for (const stream of streams) await stream.leave();
  });
});

describe('the listening connection', () => {
  const connections = () =>
    rows(
      'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
      [APPLICATION_NAME],
    );

  test('exists only while a stream is open, once for all streams, also after one that was closed during the opening', async () => {
    await expect.poll(connections).toEqual([]);
    await (await open(owner)).body?.cancel();
    const streams = [await listening(owner), await listening(owner)];
    for (const stream of streams) {
      expect(await connections()).toHaveLength(1);
      await expectNotified(stream, await place());
      await stream.leave();
    }
    await expect.poll(connections).toEqual([]);
  });

  test('is reopened after it was killed, and the stream reports that messages may be missing', async () => {
    await expect.poll(connections).toEqual([]);
    const stream = await listening(owner);
    const [{ pid }] = await connections();
    await rows('select pg_terminate_backend($1)', [pid]);
    const kinds = () => stream.messages().map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(['lost', 'listening', 'lost', 'listening']);
    await expectNotified(stream, await place());
    await stream.leave();
  });
});

async function open(who: TestShopper): Promise<Response> {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${who.token}` };
  return shop.app.request('http://localhost:3000/api/admin/live', { headers });
}

type Stream = Awaited<ReturnType<typeof listening>>;

/** An open stream, once the process listens. */
async function listening(who: TestShopper) {
  const response = await open(who);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no stream');
  let text = '';
  let ended = false;
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
    }
    ended = true;
  })();
  const messages = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) =>
      LiveMessage.parse(JSON.parse(data)),
    );
  const stream = {
    messages,
    orders: () => messages().flatMap((message) => ('order' in message ? [message.order] : [])),
    beats: () => text.split(':\n\n').length - 1,
    ended: () => ended,
    async leave() {
      await reader.cancel();
      await reading;
    },
  };
  await expect.poll(() => messages().map(({ kind }) => kind)).toContain('listening');
  return stream;
}

async function expectNotified(stream: Stream, ...ids: string[]): Promise<void> {
  await expect.poll(() => stream.orders()).toEqual(expect.arrayContaining(ids));
}
