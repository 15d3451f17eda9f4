import fc from 'fast-check';
import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type ApiEndpoint,
  apiEndpoints,
  type Exchange,
  pathWith,
  sendRaw,
  validBodies,
} from '#test/api-endpoints.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { expectErrorCode, expectErrorResponse } from '#test/expect-error.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';

let shop: TestShop;
let asha: TestShopper;
let bodies: Record<string, Record<string, unknown>>;
/** Ids of existing rows of Asha's, by the first part of the path they belong to. */
let own: Record<string, string>;

beforeAll(async () => {
  shop = await openTestShop({ cashLimits: { maxTotal: 100_000, openOrders: null } });
  asha = await shop.newShopper();
  const { body: placed } = await submit(asha, await toCheckout(asha, [['6', 1]]));
  const order = await toCheckout(asha, [['1', 2]]);
  const { body: cart } = await asha.request('GET', '/api/cart');
  await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao' });
  bodies = validBodies(order.shipping_address_id);
  own = {
    products: '1',
    cart: cart[0].id,
    addresses: order.shipping_address_id,
    orders: placed.id,
  };
});

let before: Record<string, string>;

beforeAll(async () => {
  before = await tableFingerprints(shop.db.owner);
});

afterEach(async () => {
  const after = await tableFingerprints(shop.db.owner);
  const unchanged = before;
  before = after; // what one test has changed is not the next one's fault
  expect(after, 'no request changed anything').toEqual(unchanged);
});

const withBody = apiEndpoints.filter(({ endpoint }) => endpoint.body);

describe.each(withBody)('$key', (target) => {
  test('a body that is not JSON is refused with its own code', async () => {
    const texts = [
      '',
      ' ',
      '{',
      '{"a":1,}',
      "{'a':1}",
      'undefined',
      'NaN',
      '{"a":1}{"b":2}',
      '\u0000',
    ];
    for (const text of [...texts, '['.repeat(60_000), '"\\ud83c', '{"a":\u00a0}']) {
      expectErrorCode(await sendText(target, text), 400, 'malformed_json');
    }
  });

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    const [start = '', end = ''] = JSON.stringify({ ...sound(target), note: '#' }).split('#');
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe]), Buffer.from(end)]);
    expectErrorCode(await sendText(target, new Uint8Array(bytes)), 400, 'malformed_json');
  });

  test('a body with another Content-Type is refused unread', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ];
    for (const type of [...types, 'application/jsonp', 'application/json-patch+json', 'json', '']) {
      const exchange = await sendText(target, JSON.stringify(sound(target)), {
        'content-type': type,
      });
      expectErrorCode(exchange, 415, 'unsupported_media_type');
    }
  });

  test('a body of 10 MB is refused', async () => {
    const text = `{"a":"${'x'.repeat(10_000_000)}"}`;
    expectErrorCode(await sendText(target, text), 413, 'payload_too_large');
    const length = { 'content-length': String(text.length) };
    expectErrorCode(await sendText(target, text, length), 413, 'payload_too_large');
  });

  test('JSON that is not an object is refused', async () => {
    for (const text of [
      'null',
      '1',
      '"text"',
      'true',
      '[]',
      `[${JSON.stringify(sound(target))}]`,
    ]) {
      expectErrorCode(await sendText(target, text), 400, 'invalid_input');
    }
  });

  test('an unknown field is refused by its name', async () => {
    for (const name of ['surprise', 'user_id', 'constructor', 'toString', '__proto__', '', '🌸']) {
      const { [name]: _, ...rest } = sound(target);
      const text = JSON.stringify(rest).replace(/}$/, `,${JSON.stringify(name)}:{}}`);
      const exchange = await sendText(target, text);
      expectErrorCode(exchange, 400, 'invalid_input');
      expect(Object.keys(fieldsOf(exchange)), `${name} in ${exchange.text}`).toContain(name);
    }
  });

  test('thousands of unknown fields get a short response', async () => {
    const unknown = Array.from({ length: 6_000 }, (_, i) => [`f${i}`, 0]);
    const exchange = await sendBody(target, Object.fromEntries(unknown));
    expectErrorCode(exchange, 400, 'invalid_input');
    expect(exchange.text.length).toBeLessThan(5_000);
  });

  test('a field of another type is refused by its name', async () => {
    for (const [field, type] of fieldsFor(target)) {
      for (const [kind, value] of Object.entries(OF_TYPE)) {
        if (kind.split(' ')[0] === type || (kind === 'integer' && type === 'number')) continue;
        const exchange = await sendBody(target, { [field]: value });
        expectErrorCode(exchange, 400, 'invalid_input');
        expect(Object.keys(fieldsOf(exchange)), exchange.what).toEqual([field]);
      }
    }
  });

  test('text that is too long or cannot be stored unchanged is refused by its field’s name', async () => {
    for (const [field, type] of fieldsFor(target)) {
      if (type !== 'string') continue;
      for (const value of [
        '9876\u0000543210',
        '9876543210\ud83c',
        '\udf38 9876543210',
        'x'.repeat(30_000),
      ]) {
        const exchange = await sendBody(target, { [field]: value });
        expectErrorCode(exchange, 400, 'invalid_input');
        expect(Object.keys(fieldsOf(exchange)), exchange.what).toEqual([field]);
      }
      const endless = await sendBody(target, { [field]: 'x'.repeat(100_000) });
      expectErrorCode(endless, 413, 'payload_too_large');
    }
  });

  test('numbers out of range are refused', async () => {
    for (const [field, type] of fieldsFor(target)) {
      if (type !== 'number' && type !== 'integer') continue;
      for (const number of [
        '-1',
        '0',
        '-0',
        '0.5',
        '499.995',
        '1000.001',
        '1e12',
        '1e21',
        '1e308',
        '-1e308',
        '1e400',
        '9'.repeat(400),
      ]) {
        const text = JSON.stringify({ ...sound(target), [field]: '#' }).replace('"#"', number);
        expectErrorResponse(await sendText(target, text));
      }
    }
  });
});

