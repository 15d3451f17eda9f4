import type { ZodMiniType } from 'zod/mini';

export type Errors = Record<string, string>;

/** Validates a form. Returns it, or the first error of each field by its path: 'benefits.0.title'. */
export function validate(
  schema: ZodMiniType,
  value: unknown,
): { form: object | null; errors: Errors } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { form: Object(parsed.data), errors: {} };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues) {
    errors[path.map(String).join('.')] ??= message;
  }
  return { form: null, errors };
}

/** Removes the errors of fields that are valid now; the server's errors stay until the next request. */
export function clearFixedErrors(shown: Errors, before: Errors, after: Errors): Errors {
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => !(field in before) || field in after),
  );
}
