import { expect, test } from 'vitest';
import type { Message } from '#contract/admin/messages.ts';
import { AppError } from '#contract/errors.ts';
import { count, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, loseAnswer } from '#test/component/fake-api.ts';
import { idOf } from '#test/component/fake-orders.ts';

const ANSWER = 'POST /admin/messages/{id}/answers';

/** A message kept in memory, as the server keeps it: an answer must name the newest entry. */
function fakeMessage() {
  const keys = new Set<string>();
  const message: Message = {
    id: idOf(1),
    ticket: 'T-222-222',
    name: 'Asha Rao',
    email: 'asha@example.com',
    subject: 'A gift',
    excerpt: 'Do you wrap?',
    state: 'open',
    created_at: '2026-11-20T10:00:00.000Z',
    due_at: '2026-11-22T10:00:00.000Z',
    message: 'Do you wrap?',
    orders: [],
    entries: [],
  };
  const write = (text: string, staff: string) => {
    const id = idOf(message.entries.length + 1, 2);
    message.entries.push({ id, kind: 'answer', text, at: '2026-11-20T10:00:00.000Z', staff });
    return message;
  };
  const api: Handlers = {
    'GET /admin/messages/{id}': () => message,
    [ANSWER]: ({ body }, headers) => {
      const key = headers.get('idempotency-key') ?? '';
      if (keys.has(key)) return message;
      if (body.last_entry !== (message.entries.at(-1)?.id ?? null))
        throw new AppError('changed_meanwhile', {
          message: `Bina has answered in the meantime: “${message.entries.at(-1)?.text}”`,
        });
      keys.add(key);
      return write(body.text, 'Asha');
    },
  };
  return { api, write };
}

async function openMessage() {
  const server = fakeMessage();
  const opened = await openAdmin(`/admin/messages/${idOf(1)}`, { api: server.api });
  const { main } = opened;
  return {
    ...opened,
    server,
    answer: main.getByRole('textbox', { name: 'Your answer' }),
    send: main.getByRole('button', { name: 'Send the answer' }),
    entries: main.getByRole('list', { name: 'Answers and notes' }).getByRole('listitem'),
  };
}

test('an answer whose response was lost is emailed once, also after a reload', async () => {
  const { main, answer, send, entries, server, reload } = await openMessage();
  await answer.fill('Yes, gladly.');
  loseAnswer(server.api, ANSWER);
  await send.click();
  await expect.element(main.getByText('We could not reach the shop.')).toBeVisible();
  await reload();
  await expect.element(answer).toHaveValue('Yes, gladly.');
  await send.click();
  await expect.element(answer).toHaveValue('');
  await count(entries).toBe(1);
});

test('a second answer waits until its writer has seen the first', async () => {
  const { main, answer, send, entries, server } = await openMessage();
  await answer.fill('With a ribbon, too.');
  server.write('Yes, gladly.', 'Bina');
  await send.click();
  await expect
    .element(main.getByText('has answered in the meantime: “Yes, gladly.”'))
    .toBeVisible();
  await expect.element(entries).toMatchTextContent('Yes, gladly.');
  await expect.element(answer).toHaveValue('With a ribbon, too.');
  await send.click();
  await count(entries).toBe(2);
  await expect.element(answer).toHaveValue('');
});
