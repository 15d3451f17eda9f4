import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { createApiClient, type Dependencies } from './api-client.ts';
import { ApiError, INTERNAL_MESSAGE, UNAVAILABLE_MESSAGE } from './api-error.ts';
import { noteServerTime, serverNow } from './server-clock.ts';
import { ShopUnreachable } from './unreachable.ts';

/** A fake network that gives these responses in order; `requests` records what was sent. */
function fakeApi(answers: (Response | Error)[], deps: Partial<Dependencies> = {}) {
  const requests: Request[] = [];
  const ended = vi.fn(async () => {});
  const call = createApiClient({
    async fetch(path, init) {
      requests.push(new Request(`http://shop.test${path}`, init));
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing left to answer');
      return answer;
    },
    token: async () => 'token-1',
    renew: async () => 'token-2',
    endSession: ended,
    ...deps,
  });
  return { call, requests, ended };
}

const json = (status: number, body: unknown) => Response.json(body, { status });
const refused = (status: number, code: string) =>
  json(status, { error: { code, message: `because of ${code}` } });

test('builds the request: path, query, body, idempotency key and bearer token', async () => {
  const { call, requests } = fakeApi([json(201, { id: '1' }), json(200, [])]);
  expect(
    await call('PATCH /cart/items/{id}', {
      params: { id: 'a/b?' },
      body: { quantity: 2 },
      idempotencyKey: 'key-12345',
    }),
  ).toEqual({ id: '1' });
  await call('GET /orders', { query: { before: 'x y', after: undefined } });

  expect(requests.map((request) => `${request.method} ${request.url}`)).toEqual([
    'PATCH http://shop.test/api/cart/items/a%2Fb%3F',
    'GET http://shop.test/api/orders?before=x+y',
  ]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(requests[0]?.headers.get('idempotency-key')).toBe('key-12345');
  expect(await requests[0]?.json()).toEqual({ quantity: 2 });
});

test('204 resolves to undefined', async () => {
  const { call } = fakeApi([new Response(null, { status: 204 })]);
  expect(await call('DELETE /cart')).toBeUndefined();
});

describe('an error response', () => {
  test('is thrown with the code and message of the server', async () => {
    const lines = [
      { product_id: '1', product_name: 'Tea', quantity: 3, stock: 1, price: 1, current_price: 1 },
    ];
    const { call } = fakeApi([
      json(409, { error: { code: 'out_of_stock', message: 'Too few', lines } }),
    ]);
    const error = await call('POST /orders').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'out_of_stock', message: 'Too few', lines });
  });

  test.each([
    [503, 'unavailable'],
    [502, 'unavailable'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [418, 'internal'],
  ])('sent by a proxy with %i becomes %s', async (status, code) => {
    const { call } = fakeApi([new Response('<h1>Proxy</h1>', { status })]);
    await expect(call('GET /cart')).rejects.toMatchObject({ code });
  });
});

const away = () => Promise.reject(new Error('auth is away'));

test.each<[string, (Response | Error)[], Partial<Dependencies>, number]>([
  ['a failed connection', [new TypeError('Failed to fetch')], {}, 1],
  ['a response that is cut off in the middle', [new Response('{"half":')], {}, 1],
  ['an auth server that is away, whose token may still be valid,', [], { token: away }, 0],
])('%s is told in a sentence for people, and the session stays', async (_, answers, deps, sent) => {
  const { call, requests, ended } = fakeApi(answers, deps);
  const error = await call('GET /cart').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ShopUnreachable);
  expect(error).toMatchObject({ message: expect.stringContaining('could not reach the shop') });
  expect(requests).toHaveLength(sent);
  expect(ended).not.toHaveBeenCalled();
});

test('does not wait for ever for a token', async () => {
  vi.useFakeTimers();
  const { call, requests } = fakeApi([], { token: () => new Promise(() => {}) });
  const asked = expect(call('GET /cart')).rejects.toBeInstanceOf(ShopUnreachable);
  await vi.advanceTimersByTimeAsync(8_000);
  await asked;
  expect(requests).toEqual([]);
});

describe('a token that the server rejects', () => {
  test('is renewed, and the request sent once more', async () => {
    const { call, requests, ended } = fakeApi([refused(401, 'not_signed_in'), json(200, ['line'])]);
    expect(await call('GET /cart')).toEqual(['line']);
    expect(requests[1]?.headers.get('authorization')).toBe('Bearer token-2');
    expect(ended).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot be renewed', async () => null, 1],
    ['is refused when renewed', async () => 'token-2', 2],
  ])('and %s ends the session', async (_, renew, sent) => {
    const { call, requests, ended } = fakeApi(
      [refused(401, 'not_signed_in'), refused(401, 'not_signed_in')],
      { renew },
    );
    await expect(call('POST /orders')).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(requests).toHaveLength(sent);
    expect(ended).toHaveBeenCalledOnce();
  });

  test('does not end the session while the auth server is unreachable', async () => {
    const { call, ended } = fakeApi([refused(401, 'not_signed_in')], { renew: away });
    await expect(call('GET /cart')).rejects.toBeInstanceOf(ShopUnreachable);
    expect(ended).not.toHaveBeenCalled();
  });
});

test('a write without a user fails with ‘No user’', async () => {
  const { call, ended } = fakeApi([refused(401, 'not_signed_in')], { token: async () => null });
  await expect(call('PATCH /profile', { body: {} })).rejects.toThrow('No user');
  expect(ended).not.toHaveBeenCalled();
});

test('what the browser says by itself is what the server says', () => {
  expect(INTERNAL_MESSAGE).toBe(ERRORS.internal.message);
  expect(UNAVAILABLE_MESSAGE).toBe(ERRORS.unavailable.message);
});

const SERVER = Date.parse('2026-11-28T06:00:00Z');
const dated = (date: string) => new Response(null, { headers: { date } });
const responseAt = (time: number) => dated(new Date(time).toUTCString());

afterEach(() => void vi.useRealTimers());

test.each([0, 70 * 60_000, -5.5 * 3_600_000, 86_400_000])(
  'a device that is %i ms ahead knows the server’s time from its responses',
  (off) => {
    vi.useFakeTimers({ now: SERVER + off });
    onTestFinished(() => {
      noteServerTime(responseAt(Math.floor(Date.now() / 1000) * 1000 + 1000));
    });
    noteServerTime(responseAt(SERVER));
    vi.advanceTimersByTime(5_000);
    expect(serverNow()).toBe(SERVER + 5_000);
    noteServerTime(new Response()); // from a proxy
    noteServerTime(dated('today'));
    expect(serverNow()).toBe(SERVER + 5_000);
    vi.setSystemTime(SERVER); // somebody sets it right
    noteServerTime(responseAt(SERVER + 6_000));
    expect(serverNow()).toBe(SERVER + 6_000);
  },
);
