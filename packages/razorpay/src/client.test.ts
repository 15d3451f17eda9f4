import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Gateway, openGateway } from './client.ts';
import { GatewayFailure } from './request.ts';
import { isSignedWith } from './signed.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let open: (timeoutMs?: number) => Gateway;
let gateway: Gateway;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    requests.push({ url: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  open = (timeoutMs) =>
    openGateway({
      key: { id: 'rzp_sandbox_AbCdEf12', secret: 'a secret of the gateway' },
      sandboxUrl: `http://127.0.0.1:${port}`,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  gateway = open();
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const PAYMENT = 'pay_AAAAAAAAAAAAAA';
const send = (status: number, text: string) => {
  answer = (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};
const sendItems = (...items: object[]) => send(200, JSON.stringify({ items }));
const failure = (asked = gateway) => asked.payment(PAYMENT).catch((error: unknown) => error);
const refusal = (description: string) =>
  JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } });
const order = {
  id: 'order_AAAAAAAAAAAAAA',
  amount: 100,
  amount_paid: 0,
  amount_due: 100,
  currency: 'INR',
  status: 'created',
};

describe('every error is a GatewayFailure', () => {
  test.each([
    ['a truncated response', 200, '{"id":"pay_', true, 502],
    ['an HTML page of a proxy', 502, '<html>bad gateway</html>', true, 502],
    ['a response of another shape', 200, '{"entity":"payment"}', true, 502],
    ['an error of the gateway', 400, refusal('no'), false, 400],
    ['too many requests', 429, refusal('slow'), true, 429],
  ])('%s', async (_, status, text, uncertain, expected) => {
    send(status, text);
    const error = await failure();
    expect(error).toBeInstanceOf(GatewayFailure);
    expect(error).toMatchObject({ status: expected, uncertain });
  });

  test('no response at all is a GatewayFailure', async () => {
    answer = () => {};
    expect(await failure(open(200))).toMatchObject({ status: 0, uncertain: true });
    answer = (request) => request.socket.destroy();
    expect(await failure()).toMatchObject({ status: 0, uncertain: true });
  });
});

test('an id that contains a path is not sent', async () => {
  for (const id of ['../orders/x', 'pay_AAAAAAAAAAAAAA/capture', '']) {
    await expect(gateway.payment(id)).rejects.toMatchObject({
      code: 'NOT_AN_ID',
      uncertain: false,
    });
  }
  expect(requests).toEqual([]);
});

test('a refund sends its key in the header X-Refund-Idempotency', async () => {
  const refund = {
    id: 'rfnd_AAAAAAAAAAAAAA',
    payment_id: PAYMENT,
    amount: 100,
    status: 'processed',
    notes: [],
  };
  send(200, JSON.stringify(refund));
  await gateway.refund(PAYMENT, { amount: 100, key: `auto-${PAYMENT}`, reason: 'duplicate' });
  expect(requests[0]).toMatchObject({
    url: `/v1/payments/${PAYMENT}/refund`,
    headers: { 'x-refund-idempotency': `auto-${PAYMENT}` },
  });
  expect(requests[0]?.headers.authorization).toMatch(/^Basic /);
});

test('of several orders with a receipt, findOrder returns the one with that amount', async () => {
  const wanted = { ...order, id: 'order_CCCCCCCCCCCCCC', receipt: 'r', amount: 2 };
  sendItems(
    { ...wanted, id: order.id, amount: 1 },
    { ...wanted, id: order.id, receipt: 's' },
    wanted,
  );
  expect(await gateway.findOrder('r', 2)).toMatchObject({ id: wanted.id });
  expect(await gateway.findOrder('r', 3)).toBeUndefined();
});

test('a dispute of an unknown shape is left out of the others, and said', async () => {
  const dispute = {
    ...{ id: 'disp_AAAAAAAAAAAAAA', payment_id: PAYMENT, amount: 100, phase: 'chargeback' },
    ...{ status: 'open', created_at: 1 },
  };
  const strange = { ...dispute, status: 'unheard_of' };
  sendItems(strange, dispute);
  const { disputes, faults } = await gateway.recentDisputes();
  expect(disputes).toMatchObject([dispute]);
  expect(faults).toEqual([expect.stringContaining('status')]);
});

test('an order of which more was paid than was due has a negative rest', async () => {
  send(200, JSON.stringify({ ...order, amount_paid: 102, amount_due: -2, status: 'paid' }));
  expect(await gateway.order(order.id)).toMatchObject({ amount_due: -2 });
});

test('a signature with an empty secret is invalid', () => {
  const empty = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad'; // HMAC of '' under ''
  expect(isSignedWith([''], '', empty)).toBe(false);
  expect(isSignedWith(['new secret', 'old secret'], 'x', 'f'.repeat(64))).toBe(false);
});
