import { AppError, type ErrorCode } from '#contract/errors.ts';

/** What others may take at the same time: the label's number, pieces that were in stock again, the last use of a code. */
const CODES: Record<string, ErrorCode> = {
  one_parcel_per_tracking_number: 'tracking_number_taken',
  products_stock_check: 'stock_changed',
  coupon_used_up: 'code_refused',
};

/**
 * @param soldMessage the message of stock_changed.
 * @throws AppError with the code of the constraint that the statement broke; else the error itself.
 */
export function takenMeanwhile(error: unknown, soldMessage?: string): never {
  const broken = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  const code = CODES[broken];
  if (code === 'stock_changed' && soldMessage)
    throw new AppError(code, { message: soldMessage }, error);
  if (code === 'code_refused') throw new AppError(code, { message: CODE_USED }, error);
  throw code ? new AppError(code, {}, error) : error;
}

const CODE_USED =
  'Its discount code was used by somebody else since, so the order stays cancelled.';