describe.each(apiEndpoints.filter(({ endpoint }) => endpoint.params))('$key', (target) => {
  test('a malformed id is answered like an unknown one', async () => {
    const missing = await sendBody(target, {}, pathWith(target.path));
    expectErrorCode(missing, 404, target.endpoint.errors[0] ?? 'not_found');
    for (const id of STRANGE_IDS) {
      const exchange = await sendBody(target, {}, pathWith(target.path, id));
      expect([exchange.status, exchange.text], exchange.what).toEqual([404, missing.text]);
    }
  });
});

describe.each(apiEndpoints.filter(({ endpoint }) => endpoint.query))('$key', (target) => {
  test('no query string causes a server error', async () => {
    const schema = z.toJSONSchema(target.endpoint.query ?? z.object({}), { io: 'input' });
    for (const name of [...Object.keys(schema.properties ?? {}), 'surprise', '__proto__']) {
      for (const value of [
        '',
        '%00',
        '%',
        '%zz',
        '%ED%A0%80',
        '%F0%9F%8C%B8',
        '[]',
        `'`,
        '1',
        '-1',
        'null',
        'x'.repeat(10_000),
      ]) {
        const exchange = await sendRaw(
          shop.app,
          `${name}=${value}`,
          target.method,
          `${target.path}?${name}=${value}`,
          {
            headers: signedIn(),
          },
        );
        if (exchange.status === 200) JSON.parse(exchange.text);
        else expectErrorCode(exchange, 400, 'invalid_input');
      }
    }
  });
});

describe.each(apiEndpoints.filter(({ endpoint }) => endpoint.access === 'shopper'))(
  '$key',
  (target) => {
    test('a request without a valid token is refused, whatever its body', async () => {
      for (const [what, authorization] of await badTokens()) {
        const init = {
          ...(target.endpoint.body && { body: JSON.stringify(sound(target)) }),
          headers: { ...headersFor(target), authorization },
        };
        const exchange = await sendRaw(shop.app, what, target.method, ownPath(target), init);
        expectErrorCode(exchange, 401, 'not_signed_in');
        expect(exchange.headers.get('www-authenticate')).toBe('Bearer');
      }
    });

    test('an expired token is refused', async () => {
      shop.setClockAhead(61 * 60_000);
      const exchange = await sendBody(target, {}, ownPath(target)).finally(() =>
        shop.setClockAhead(0),
      );
      expectErrorCode(exchange, 401, 'not_signed_in');
    });

    test('a token of an ended session is refused', async () => {
      const unknown = await shop.newShopper();
      await unknown.request('POST', '/auth/v1/logout');
      const exchange = await sendRaw(shop.app, 'signed out', target.method, ownPath(target), {
        ...(target.endpoint.body && { body: JSON.stringify(sound(target)) }),
        headers: { ...headersFor(target), authorization: `Bearer ${unknown.token}` },
      });
      expectErrorCode(exchange, 401, 'not_signed_in');
    });
  },
);

describe.each([...new Set(apiEndpoints.map(({ path }) => path))])('%s', (path) => {
  test('an unsupported method is refused with an Allow header', async () => {
    const known = apiEndpoints.filter((target) => target.path === path).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (known.includes(method)) continue;
      const exchange = await sendRaw(shop.app, method, method, pathWith(path), {
        headers: signedIn(),
      });
      expectErrorCode(exchange, 405, 'method_not_allowed');
      expect(exchange.headers.get('allow')?.split(', ').sort()).toEqual([...known].sort());
    }
  });
});

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/cart/items',
  '/api//cart',
  '/api/cart/',
  '/api/%00',
  '/api/orders/x/y',
])('GET %s is answered 404 in the API’s error format', async (path) => {
  const exchange = await sendRaw(shop.app, path, 'GET', path, { headers: signedIn() });
  expectErrorResponse(exchange);
});

