import { AppError } from '#contract/errors.ts';

/** invalid_input with one field's message, which forms show at that field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', { fields: { [field]: message } });
}
