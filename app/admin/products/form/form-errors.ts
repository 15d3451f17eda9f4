import type { ZodMiniType } from 'zod/mini';

export type Errors = Record<string, string>;

/** The form, or the first error of each field by its name: 'benefits.0.title'. */
export function check(
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
