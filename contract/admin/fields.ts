import * as z from 'zod/mini';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { VERBS } from '#domain/order-verbs.ts';
import { STAFF_ROLES } from '#domain/staff.ts';

export const Role = z.enum(STAFF_ROLES);
export const FulfilmentState = z.enum(FULFILMENTS);
export const VerbName = z.enum(VERBS);

/** An order's version as the screen shows it; every change raises it by one. */
export const Version = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** 'YYYY-MM-DD', a day in India. */
export const Day = z.iso
  .date('Not a day')
  .check(z.refine((day) => !day.startsWith('0000'), 'Not a day')); // PostgreSQL knows no year 0

/** As an account's email is kept: lower case. */
export const StaffEmail = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(255), z.email('Not an email address'));
