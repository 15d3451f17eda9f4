import * as z from 'zod/mini';
import { emailAddress } from '#contract/fields.ts';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_KINDS, VERBS } from '#domain/order-verbs.ts';
import { STAFF_ROLES } from '#domain/staff.ts';

export const Role = z.enum(STAFF_ROLES);
export const FulfilmentState = z.enum(FULFILMENTS);
export const VerbName = z.enum(VERBS);
/** A step that can be undone. */
export const UndoableStep = z.enum(keysAsEnum(UNDO_KINDS));

/** The keys of a constant table, for `z.enum`. */
export function keysAsEnum<T extends object>(
  table: T,
): [keyof T & string, ...(keyof T & string)[]] {
  const [first, ...rest] = keysOf(table);
  if (first === undefined) throw new Error('An empty table');
  return [first, ...rest];
}

/** An order's version as the screen shows it; every change raises it by one. */
export const Version = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** 'YYYY-MM-DD', a day in India. */
export const Day = z.iso.date('Not a day').check(z.refine(isStorableYear, 'Not a day'));

/** Whether PostgreSQL knows the year of this ISO 8601 day or time: it has no year 0. */
export function isStorableYear(text: string): boolean {
  return !text.startsWith('0000');
}

/** As many different items as a cart, and so an order, can have. */
const MAX_ITEMS = 100;

/** A list about some items of an order, each named once. */
export function eachItemOnce<T extends z.ZodMiniType<{ item: string }>>(entry: T) {
  return z.array(entry).check(
    z.maxLength(MAX_ITEMS),
    z.refine(
      (entries) => new Set(entries.map(({ item }) => item)).size === entries.length,
      'Name each item once',
    ),
  );
}

/** As an account's email is kept: lower case. */
export const StaffEmail = emailAddress('Not an email address').check(z.toLowerCase());
