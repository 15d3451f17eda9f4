import { numberFrom } from './schemas.ts';

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
  COD_MAX: numberFrom('must be an amount in rupees', 1, 9_999_999_999, 2).optional().meta({
    description: 'The largest order in rupees that can be paid in cash.',
    unset: 'no limit',
    example: '5000',
  }),
  COD_MAX_OPEN_ORDERS: numberFrom('must be a number of orders', 1, 1000).optional().meta({
    description: 'How many cash orders of one shopper may be open at the same time.',
    unset: 'no limit',
    example: '3',
  }),
  MAX_UNPAID_UNITS: numberFrom('must be a number of units', 1, 1_000_000)
    .default(DEFAULT_MAX_UNPAID_UNITS)
    .meta({
      description:
        'How many units of one product a shopper may have in open cash orders and unfinished online payments.',
    }),
};
