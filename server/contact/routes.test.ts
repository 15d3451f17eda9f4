import { solve } from '@aparajita/auth-server/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { jobsDone } from '#test/jobs.ts';
import { type Answer, openTestShop, send } from '#test/shop.ts';

const MESSAGE = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  subject: 'A gift',
  message: 'Do you wrap?\nIt is for my mother.',
};

const shop = await openTestShop({ limitsFactor: 1 });

beforeEach(async () => {
  await shop.db.owner.query('delete from rate_limits; delete from contact_messages');
});

test('a message is stored without what came along when it was copied, and its email queued', async () => {
  const copied = {
    name: '\u202eAsha\u00a0Rao',
    email: ' asha＠example．com.',
    subject: 'A\r\ngift',
    message: '\ufeffOrder AP\u20117KQ\u2011M2X\r\n\r\nDo you wrap?\u200b\u0007\r\n',
  };
  expect(await write(copied)).toMatchObject({ status: 204, body: null });
  const kept = await messages();
  const message = 'Order AP\u20117KQ\u2011M2X\n\nDo you wrap?';
  expect(kept).toMatchObject([{ ...MESSAGE, message }]);
  expect(await queued()).toContainEqual({ message_id: kept[0].id });
});

test('the shop gets the message by email, and a reply goes to the guest', async () => {
  const working = await openTestShop(); // a separate shop: the other tests must not have workers
  await working.startJobs();
  await send(working.app, 'POST', '/api/contact-messages', {
    ...MESSAGE,
    subject: 'Gift\r\nBcc: all@example.com',
    message: '<b>Do</b> wrap?',
  });
  await jobsDone(working.db.owner);
  const { body } = await send(working.app, 'GET', '/dev/mailbox.json');
  expect(body).toMatchObject([
    {
      to: 'shop@example.com',
      reply_to: 'asha@example.com',
      subject: 'Contact: Gift Bcc: all@example.com',
      text: expect.stringContaining('<b>Do</b> wrap?'),
      html: expect.stringContaining('&lt;b&gt;Do&lt;/b&gt; wrap?'),
    },
  ]);
  expect(body[0].text).toContain('From: Asha Rao <asha@example.com>');
});

test('a message with the honeypot gets the same response and is not stored', async () => {
  const before = await queued();
  expect(await write({ ...MESSAGE, website: 'https://buy.example' })).toMatchObject({
    status: 204,
    body: null,
  });
  expect(await messages()).toEqual([]);
  expect(await queued()).toEqual(before);
});

test('a message with wrong fields is refused with what is wrong with each', async () => {
  const email = 'Invalid email address';
  const tooLong = (length: number) => `Must be at most ${length} characters`;
  const required = { name: 'Name is required', subject: 'Subject is required' };
  const empty = { name: '', email: 'asha@nowhere', subject: '  ', message: '' };
  const long = { name: 'x'.repeat(101), subject: 'x'.repeat(201), message: 'x'.repeat(5001) };
  for (const [wrong, fields] of [
    [empty, { ...required, email, message: 'Message is required' }],
    [long, { name: tooLong(100), subject: tooLong(200), message: tooLong(5000) }],
  ]) {
    const answer = await write({ ...MESSAGE, ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(answer.body.error.fields).toEqual(fields);
  }
  expect(await messages()).toEqual([]);
});

describe('429 asks for a proof of work, with which the message is accepted', () => {
  test('when one address has written five times in an hour, in upper or lower case; each further message needs its own', async () => {
    for (let n = 0; n < 5; n += 1) {
      const email = n % 2 ? 'ASHA@example.com' : MESSAGE.email;
      expect(await write({ ...MESSAGE, email })).toMatchObject({ status: 204 });
    }
    const proof = await worksFor(MESSAGE);
    expect(await write(MESSAGE, undefined, proof)).toMatchObject({ status: 429 });
    expect(await messages()).toHaveLength(6);
    expect(await write({ ...MESSAGE, email: 'bina@example.com' })).toMatchObject({ status: 204 });
  });

  test.each([
    ['one network has written twenty times in an hour', 20, () => '203.0.113.7', '203.0.113.8'],
    [
      'one customer has written sixty times in a day, from however many networks',
      60,
      (n: number) => `2001:db8:7:${n.toString(16)}::1`,
      '2001:db8:8::1',
    ],
  ])('when %s, with different addresses', async (_, times, from, elsewhere) => {
    for (let n = 0; n < times; n += 1) {
      const email = `visitor-${n}@example.com`;
      expect(await write({ ...MESSAGE, email }, from(n))).toMatchObject({ status: 204 });
    }
    await worksFor(MESSAGE, from(times));
    expect(await write(MESSAGE, elsewhere)).toMatchObject({ status: 204 });
  });

  test('when the shop has had two hundred in a day; the stored counts do not reveal the sender', async () => {
    await write(MESSAGE, '203.0.113.7');
    const { rows } = await shop.db.owner.query('select key from rate_limits');
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/asha|203\.0\.113/);
    await shop.db.owner.query(
      `update rate_limits set points = 200 where key like 'contact in all%'`,
    );
    await worksFor({ ...MESSAGE, email: 'bina@example.com' });
  });
});

test('the page’s form without JavaScript stores the message; shows what is wrong, escaped; has the same limits, and says what to do next', async () => {
  const submit = (form: Record<string, string>) =>
    shop.app.request('/contact', {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  const wrong = await submit({ ...MESSAGE, name: ' ', '<i>': 'x' });
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toContain('Name is required');
  expect(page).not.toContain('<i>');
  expect((await submit({ ...MESSAGE, message: 'x'.repeat(100_000) })).status).toBe(413);
  expect(await messages()).toEqual([]);

  const sent = await submit(MESSAGE);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/sent']);
  expect(await messages()).toMatchObject([MESSAGE]);
  for (let n = 0; n < 4; n += 1) await write(MESSAGE);
  const limited = await submit(MESSAGE);
  expect(limited.status).toBe(429);
  expect(await limited.text()).toContain('turn on JavaScript');
});

function write(body: unknown, from?: string, proof?: string): Promise<Answer> {
  return send(shop.app, 'POST', '/api/contact-messages', body, {
    ...(from && { 'x-forwarded-for': from }),
    ...(proof && { [PROOF_HEADER]: proof }),
  });
}

/** Gets the challenge, solves it, and is accepted. */
async function worksFor(message: typeof MESSAGE, from?: string): Promise<string> {
  const challenged = await write(message, from);
  expect(challenged).toMatchObject({
    status: 429,
    body: { error: { code: 'proof_of_work_required' } },
  });
  const proof = await solve(challenged.body.error.challenge);
  expect(await write(message, from, proof)).toMatchObject({ status: 204 });
  return proof;
}

/** The data of the queued email jobs. */
async function queued(): Promise<unknown[]> {
  const { rows } = await shop.db.owner.query(
    `select data from jobs.job where name = 'contact-message' order by created_on, id`,
  );
  return rows.map(({ data }) => data);
}

// biome-ignore lint/suspicious/noExplicitAny: rows as they are
async function messages(): Promise<any[]> {
  const { rows } = await shop.db.owner.query('select * from contact_messages order by created_at');
  return rows;
}
