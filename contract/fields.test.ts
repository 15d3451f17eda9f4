import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/password.ts';
import * as text from '#domain/text.ts';
import { CourierForm } from './admin/couriers.ts';
import { customerEndpoints } from './admin/customers.ts';
import { Day, eachItemOnce, StaffEmail } from './admin/fields.ts';
import { MessageListQuery } from './admin/messages.ts';
import { CampaignForm } from './admin/newsletter.ts';
import { TrackingNumber } from './admin/order-actions.ts';
import { OrderListQuery } from './admin/order-list.ts';
import { NewPriceChange } from './admin/product-prices.ts';
import { ProductForm } from './admin/products.ts';
import * as authForms from './auth.ts';
import { ContactMessage } from './contact.ts';
import type { Endpoint } from './endpoint.ts';
import { adminEndpoints, endpoints } from './endpoints.ts';
import { emailAddress, plain, requiredLine, requiredText, unchanged } from './fields.ts';

const requests = Object.entries<Endpoint>({ ...endpoints, ...adminEndpoints }).flatMap(
  ([key, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ request: `${key} ${part}`, schema }] : [],
    ),
);

// Without these bounds a request can ask for more than a column holds, which is an error of the server.
test.each(requests)(
  '$request has a bound for each value, and reads each text in one way',
  ({ schema }) => {
    expect([...unbounded(schema, '')]).toEqual([]);
  },
);

const forms = Object.entries(authForms).flatMap(([form, schema]) =>
  schema instanceof z.ZodMiniObject ? [{ form, schema }] : [],
);

test.each(forms)(
  '$form reads each text in one way, and leaves passwords as they are',
  ({ schema }) => {
    expect([...unbounded(schema, '')].filter((fault) => !/password/.test(fault))).toEqual([]);
    for (const [name, field] of Object.entries<z.core.$ZodType>(schema.def.shape))
      if (name.includes('password')) expect(JSON.stringify(field), name).not.toContain('overwrite');
  },
);

test('the forms of accounts are found', () => {
  expect(forms.length).toBeGreaterThan(7);
});

test('the values that would be stored as something else, or not at all, are found', () => {
  const loose = z.object({
    text: z.string(),
    long: z.string().check(plain),
    trimmed: z.string().check(z.trim(), z.maxLength(9), plain),
    late: z.string().check(z.maxLength(9), z.overwrite(text.oneLine), plain),
    name: requiredLine(100, 'Name is required'),
    message: requiredText(100, 'Message is required'),
    address: emailAddress('Invalid email address'),
    negated: z.string().check(z.regex(/^https:[^\s]+$/)),
    time: z.iso.datetime(),
    email: z.email(),
    day: z.iso.date(),
    id: z.uuid(),
    list: z.nullable(z.array(z.object({ count: z.int() }))),
    either: z.union([z.literal('no'), z.optional(z.number())]),
  });
  expect([...unbounded(loose, '')]).toEqual([
    '.text has no largest length',
    '.text may hold U+0000',
    '.text is not cleaned first',
    '.long has no largest length',
    '.long is not cleaned first',
    '.trimmed is not cleaned first',
    '.late is not cleaned first',
    '.negated has no largest length',
    '.negated may hold U+0000',
    '.negated is not cleaned first',
    '.time has no largest length',
    '.email has no largest length',
    '.email is not cleaned first',
    '.list has no largest length',
    '.list[].count has no largest value',
    '.either has no largest value',
  ]);
});

