import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type ApiEndpoint,
  apiEndpoints,
  type Exchange,
  pathWith,
  sendRaw,
  shopperWithRows,
  validBodies,
} from '#test/api-endpoints.ts';
import { expectErrorCode, expectErrorResponse, tableFingerprints } from '#test/refusals.ts';
import { openTestShop } from '#test/shop.ts';

const shop = await openTestShop({ terms: { maxTotal: 100_000 } });
const { shopper: asha, ids } = await shopperWithRows(shop);
const bodies = validBodies(ids.addresses);
/** Ids of existing rows, by the first part of the path they belong to. */
const own: Record<string, string> = { ...ids, products: '1' };
let before = await tableFingerprints(shop.db.owner);

afterEach(async () => {
  const after = await tableFingerprints(shop.db.owner);
  const unchanged = before;
  before = after; // what one test has changed is not the next one's fault
  expect(after, 'no request changed anything').toEqual(unchanged);
});

const withBody = apiEndpoints.filter(({ endpoint }) => endpoint.body);

type Refusal = [
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  code: Parameters<typeof expectErrorCode>[2],
  headers?: Record<string, string>,
];

async function expectRefused(target: ApiEndpoint, refusals: Refusal[]): Promise<void> {
  for (const [body, status, code, headers] of refusals)
    expectErrorCode(await sendText(target, body, headers), status, code);
}

// All endpoints read their bodies in one way, so the many forms of a fault are tried on one of them.
test('a body is one JSON object in UTF-8, said to be JSON', async () => {
  const [target] = withBody;
  if (!target) throw new Error('No endpoint has a body');
  const text = JSON.stringify(sound(target));
  const [start = '', end = ''] = JSON.stringify({ ...sound(target), note: '#' }).split('#');
  const notUtf8 = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe]), Buffer.from(end)]);
  const malformed = [
    ...['', ' ', '{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '{"a":1}{"b":2}', '\u0000'],
    ...['['.repeat(60_000), '"\\ud83c', '{"a":\u00a0}', new Uint8Array(notUtf8)],
  ];
  const types = [
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
    ...['application/jsonp', 'application/json-patch+json', 'json', ''],
  ];
  const noObjects = ['null', '1', '"text"', 'true', '[]', `[${text}]`];
  await expectRefused(target, [
    ...malformed.map((body): Refusal => [body, 400, 'malformed_json']),
    ...types.map(
      (type): Refusal => [text, 415, 'unsupported_media_type', { 'content-type': type }],
    ),
    ...noObjects.map((body): Refusal => [body, 400, 'invalid_input']),
  ]);
  const unknown = Array.from({ length: 6_000 }, (_, i) => [`f${i}`, 0]);
  const exchange = await sendBody(target, Object.fromEntries(unknown));
  expectErrorCode(exchange, 400, 'invalid_input');
  expect(exchange.text.length, 'the answer is short').toBeLessThan(5_000);
});

describe.each(withBody)('$key', (target) => {
  test('takes nothing but its own fields, as JSON', async () => {
    const text = JSON.stringify(sound(target));
    await expectRefused(target, [
      ['{', 400, 'malformed_json'],
      [text, 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
      [`[${text}]`, 400, 'invalid_input'],
    ]);
    for (const name of ['surprise', 'user_id', '__proto__']) {
      const { [name]: _, ...rest } = sound(target);
      const more = JSON.stringify(rest).replace(/}$/, `,${JSON.stringify(name)}:{}}`);
      const exchange = await sendText(target, more);
      expectErrorCode(exchange, 400, 'invalid_input');
      expect(Object.keys(fieldsOf(exchange)), `${name} in ${exchange.text}`).toContain(name);
    }
  });

  test('names the field that has another type, is too long, or cannot be stored unchanged', async () => {
    for (const [field, type] of fieldsFor(target)) {
      const others = Object.entries(OF_TYPE).filter(
        ([kind]) => kind !== type && !(kind === 'integer' && type === 'number'),
      );
      for (const value of [
        ...others.map(([, value]) => value),
        ...(type === 'string' ? UNSTORABLE : []),
      ]) {
        const exchange = await sendBody(target, { [field]: value });
        expectErrorCode(exchange, 400, 'invalid_input');
        expect(Object.keys(fieldsOf(exchange)), exchange.what).toEqual([field]);
      }
      for (const number of type === 'number' || type === 'integer' ? OUT_OF_RANGE : []) {
        const text = JSON.stringify({ ...sound(target), [field]: '#' }).replace('"#"', number);
        expectErrorResponse(await sendText(target, text));
      }
    }
  });
});

