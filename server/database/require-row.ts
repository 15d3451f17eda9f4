import { AppError, type ErrorCode } from '#contract/errors.ts';

/** The first row of a result. @throws AppError `code` when there is none. */
export function requireRow<Row>([row]: readonly Row[], code: ErrorCode = 'not_found'): Row {
  if (row === undefined) throw new AppError(code);
  return row;
}
