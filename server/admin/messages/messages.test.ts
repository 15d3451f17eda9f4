import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop({ replyTo: () => 'hello@example.in' });
  owner = await newStaff(shop, 'owner');
  await shop.startJobs();
});

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query('delete from contact_messages; delete from demo_emails');
});

const MESSAGE = {
  name: 'Asha Rao',
  email: 'Asha@example.com',
  subject: 'A gift',
  message: 'Do you wrap?\nIt is for my mother.',
};

/** Sends a message with the contact form and returns it as the owner sees it. */
async function arrived(more: Partial<typeof MESSAGE> = {}) {
  await send(shop.app, 'POST', '/api/contact-messages', { ...MESSAGE, ...more });
  const { rows } = await shop.db.owner.query(
    'select id from contact_messages order by created_at desc limit 1',
  );
  return (await owner.request('GET', `/api/admin/messages/${rows[0].id}`)).body;
}

let keys = 0;
const write = (id: string, what: 'answers' | 'notes', text: string, key?: string) =>
  what === 'notes' ? post(owner, id, what, { text }, key) : answer(owner, id, text, null, key);

/** With the newest entry that was there when the answer was begun. */
const answer = (
  who: TestShopper,
  id: string,
  text: string,
  last_entry: string | null,
  key?: string,
) => post(who, id, 'answers', { text, last_entry }, key);

function post(who: TestShopper, id: string, what: string, body: object, key?: string) {
  keys += 1;
  const used = { 'idempotency-key': key ?? `entry-number-${keys}` };
  return who.request('POST', `/api/admin/messages/${id}/${what}`, body, used);
}

const emails = async () => {
  await jobsDone(shop.db.owner);
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body;
};

test('a message becomes a ticket that is due 48 hours after its arrival', async () => {
  const message = await arrived();
  expect(message).toMatchObject({ ...MESSAGE, state: 'open', entries: [], orders: [] });
  expect(message.ticket).toMatch(/^T-[0-9A-Z]{3}-[0-9A-Z]{3}$/);
  expect(Date.parse(message.due_at) - Date.parse(message.created_at)).toBe(48 * 3_600_000);
  const [toShop] = await emails();
  expect(toShop.text).toContain(`Ticket: ${message.ticket}`);
  expect(toShop.text).toContain(`/admin/messages/${message.id}`);
});

test('an answer is emailed to the sender with the number and the quoted message, once per key', async () => {
  const { id, ticket } = await arrived();
  await emails();
  const answered = await write(id, 'answers', 'Yes, gladly.\n\nIt costs nothing.', 'the-same-key');
  expect(answered.status).toBe(201);
  expect(answered.body).toMatchObject({
    state: 'answered',
    entries: [{ kind: 'answer', staff: owner.shopper.email }],
  });
  expect((await write(id, 'answers', 'Again', 'the-same-key')).body.entries).toHaveLength(1);
  const sent = (await emails()).filter((email: { to: string }) => email.to === MESSAGE.email);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    subject: `Re: A gift [${ticket}]`,
    reply_to: 'hello@example.in', // the first address of the settings
  });
  expect(sent[0].text).toContain('Yes, gladly.\n\nIt costs nothing.');
  expect(sent[0].text).toContain('> Do you wrap?\n> It is for my mother.');
});