/** What a schema leaves without a bound, each with its path. */
function* unbounded(schema: z.core.$ZodType, path: string): Generator<string> {
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniStringFormat) {
    if (!hasLargestLength(schema)) yield `${path} has no largest length`;
    if (!refusesNul(schema)) yield `${path} may hold U+0000`;
    if (!isCleanedFirst(schema)) yield `${path} is not cleaned first`;
  } else if (schema instanceof z.ZodMiniNumber) {
    if (!has(schema, z.core.$ZodCheckLessThan) && !has(schema, z.core.$ZodCustom))
      yield `${path} has no largest value`;
  } else if (schema instanceof z.ZodMiniArray) {
    if (!has(schema, z.core.$ZodCheckMaxLength)) yield `${path} has no largest length`;
    yield* unbounded(schema.def.element, `${path}[]`);
  } else if (schema instanceof z.ZodMiniObject) {
    for (const [name, field] of Object.entries<z.core.$ZodType>(schema.def.shape))
      yield* unbounded(field, `${path}.${name}`);
  } else if (schema instanceof z.core.$ZodUnion) {
    for (const option of schema._zod.def.options) yield* unbounded(option, path);
  } else if (schema instanceof z.ZodMiniPipe) {
    yield* unbounded(schema.def.in, path);
    yield* unbounded(schema.def.out, path);
  } else if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault
  ) {
    yield* unbounded(schema.def.innerType, path);
  } else if (!FINITE.some((kind) => schema instanceof kind)) {
    yield `${path} is of a kind that this test does not know`;
  }
}

const CLEANERS = new Set<unknown>([...Object.values(text), unchanged]);

/** Formats that programs write and no person types. */
const MADE = new Set(['uuid', 'date', 'datetime']);

/** Whether a text is read by a function of domain/text.ts before anything else looks at it. */
function isCleanedFirst(schema: Text): boolean {
  if (schema instanceof z.ZodMiniStringFormat) return MADE.has(schema.def.format);
  const first = schema.def.checks?.[0];
  return first instanceof z.core.$ZodCheckOverwrite && CLEANERS.has(first._zod.def.tx);
}

/** The kinds with a fixed number of values, and functions of values that are checked before. */
const FINITE = [z.ZodMiniEnum, z.ZodMiniLiteral, z.ZodMiniBoolean, z.ZodMiniTransform];

type Text = z.ZodMiniString | z.ZodMiniStringFormat;

/** Anchored patterns without `*` and `+` end by themselves; so do those of some formats, and of others not. */
function hasLargestLength(schema: Text): boolean {
  return (
    has(schema, z.core.$ZodCheckMaxLength) ||
    patterns(schema).some(
      (source) => /^\^.*\$$/.test(source) && !/(?<!\\)[*+](?!\])|,\}/.test(source),
    )
  );
}

