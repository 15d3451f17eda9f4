import { beforeAll, expect, test } from 'vitest';
import { HOME } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  asha = await shop.newShopper();
});

test.each([
  ['emoji, some with joiners, beside letters', 'Asha 🌸👩‍👩‍👧‍👦🇮🇳'],
  ['Devanagari', 'नीलकंठ अपार्टमेंट'],
  ['right to left', 'شارع الزهور'],
  ['letters with accents', 'Café déjà'],
  ['characters beyond the basic plane', '𠮷野家 𝒜𝓈𝒽𝒶'],
  ['quotes and backslashes', `O'Neil "\\" ''; drop table addresses; --`],
  ['markup', '<script>alert(1)</script> &amp; <b>'],
  ['what looks like a value', 'null'],
  ['what looks like a template', '#{7*7} {{7*7}} <%= 7 %> %s %n \\u0041'],
  ['invisible joiners', 'a\u200db\u200cc'],
])('%s are stored unchanged', async (_, text) => {
  const form = { ...HOME, full_name: text, address_line1: text, address_line2: text, city: text };
  const saved = await asha.request('POST', '/api/addresses', form);
  expect(saved).toMatchObject({ status: 201, body: form });
  const { body } = await asha.request('GET', '/api/addresses');
  expect(body.find(({ id }: { id: string }) => id === saved.body.id)).toEqual(saved.body);
  await asha.request('DELETE', `/api/addresses/${saved.body.id}`);
});

test('the same letters are stored as the same text, whichever keyboard typed them', async () => {
  const full_name = 'Cafe\u0301 de\u0301ja\u0300';
  const saved = await asha.request('POST', '/api/addresses', { ...HOME, full_name });
  expect(saved).toMatchObject({ status: 201, body: { full_name: 'Café déjà' } });
});

test('an address has no line breaks inside, and nothing that reorders the text after it', async () => {
  const typed = {
    full_name: ' Asha\nRao',
    address_line1: 'Flat 3\n\n\nSecond floor',
    city: 'Pune\u202e',
    state: 'Maharashtra\u200f',
  };
  const saved = await asha.request('POST', '/api/addresses', { ...HOME, ...typed });
  expect(saved).toMatchObject({
    status: 201,
    body: {
      full_name: 'Asha Rao',
      address_line1: 'Flat 3 Second floor',
      city: 'Pune',
      state: 'Maharashtra',
    },
  });
});

test('a name that cannot be seen is not filled in', async () => {
  for (const full_name of ['\u200b', '\u2800', '\u3164', '\u2060\ufe0f', '🌸'])
    expect(await asha.request('POST', '/api/addresses', { ...HOME, full_name })).toMatchObject({
      status: 400,
      body: { error: { fields: { full_name: 'Full name is required' } } },
    });
});

test('every field accepts text of its maximum length, in any script', async () => {
  const longest = {
    full_name: 'क'.repeat(100),
    phone: '+91 (98765) 43210-99',
    address_line1: `7${'🌸'.repeat(99)}`,
    address_line2: 'x'.repeat(200),
    city: '長'.repeat(100),
    state: 'é'.repeat(100),
    postal_code: '9'.repeat(20),
    country: 'x'.repeat(100),
  };
  expect(longest.phone).toHaveLength(20);
  expect(await asha.request('POST', '/api/addresses', longest)).toMatchObject({
    status: 201,
    body: longest,
  });
});

test('names such as __proto__ are ordinary text', async () => {
  for (const full_name of ['__proto__', 'constructor', 'toString', 'undefined']) {
    const answer = await asha.request('PATCH', '/api/profile', { full_name });
    expect(answer).toMatchObject({ status: 200, body: { full_name } });
  }
});

test('JSON may contain escapes and whitespace', async () => {
  const text = '\r\n\t{ "full_name" :\n "\\u0041sha \\ud83c\\udf38" }  ';
  const answer = await asha.request('PATCH', '/api/profile', text, {
    'content-type': 'Application/JSON; charset=UTF-8',
  });
  expect(answer).toMatchObject({ status: 200, body: { full_name: 'Asha 🌸' } });
});

test('an id may be written in capitals', async () => {
  const { body } = await asha.request('POST', '/api/addresses', HOME);
  const answer = await asha.request('PATCH', `/api/addresses/${body.id.toUpperCase()}`, {
    city: 'Pune',
  });
  expect(answer).toMatchObject({ status: 200, body: { id: body.id, city: 'Pune' } });
});
