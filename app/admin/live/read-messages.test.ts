import { expect, test } from 'vitest';
import { readMessages } from './read-messages.ts';

const ORDER = '0b0f2d0e-8f0a-4c53-9d0e-1f6f6a3f3a11';

async function read(chunks: string[]) {
  let signs = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const messages = [];
  for await (const message of readMessages(body, () => {
    signs += 1;
  })) {
    messages.push(message);
  }
  return { messages, signs };
}

test('messages are parsed wherever the network splits them, and every chunk is reported as a sign of life', async () => {
  const text = `data: {"kind":"listening"}\n\n:\n\ndata: {"kind":"order","order":"${ORDER}"}\n\n`;
  const cut = [...text].reduce<string[]>((parts, letter, at) => {
    if (at % 7 === 0) parts.push('');
    parts[parts.length - 1] += letter;
    return parts;
  }, []);
  expect(await read(cut)).toEqual({
    messages: [{ kind: 'listening' }, { kind: 'order', order: ORDER }],
    signs: cut.length,
  });
});

test('unknown and incomplete messages are skipped', async () => {
  const { messages } = await read([
    'data: {"kind":"coupon"}\n\ndata: nonsense\n\nevent: x\n\ndata: {"kind":"lost"}\n\ndata: {"ki',
  ]);
  expect(messages).toEqual([{ kind: 'lost' }]);
});
