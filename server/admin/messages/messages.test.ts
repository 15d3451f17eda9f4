import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { deleteExpiredGuestData } from '#server/retention/delete-expired-data.ts';
import { refused } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { send } from '#test/shop.ts';
import { newStaff, openStaffedShop } from '#test/staff.ts';

const staffed = await openStaffedShop({ replyTo: () => 'hello@example.in' });
const { shop, owner, packer, rows, get, place } = staffed;
const bina = await newStaff(shop, 'owner');
await shop.startJobs();

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await rows('delete from contact_messages; delete from demo_emails');
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
  const [{ id }] = await rows('select id from contact_messages order by created_at desc limit 1');
  return get(`messages/${id}`);
}

type Entry = { who?: typeof owner; key?: string; last_entry?: string | null };
/** With the newest entry that was there when the answer was begun. */
const answer = (id: string, text: string, { last_entry = null, ...entry }: Entry = {}) =>
  post(id, 'answers', { text, last_entry }, entry);
const note = (id: string, text: string, entry: Entry = {}) => post(id, 'notes', { text }, entry);
const post = (
  id: string,
  what: string,
  body: object,
  { who = owner, key = crypto.randomUUID() }: Entry,
) => who.request('POST', `/api/admin/messages/${id}/${what}`, body, { 'idempotency-key': key });

const emails = async () => {
  await jobsDone(shop.db.owner);
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body;
};
const emailsToAsha = async () =>
  (await emails()).filter(({ to }: { to: string }) => to === MESSAGE.email);
const list = async (query: string): Promise<string[]> =>
  (await get(`messages?${query}`)).messages.map(({ id }: { id: string }) => id);

test('a message becomes a ticket that is due 48 hours after its arrival', async () => {
  const message = await arrived();
  expect(message).toMatchObject({ ...MESSAGE, state: 'open', entries: [], orders: [] });
  expect(message.ticket).toMatch(/^T-[0-9A-Z]{3}-[0-9A-Z]{3}$/);
  expect(Date.parse(message.due_at) - Date.parse(message.created_at)).toBe(48 * 3_600_000);
  const [toShop] = await emails();
  expect(toShop.text).toContain(`Ticket: ${message.ticket}`);
  expect(toShop.text).toContain(`/admin/messages/${message.id}`);
});

test('an answer is emailed to the sender with the number and the quoted message, once per key; a note is not', async () => {
  const { id, ticket } = await arrived();
  const noted = await note(id, 'Ask the packer');
  const entries = [{ kind: 'note', text: 'Ask the packer' }];
  expect(noted.body).toMatchObject({ state: 'open', entries });
  const words = 'Yes, gladly.\n\nIt costs nothing.';
  const key = 'the-same-key';
  const last_entry = noted.body.entries[0].id;
  const answered = [{}, { kind: 'answer', staff: owner.shopper.email }];
  for (const text of [words, 'Sent again'])
    expect((await answer(id, text, { key, last_entry })).body).toMatchObject({
      state: 'answered',
      entries: answered,
    });
  const sent = await emailsToAsha();
  expect(sent).toMatchObject([{ subject: `Re: A gift [${ticket}]`, reply_to: 'hello@example.in' }]);
  for (const part of [words, '> Do you wrap?\n> It is for my mother.'])
    expect(sent[0].text).toContain(part);
});

