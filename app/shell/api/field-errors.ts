import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/**
 * Shows the server's validation errors under their fields and focuses the first one. False when the error names no
 * field of this form.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly FieldPath<Values>[],
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const wrong = names.filter((name) => Object.hasOwn(fields, name));
  for (const name of wrong) form.setError(name, { type: 'server', message: fields[name] ?? '' });
  if (wrong[0]) form.setFocus(wrong[0]);
  return wrong.length > 0;
}