/** A pattern that names its characters does not include U+0000; one that names the excluded ones does. */
function refusesNul(schema: Text): boolean {
  return (
    schema.def.checks?.some((check) => check === plain) === true ||
    patterns(schema).some(
      (source) => /^\^.*\$$/.test(source) && !/\[\^|\\[SDW]|(?<!\\)\./.test(source),
    )
  );
}

function patterns(schema: Text): string[] {
  return formats(schema).flatMap(({ pattern }) => (pattern ? [pattern.source] : []));
}

/** The formats and patterns that a text must have. */
function formats(schema: Text): z.core.$ZodCheckStringFormatDef[] {
  return [schema, ...(schema.def.checks ?? [])].flatMap((check) =>
    check instanceof z.core.$ZodCheckStringFormat ? [check._zod.def] : [],
  );
}

/** Whether a schema has a check of this kind. */
function has(
  { def }: { def: { checks?: z.core.$ZodCheck<never>[] | undefined } },
  kind: abstract new (def: never) => unknown,
): boolean {
  return def.checks?.some((check) => check instanceof kind) === true;
}

test('a year that PostgreSQL does not have is refused', () => {
  const change = { price: 499, mrp: 500, ends_at: null };
  for (const [day, accepted] of [
    ['0000-01-01', false],
    ['2026-01-01', true],
  ] as const) {
    const starts_at = `${day}T00:00:00Z`;
    expect(Day.safeParse(day).success, day).toBe(accepted);
    expect(NewPriceChange.safeParse({ ...change, starts_at }).success, day).toBe(accepted);
  }
});

test('a list about items names each item once', () => {
  const list = eachItemOnce(z.object({ item: z.string(), pieces: z.number() }));
  const line = { item: 'a', pieces: 1 };
  expect(list.safeParse([line, { ...line, item: 'b' }]).success).toBe(true);
  expect(list.safeParse([line, line]).success).toBe(false);
});

test('a search finds what was copied from a page, which isolates texts from right to left', () => {
  const { query: CustomerListQuery } = customerEndpoints['GET /admin/customers'];
  for (const query of [OrderListQuery, CustomerListQuery, MessageListQuery])
    expect(query.parse({ q: '\u2068حیدرآباد\u2069' })).toMatchObject({ q: 'حیدرآباد' });
});

const PRODUCT = {
  ...{ name: 'Lemon Blue Tea', category: 'packaged', weight: '60g', taste: '', shown: false },
  ...{ description: 'Flowers and lemon peel.', long_description: 'Flowers, and lemon peel.' },
  ...{ ingredients: 'Butterfly pea flowers, lemon peel', country_of_origin: 'India' },
  ...{ benefits: [], brewing: [], certifications: [], images: [] },
  contents: [{ count: 2, item: 'pouch', grams: 30 }],
};
const COURIER = { name: 'Blue Dart', tracking_url: null, active: true };

test.each(['\u202e', '\u200b', '\u2060\u00ad', ' \u2800 ', '\u3164'])(
  'a field of staff with nothing but %j is not filled in',
  (text) => {
    const product = ProductForm.safeParse({ ...PRODUCT, name: text, ingredients: text });
    expect(new Set(product.error?.issues.map(({ message }) => message))).toEqual(
      new Set(['Enter a name', 'Enter the ingredients']),
    );
    expect(CourierForm.safeParse({ ...COURIER, name: text }).success).toBe(false);
  },
);

test('what staff type is read like what shoppers type', () => {
  expect(ProductForm.parse({ ...PRODUCT, name: 'Blue\u00a0Tea\r\n' }).name).toBe('Blue Tea');
  expect(TrackingNumber.parse(' bd\u2011१२३４\u200b')).toBe('BD-1234');
  expect(TrackingNumber.parse('EE 123 456 789 IN')).toBe('EE123456789IN');
  expect(TrackingNumber.safeParse('ap 7kq m2x').success).toBe(false);
  expect(StaffEmail.parse('Asha＠Example.com.\u202c')).toBe('asha@example.com');
  const campaign = { subject: 'New\r\nflowers', heading: '', text: 'A\r\n\r\nB', button_label: '' };
  const rest = { button_url: '', picture: null, picture_text: '' };
  expect(CampaignForm.parse({ ...campaign, ...rest })).toMatchObject({
    subject: 'New flowers',
    text: 'A\n\nB',
  });
});

test('the subject of a message may be a picture, but not nothing', () => {
  const message = { name: 'Asha', email: 'asha@example.com', message: 'Hello', website: '' };
  for (const [subject, accepted] of [
    ['👍🏽', true],
    ['???', true],
    ['\u200b\u00ad', false],
  ])
    expect(ContactMessage.safeParse({ ...message, subject }).success, `${subject}`).toBe(accepted);
});

const { LoginForm, Password, ResetPasswordForm } = authForms;
// One character, two UTF-16 units.
const FLOWER = '🌺';

test('a password’s characters are counted as the auth server counts them', () => {
  for (const [length, accepted] of [
    [MIN_PASSWORD_LENGTH - 1, false],
    [MIN_PASSWORD_LENGTH, true],
    [MAX_PASSWORD_LENGTH, true],
    [MAX_PASSWORD_LENGTH + 1, false],
  ] as const)
    expect(Password.safeParse(FLOWER.repeat(length)).success, `${length}`).toBe(accepted);
});

test('what a login lacks is told in the words of the specification', () => {
  for (const email of ['', 'asha', 'asha@nowhere', `${'a'.repeat(250)}@b.com`]) {
    const parsed = LoginForm.safeParse({ email, password: '1234567' });
    const told = new Set(parsed.error?.issues.map(({ message }) => message));
    expect(told, email).toEqual(
      new Set(['Invalid email address', 'Password must be at least 8 characters']),
    );
  }
});

test('a new password that is too short and differs from its repetition is told at both fields', () => {
  const parsed = ResetPasswordForm.safeParse({ password: 'short', confirm_password: 'shorter' });
  expect(parsed.error?.issues.map(({ path, message }) => [...path, message])).toEqual([
    ['password', 'Password must be at least 8 characters'],
    ['confirm_password', "Passwords don't match"],
  ]);
});