describe('two owners who answer one message', () => {
  test('send one email, also at the same moment: the second is told what the first wrote, and may then send', async () => {
    const { id } = await arrived();
    const both = await Promise.all([1, 2].map(() => answer(id, 'Yes, gladly.', { who: bina })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const first = await get(`messages/${id}`);
    const late = await answer(id, 'We do not wrap.');
    expect(late).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(late.body.error.message).toContain('has answered in the meantime: “Yes, gladly.”');
    expect(await emailsToAsha()).toHaveLength(1);
    await answer(id, 'With a ribbon, too.', { last_entry: first.entries[0].id });
    expect(await emailsToAsha()).toHaveLength(2);
  });

  test('are told of each other’s notes, not of their own, and may send again what got no answer', async () => {
    const { id } = await arrived();
    await note(id, 'I write to him');
    const late = await answer(id, 'Yes', { who: bina });
    expect(late.body.error.message).toContain('has written a note in the meantime');
    const key = 'lost-response';
    expect((await answer(id, 'Yes', { key })).status).toBe(201);
    await note(id, 'Well said', { who: bina });
    expect((await answer(id, 'Yes', { key })).status).toBe(201);
  });
});

test('the log has the closing and reopening of a ticket without its text', async () => {
  const { id, ticket } = await arrived();
  for (const state of ['closed', 'open']) {
    const { body } = await owner.request('PATCH', `/api/admin/messages/${id}`, { state });
    expect(body.state).toBe(state);
  }
  await answer(id, 'A private word');
  expect(await staffed.logged(`subject_id=${ticket}`)).toMatchObject([
    { verb: 'answer_message', before: { state: 'open' }, after: { state: 'answered' } },
    { verb: 'reopen_message' },
    { verb: 'close_message', before: { state: 'open' }, after: { state: 'closed' } },
  ]);
});

test('an order’s number in the text links the order in any spelling, and says whether the sender placed it', async () => {
  const { id, order_number: number, shopper } = await place();
  const email = shopper.shopper.email.toUpperCase();
  const order = { id, order_number: number };
  const typed = number.toLowerCase().replaceAll('-', ' ');
  const own = await arrived({ message: `Where is #${typed}, please?`, email });
  expect(own.orders).toEqual([{ ...order, same_email: true }]);
  const foreign = await arrived({ subject: number });
  expect(foreign.orders).toEqual([{ ...order, same_email: false }]);
  expect((await arrived({ message: 'AP-000-000 apricots' })).orders).toEqual([]);
});

test('the list has the oldest open message first, and Today counts the open ones, for owners only', async () => {
  const count = async (who = owner) => (await get('today', who)).messages;
  const first = await arrived();
  const second = await arrived({ email: 'bina@example.com' });
  expect(await count()).toMatchObject({ count: 2 });
  expect(await count(packer)).toBeNull();
  expect(await list('')).toEqual([first.id, second.id]);
  expect(await list(`after=${first.id}`)).toEqual([second.id]);
  await answer(first.id, 'Yes');
  expect(await list('')).toEqual([second.id]);
  expect(await count()).toMatchObject({ count: 1 });
  expect(await list('state=answered')).toEqual([first.id]);
});

test('a search finds a message by its number, its sender, words, orders and telephones, its answers and notes', async () => {
  const found = (typed: string) => list(`q=${encodeURIComponent(typed)}`);
  const expectFound = async (wanted: object[], typed: string[]) => {
    const ids = wanted.map((message) => ('id' in message ? message.id : ''));
    for (const each of typed) expect(await found(each), each).toEqual(ids);
  };
  const first = await arrived({ email: 'ravi.kumar@example.com', name: 'Ravi K. Nair' });
  const second = await arrived({ email: 'kumar.ravi@example.com', message: 'नीली चाय कब आएगी?' });
  const order = await arrived({ subject: 'Where is ap 7kq m2x?' });
  const phone = await arrived({ message: 'Please call +91 98765-43210.' });
  const { ticket } = first;
  await note(first.id, 'The transfer has the reference UTR4711');
  await answer(first.id, 'We have sent another jar.');
  await answer(second.id, 'The jar, too.');
  await expectFound(
    [first],
    [...[`#${ticket.toLowerCase()}`, 'RAVI.KUMAR@example.com', 'nair ravi', 'utr47', 'jar sent']],
  );
  await expectFound([second, first], ['kumar', 'jar']); // the newest first, whatever its state
  expect(await list(`q=kumar&after=${second.id}`)).toEqual([first.id]);
  await expectFound([second], ['चाय']);
  await expectFound([order], ['AP-7KQ-M2X']);
  await expectFound([phone], ['9876543210']);
  await expectFound([order, first], ['wrap, moth']);
  await expectFound([], ['gift saffron', 'jar wrap']); // words of the answer and of the message
});

test('answers and notes are deleted with their message', async () => {
  const { id } = await arrived();
  await note(id, 'x');
  await deleteExpiredGuestData(shop.workerDatabase, new Date(Date.now() + 401 * DAY_MS));
  expect((await owner.request('GET', `/api/admin/messages/${id}`)).status).toBe(404);
  expect(await rows('select from message_entries')).toEqual([]);
});