describe('two owners who answer one message', () => {
  let bina: TestShopper;
  beforeAll(async () => {
    bina = await newStaff(shop, 'owner');
  });

  test('send one email: the second is told what the first wrote, and may then send', async () => {
    const { id } = await arrived();
    const first = (await answer(bina, id, 'Yes, gladly.', null)).body;
    const refused = await answer(owner, id, 'We do not wrap.', null);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'changed_meanwhile' } } });
    expect(refused.body.error.message).toContain(
      `${bina.shopper.email} has answered in the meantime: “Yes, gladly.”`,
    );
    const sent = async () =>
      (await emails()).filter((email: { to: string }) => email.to === MESSAGE.email).length;
    expect(await sent()).toBe(1);
    const again = await answer(owner, id, 'With a ribbon, too.', first.entries[0].id);
    expect(again.status).toBe(201);
    expect(await sent()).toBe(2);
  });

  test('at the same moment send one email, and one of them is refused', async () => {
    const { id } = await arrived();
    const answers = await Promise.all(
      [owner, bina].map((who) => answer(who, id, `From ${who.shopper.email}`, null)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('are told of each other’s notes, and not of their own', async () => {
    const { id } = await arrived();
    await post(owner, id, 'notes', { text: 'I write to him' });
    const refused = await answer(bina, id, 'Yes', null);
    expect(refused.body.error.message).toContain('has written a note in the meantime');
    expect((await answer(owner, id, 'Yes', null)).status).toBe(201);
  });

  test('may send an answer again whose response was lost', async () => {
    const { id } = await arrived();
    await answer(owner, id, 'Yes', null, 'lost-response');
    await post(bina, id, 'notes', { text: 'Well said' });
    expect((await answer(owner, id, 'Yes', null, 'lost-response')).status).toBe(201);
  });
});

test('a character that the database cannot store is refused', async () => {
  const { id } = await arrived();
  expect((await write(id, 'answers', 'a\0b')).status).toBe(400);
  const { status } = await owner.request('GET', '/api/admin/messages?q=a%00b');
  expect([200, 400]).toContain(status);
});

test('a note is not emailed and leaves the message open', async () => {
  const { id } = await arrived();
  const before = (await emails()).length;
  const { body } = await write(id, 'notes', 'Ask the packer');
  expect(body).toMatchObject({
    state: 'open',
    entries: [{ kind: 'note', text: 'Ask the packer' }],
  });
  expect(await emails()).toHaveLength(before);
});

test('Today counts open messages, for the owner only', async () => {
  const count = async (member: TestShopper) =>
    (await member.request('GET', '/api/admin/today')).body.messages;
  expect(await count(owner)).toEqual({ count: 0, oldest: null });
  const { id } = await arrived();
  await arrived();
  expect((await count(owner)).count).toBe(2);
  expect(await count(await newStaff(shop, 'packer'))).toBeNull();
  await write(id, 'answers', 'Yes');
  expect((await count(owner)).count).toBe(1);
});

test('the log has the closing and reopening of a ticket without its text', async () => {
  const { id, ticket } = await arrived();
  const set = (state: string) => owner.request('PATCH', `/api/admin/messages/${id}`, { state });
  expect((await set('closed')).body.state).toBe('closed');
  expect((await set('open')).body.state).toBe('open');
  await write(id, 'answers', 'A private word');
  const { rows } = await shop.db.owner.query(
    `select verb, before, after from audit_log where subject_id = $1 order by id`,
    [ticket],
  );
  expect(rows).toEqual([
    { verb: 'close_message', before: { state: 'open' }, after: { state: 'closed' } },
    { verb: 'reopen_message', before: { state: 'closed' }, after: { state: 'open' } },
    { verb: 'answer_message', before: { state: 'open' }, after: { state: 'answered' } },
  ]);
});

describe('an order’s number in the text links the order', () => {
  test('in any spelling, and says whether the sender placed it', async () => {
    const asha = await shop.newShopper();
    const { body: order } = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const number: string = order.order_number;
    for (const typed of [`#${number}`, number.toLowerCase(), number.replaceAll('-', ' ')]) {
      const message = `Where is ${typed}, please?`;
      const { orders } = await arrived({ message, email: asha.shopper.email.toUpperCase() });
      expect(orders, typed).toEqual([{ id: order.id, order_number: number, same_email: true }]);
    }
    const foreign = await arrived({ subject: number });
    expect(foreign.orders).toMatchObject([{ order_number: number, same_email: false }]);
  });

  test('only if there is such an order', async () => {
    expect((await arrived({ message: 'AP-000-000 apricots' })).orders).toEqual([]);
  });
});

const list = async (query: string): Promise<string[]> =>
  (await owner.request('GET', `/api/admin/messages?${query}`)).body.messages.map(
    ({ id }: { id: string }) => id,
  );

test('the list has the oldest open message first', async () => {
  const first = await arrived();
  const second = await arrived({ email: 'bina@example.com' });
  expect(await list('')).toEqual([first.id, second.id]);
  expect(await list(`after=${first.id}`)).toEqual([second.id]);
  await write(first.id, 'answers', 'Yes');
  expect(await list('')).toEqual([second.id]);
  expect(await list('state=answered')).toEqual([first.id]);
});

describe('a search', () => {
  const found = (typed: string, more = '') => list(`q=${encodeURIComponent(typed)}${more}`);

  test('finds a message by its number, in any spelling and by its beginning', async () => {
    const { id, ticket } = await arrived();
    await arrived();
    for (const typed of [
      ticket,
      `#${ticket.toLowerCase()}`,
      ticket.replaceAll('-', ''),
      ticket.replaceAll('-', ' '),
      ticket.replaceAll('-', '–'),
      ticket.slice(0, -1),
    ])
      expect(await found(typed), typed).toEqual([id]);
  });

  test('finds what a sender wrote by name, email and words, whatever its state, the newest first', async () => {
    const first = await arrived({ email: 'ravi.kumar@example.com', name: 'Ravi K. Nair' });
    const second = await arrived({ email: 'kumar.ravi@example.com', message: 'नीली चाय कब आएगी?' });
    await write(first.id, 'answers', 'Yes');
    expect(await found('RAVI.KUMAR@example.com')).toEqual([first.id]);
    expect(await found('ravi.kumar@')).toEqual([first.id]);
    expect(await found('kumar')).toEqual([second.id, first.id]);
    expect(await found('nair ravi')).toEqual([first.id]);
    expect(await found('wrap, moth')).toEqual([first.id]);
    expect(await found('चाय')).toEqual([second.id]);
    expect(await found('gift')).toEqual([second.id, first.id]);
    expect(await found('gift saffron')).toEqual([]);
  });

  test('finds the messages that name an order or a telephone number, in any spelling', async () => {
    const order = await arrived({ subject: 'Where is ap 7kq m2x?' });
    const phone = await arrived({ message: 'Please call +91 98765-43210.' });
    for (const typed of ['AP-7KQ-M2X', '#ap7kqm2x', 'AP 7KQ M2X', 'ap-7kq'])
      expect(await found(typed), typed).toEqual([order.id]);
    for (const typed of ['9876543210', '98765 43210', '+919876543210', '098765 43210'])
      expect(await found(typed), typed).toEqual([phone.id]);
  });

  test('finds what was answered and noted', async () => {
    const { id } = await arrived();
    await arrived();
    await write(id, 'notes', 'The transfer has the reference UTR4711');
    await write(id, 'answers', 'We have sent another jar.');
    await write(id, 'answers', 'The second jar, too.');
    expect(await found('utr47')).toEqual([id]);
    expect(await found('jar')).toEqual([id]);
    expect(await found('jar wrap')).toEqual([]); // words of the answer and of the message
  });

  test('goes on page by page without gap or repetition', async () => {
    await shop.db.owner.query(`
      insert into contact_messages (id, name, email, subject, message, created_at)
      select gen_random_uuid(), 'X', 'x@example.com', 'X', case n % 2 when 0 then 'honey' else 'x' end,
        now() - n / 3 * interval '1 minute' from generate_series(1, 220) n;
      insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select id, 'note', 'honey', (select user_id from staff limit 1), 'note ' || n
      from contact_messages, generate_series(1, 2) n where message = 'x'`);
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await owner.request('GET', `/api/admin/messages?q=honey${after}`);
      seen.push(...body.messages.map(({ id }: { id: string }) => id));
      if (!body.next) break;
      after = `&after=${body.next}`;
    }
    const { rows } = await shop.db.owner.query(
      'select id from contact_messages order by created_at desc, id desc',
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  test('takes every sign for itself, and nothing searchable for nothing', async () => {
    const { id } = await arrived({ message: `It's O'Brien's, 100% (good) \\o/` });
    expect(await found(`o'brien's`)).toEqual([id]);
    expect(await found('100%')).toEqual([id]);
    for (const typed of ["'", '\\', ':*', '& |', '!', '<->', '()', '%', '@', "'@\\", '…'])
      expect(await found(typed), typed).toEqual([]);
    expect(await found('x'.repeat(255))).toEqual([]);
  });

  test('by anyone but an owner finds nothing in the database either', async () => {
    await arrived();
    const client = await shop.db.owner.connect();
    await client.query('begin; set local role shop_staff');
    for (const role of ['packer', 'accountant', '']) {
      await client.query(`select set_config('shop.staff_role', $1, true)`, [role]);
      const { rows } = await client.query(`select * from find_messages('gift', null, 10)`);
      expect(rows, role).toEqual([]);
    }
    await client.query('rollback');
    client.release();
  });
});

test('a very long word of a message is found by its beginning', async () => {
  const { id } = await arrived({ message: 'x'.repeat(5000) });
  expect(await list('q=xxxx')).toEqual([id]);
});

test('answers and notes are deleted with their message', async () => {
  const { id } = await arrived();
  await write(id, 'notes', 'x');
  await shop.db.owner.query(`select delete_expired_guest_data(now() + interval '401 days', 100)`);
  expect((await owner.request('GET', `/api/admin/messages/${id}`)).status).toBe(404);
  const { rows } = await shop.db.owner.query('select from message_entries');
  expect(rows).toEqual([]);
});