test.each(apiEndpoints.filter(({ endpoint }) => endpoint.params))(
  '$key answers a malformed id like an unknown one',
  async (target) => {
    const missing = await sendBody(target, {}, pathWith(target.path));
    expectErrorCode(missing, 404, target.endpoint.errors[0] ?? 'not_found');
    for (const id of STRANGE_IDS) {
      const exchange = await sendBody(target, {}, pathWith(target.path, id));
      expect([exchange.status, exchange.text], exchange.what).toEqual([404, missing.text]);
    }
  },
);

test.each(apiEndpoints.filter(({ endpoint }) => endpoint.query))(
  '$key answers no query string with a server error',
  async (target) => {
    const schema = z.toJSONSchema(target.endpoint.query ?? z.object({}), { io: 'input' });
    for (const name of [...Object.keys(schema.properties ?? {}), 'surprise', '__proto__']) {
      for (const value of STRANGE_VALUES) {
        const path = `${target.path}?${name}=${value}`;
        const exchange = await ask(target.method, path, signedIn());
        if (exchange.status === 200) JSON.parse(exchange.text);
        else expectErrorCode(exchange, 400, 'invalid_input');
      }
    }
  },
);

async function expectNotSignedIn(target: ApiEndpoint, authorization: string) {
  const exchange = await sendBody(target, {}, ownPath(target), { authorization });
  expectErrorCode(exchange, 401, 'not_signed_in');
  expect(exchange.headers.get('www-authenticate')).toBe('Bearer');
}
const closed = apiEndpoints.filter(({ endpoint }) => endpoint.access === 'shopper');

test.each(closed)('$key: who asks without a valid token is not signed in', async (target) => {
  const [head, body] = asha.token.split('.');
  await expectNotSignedIn(target, '');
  await expectNotSignedIn(target, `Bearer ${head}.${body}.`);
  const gone = await shop.newShopper();
  await gone.request('POST', '/auth/v1/logout');
  await expectNotSignedIn(target, `Bearer ${gone.token}`);
  shop.setClockAhead(61 * 60_000);
  await expectNotSignedIn(target, `Bearer ${asha.token}`).finally(() => shop.setClockAhead(0));
});

test('an unsupported method is refused with an Allow header, and an unknown path is not found', async () => {
  for (const path of new Set(apiEndpoints.map((target) => target.path))) {
    const known = apiEndpoints.filter((target) => target.path === path).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (known.includes(method)) continue;
      const exchange = await ask(method, pathWith(path), signedIn());
      expectErrorCode(exchange, 405, 'method_not_allowed');
      expect(exchange.headers.get('allow')?.split(', ').sort()).toEqual(known.toSorted());
    }
  }
  for (const path of ['', '/nothing', '//cart', '/cart/', '/%00', '/orders/x/y'])
    expectErrorResponse(await ask('GET', `/api${path}`, signedIn()));
});

/** One value of each type JSON has. */
const OF_TYPE = {
  ...{ null: null, string: '1', integer: 7, number: 7.5, boolean: true },
  ...{ array: ['text'], object: { toString: 'x', valueOf: 1, length: 3 } },
};

/** Text that no column keeps as it is. */
const UNSTORABLE = [...['9876\u0000543210', '9876543210\ud83c', 'x'.repeat(30_000)]];

const OUT_OF_RANGE = ['-1', '0.5', '499.995', '1e12', '1e308', '1e400', '9'.repeat(400)];

const STRANGE_VALUES = [
  ...['', '%00', '%', '%zz', '%ED%A0%80', '%F0%9F%8C%B8', '[]', `'`, '1', '-1', 'null'],
  'x'.repeat(10_000),
];

const STRANGE_IDS = [
  ...['0', 'null', '%00', '%zz', '%ED%A0%80', '%F0%9F%8C%B8', '..%2F..%2Fetc%2Fpasswd'],
  ...['00000000-0000-4000-8000-00000000000g', '00000000-0000-4000-8000-000000000000%0A'],
  'x'.repeat(900),
];

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

function ask(method: string, path: string, headers: Record<string, string>): Promise<Exchange> {
  return sendRaw(shop.app, path.slice(0, 200), method, path, { headers });
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

function sendBody(
  target: ApiEndpoint,
  change: object,
  path = ownPath(target),
  headers: Record<string, string> = {},
): Promise<Exchange> {
  const body = target.endpoint.body && JSON.stringify({ ...sound(target), ...change });
  const what = `${target.method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''}`;
  return sendRaw(shop.app, what, target.method, path, {
    headers: { ...headersFor(target), ...headers },
    ...(body && { body }),
  });
}

function fieldsOf(exchange: Exchange): Record<string, string> {
  return JSON.parse(exchange.text).error.fields ?? {};
}
