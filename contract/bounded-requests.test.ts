import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { adminEndpoints, endpoints } from './endpoints.ts';
import { plain } from './fields.ts';

const requests = Object.entries<Endpoint>({ ...endpoints, ...adminEndpoints }).flatMap(
  ([key, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ request: `${key} ${part}`, schema }] : [],
    ),
);

// Without these bounds a request can ask for more than a column holds, which is an error of the server.
test.each(requests)('$request has a bound for each value', ({ request, schema }) => {
  const split = request === 'GET /products query' ? ['.search may hold U+0000'] : [];
  expect([...unbounded(schema, '')]).toEqual(split);
});

test('the values that would be stored as something else, or not at all, are found', () => {
  const loose = z.object({
    text: z.string(),
    long: z.string().check(plain),
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
    '.long has no largest length',
    '.negated has no largest length',
    '.negated may hold U+0000',
    '.time has no largest length',
    '.email has no largest length',
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