test('random bodies are all refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...withBody),
      fc.json({ maxDepth: 3 }),
      async (target, text) => {
        fc.pre(text !== '{}'); // an empty change of an address is valid
        expectErrorResponse(await sendText(target, text));
      },
    ),
    { numRuns: 300 },
  );
});

/** One value of each type JSON has. */
const OF_TYPE = {
  null: null,
  string: '1',
  integer: 7,
  number: 7.5,
  boolean: true,
  array: [],
  'array of one': ['text'],
  object: {},
  'object like a value': { toString: 'x', valueOf: 1, length: 3 },
};

const STRANGE_IDS = [
  '0',
  '-1',
  'null',
  'undefined',
  '%20',
  '%00',
  '%',
  '%zz',
  '%ED%A0%80',
  '%F0%9F%8C%B8',
  '..%2F..%2Fetc%2Fpasswd',
  `'%20or%201=1--`,
  '{id}',
  '00000000-0000-0000-0000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  '00000000-0000-4000-8000-00000000000g',
  '00000000-0000-4000-8000-000000000000%00',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000000040008000000000000000',
  '00000000-0000-4000-8000-000000000000%0A',
  'x'.repeat(900),
];

async function badTokens(): Promise<[string, string][]> {
  const [head = '', body = '', signature = ''] = asha.token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey } = await generateKeyPair('ES256');
  const forged = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  const jwks = await shop.app.request('/auth/v1/.well-known/jwks.json');
  const published = new TextEncoder().encode(await jwks.text());
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ ...header, alg: 'HS256' })
    .sign(published);
  const later = encode({ ...claims, exp: claims.exp + 3600 });
  const tokens: Record<string, string> = {
    'another body': `${head}.${later}.${signature}`,
    'no signature': `${head}.${body}.`,
    'the algorithm none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'the algorithm none, signed': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    'a key of the forger’s': forged,
    'the published key as a password': confused,
    'a key from nowhere': `${encode({ ...header, kid: '../../etc/passwd' })}.${body}.${signature}`,
    'half of it': asha.token.slice(0, 100),
    'one letter more': `${asha.token}A`,
    text: 'of.bad.news',
    'a megabyte': `a.${'b'.repeat(1_000_000)}.c`,
  };
  return [
    ['nothing', ''],
    ['Bearer alone', 'Bearer'],
    ['Basic', `Basic ${asha.token}`],
    ['no scheme', asha.token],
    ['two', `Bearer ${asha.token}, Bearer ${asha.token}`],
    ...Object.entries(tokens).map(([what, token]): [string, string] => [what, `Bearer ${token}`]),
  ];
}

/** The fields of an endpoint's body and their JSON types. */
function fieldsFor({ endpoint }: ApiEndpoint): [string, string][] {
  const schema = z.toJSONSchema(endpoint.body ?? z.object({}), { io: 'input' });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    typeof property === 'object' ? String(property.type) : '',
  ]);
}

function sound({ key }: ApiEndpoint): Record<string, unknown> {
  const body = bodies[key];
  if (!body) throw new Error(`${key} has no valid body in test/api-endpoints.ts`);
  return body;
}

function signedIn(): Record<string, string> {
  return { authorization: `Bearer ${asha.token}` };
}

function headersFor({ endpoint }: ApiEndpoint): Record<string, string> {
  return {
    ...signedIn(),
    ...(endpoint.body && { 'content-type': 'application/json' }),
    ...(endpoint.idempotent && { 'idempotency-key': 'a-key-for-bad-input' }),
  };
}

/** The path of an existing row of Asha's, so that only the body or query can be wrong. */
function ownPath({ path }: ApiEndpoint): string {
  return pathWith(path, own[path.split('/')[2] ?? '']);
}

function sendText(
  target: ApiEndpoint,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Exchange> {
  const what = `${target.key} ${Buffer.from(body).toString('latin1').slice(0, 200)}`;
  return sendRaw(shop.app, what, target.method, ownPath(target), {
    body,
    headers: { ...headersFor(target), ...headers },
  });
}

function sendBody(target: ApiEndpoint, change: object, path = ownPath(target)): Promise<Exchange> {
  const body = target.endpoint.body && JSON.stringify({ ...sound(target), ...change });
  const what = `${target.method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''}`;
  return sendRaw(shop.app, what, target.method, path, {
    headers: headersFor(target),
    ...(body && { body }),
  });
}

function fieldsOf(exchange: Exchange): Record<string, string> {
  return JSON.parse(exchange.text).error.fields ?? {};
}
