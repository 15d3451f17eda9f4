import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createCaller, ShopUnreachable, type Surroundings } from './api-caller.ts';

/** A world that answers as it is told; `requests` keeps what was sent. */
function world(answers: (Response | Error)[], around: Partial<Surroundings> = {}) {
  const requests: Request[] = [];
  const ended = vi.fn(async () => {});
  const ask = createCaller({
    async fetch(path, init) {
      requests.push(new Request(`http://shop.test${path}`, init));
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing left to answer');
      return answer;
    },
    token: async () => 'token-1',
    renew: async () => 'token-2',
    end: ended,
    ...around,
  });
  return { ask, requests, ended };
}

const json = (status: number, body: unknown) => Response.json(body, { status });
const refused = (status: number, code: string) =>
  json(status, { error: { code, message: `because of ${code}` } });

test('a question becomes a request: path, query, body, key and bearer', async () => {
  const { ask, requests } = world([json(201, { id: '1' }), json(200, [])]);
  expect(
    await ask('PATCH /cart/items/{id}', {
      params: { id: 'a/b?' },
      body: { quantity: 2 },
      idempotencyKey: 'key-12345',
    }),
  ).toEqual({ id: '1' });
  await ask('GET /orders', { query: { before: 'x y', after: undefined } });

  expect(requests.map((request) => `${request.method} ${request.url}`)).toEqual([
    'PATCH http://shop.test/api/cart/items/a%2Fb%3F',
    'GET http://shop.test/api/orders?before=x+y',
  ]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(requests[0]?.headers.get('idempotency-key')).toBe('key-12345');
  expect(await requests[0]?.json()).toEqual({ quantity: 2 });
});

test('204 answers nothing', async () => {
  const { ask } = world([new Response(null, { status: 204 })]);
  expect(await ask('DELETE /cart')).toBeUndefined();
});

describe('a refusal', () => {
  test('is thrown as the server said it', async () => {
    const lines = [
      { product_id: '1', product_name: 'Tea', quantity: 3, stock: 1, price: 1, current_price: 1 },
    ];
    const { ask } = world([
      json(409, { error: { code: 'out_of_stock', message: 'Too few', lines } }),
    ]);
    const error = await ask('POST /orders').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'out_of_stock', message: 'Too few', lines });
  });

  test.each([
    [503, 'unavailable'],
    [502, 'unavailable'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [418, 'internal'],
  ])('that something else answered with %i is %s', async (status, code) => {
    const { ask } = world([new Response('<h1>Proxy</h1>', { status })]);
    await expect(ask('GET /cart')).rejects.toMatchObject({ code });
  });

  test('with a code of the prototype is no code', async () => {
    const { ask } = world([refused(400, 'toString')]);
    await expect(ask('GET /cart')).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a dead connection', () => {
  test('is said in a sentence for people, and the session stays', async () => {
    const { ask, ended } = world([new TypeError('Failed to fetch')]);
    await expect(ask('GET /cart')).rejects.toThrow(/could not reach the shop/);
    expect(ended).not.toHaveBeenCalled();
  });

  test('breaks an answer off in the middle', async () => {
    const { ask } = world([new Response('{"half":', { status: 200 })]);
    await expect(ask('GET /cart')).rejects.toBeInstanceOf(ShopUnreachable);
  });

  test('to the auth server counts too: nothing is sent without a token that may still be good', async () => {
    const { ask, requests } = world([], {
      token: () => Promise.reject(new Error('auth is away')),
    });
    await expect(ask('POST /orders')).rejects.toBeInstanceOf(ShopUnreachable);
    expect(requests).toEqual([]);
  });
});

test('a token that does not come is not waited for', async () => {
  vi.useFakeTimers();
  const { ask, requests } = world([], { token: () => new Promise(() => {}) });
  const asked = expect(ask('GET /cart')).rejects.toBeInstanceOf(ShopUnreachable);
  await vi.advanceTimersByTimeAsync(8_000);
  await asked;
  expect(requests).toEqual([]);
  vi.useRealTimers();
});

describe('a token the server refuses', () => {
  test('is renewed, and the question asked once more', async () => {
    const { ask, requests, ended } = world([refused(401, 'not_signed_in'), json(200, ['line'])]);
    expect(await ask('GET /cart')).toEqual(['line']);
    expect(requests[1]?.headers.get('authorization')).toBe('Bearer token-2');
    expect(ended).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot be renewed', async () => null, 1],
    ['is refused when renewed', async () => 'token-2', 2],
  ])('and %s ends the session', async (_, renew, sent) => {
    const { ask, requests, ended } = world(
      [refused(401, 'not_signed_in'), refused(401, 'not_signed_in')],
      { renew },
    );
    await expect(ask('POST /orders')).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(requests).toHaveLength(sent);
    expect(ended).toHaveBeenCalledOnce();
  });

  test('while the auth server is away ends nothing', async () => {
    const { ask, ended } = world([refused(401, 'not_signed_in')], {
      renew: () => Promise.reject(new Error('auth is away')),
    });
    await expect(ask('GET /cart')).rejects.toBeInstanceOf(ShopUnreachable);
    expect(ended).not.toHaveBeenCalled();
  });
});

test('a write without a user is refused with ‘No user’', async () => {
  const { ask, ended } = world([refused(401, 'not_signed_in')], { token: async () => null });
  await expect(ask('PATCH /profile', { body: {} })).rejects.toThrow('No user');
  expect(ended).not.toHaveBeenCalled();
});
