import * as z from 'zod';
import { isAmount } from '#domain/money.ts';

/** Limits for cash on delivery. Null, the default: no limit. */
export type CashLimits = {
  /** The largest order that may be paid in cash, in rupees. */
  maxTotal: number | null;
  /** How many undelivered cash orders one shopper may have. */
  openOrders: number | null;
};

/**
 * The most units of one product that a shopper may have in unpaid orders and payments; null: no limit. Without a limit
 * one account could reserve all stock of a product.
 */
export type UnpaidLimit = number | null;

/** More than a household drinks in a year, and less than a third of the seeded stock. */
const DEFAULT_MAX_UNPAID_UNITS = 30;

/** Environment variables for limits of orders. */
export const orderLimitsEnvironment = {
  COD_MAX: z.coerce
    .number('must be an amount in rupees')
    .positive()
    .refine(isAmount, 'must be an amount in rupees and paise')
    .optional()
    .meta({
      group: 'Payments',
      description: 'The largest order in rupees that can be paid in cash.',
      unset: 'no limit',
      example: '5000',
    }),
  COD_MAX_OPEN_ORDERS: z.coerce.number('must be a number of orders').int().min(1).optional().meta({
    group: 'Payments',
    description: 'How many cash orders of one shopper may be open at the same time.',
    unset: 'no limit',
    example: '3',
  }),
  MAX_UNPAID_UNITS: z.coerce
    .number('must be a number of units')
    .int('must be a whole number of units')
    .min(1, 'must be 1 or more')
    .default(DEFAULT_MAX_UNPAID_UNITS)
    .meta({
      group: 'Payments',
      description:
        'How many units of one product a shopper may have in open cash orders and unfinished online payments.',
    }),
};
