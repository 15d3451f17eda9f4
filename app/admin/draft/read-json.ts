import * as z from 'zod/mini';

/**
 * Parses a stored draft. The schema must accept every text that a field can hold while somebody types: one that trims
 * would change the field. Undefined for '', and for a draft in the format of a former version of the admin.
 */
export function readJson<T>(schema: z.ZodMiniType<T>, json: string): T | undefined {
  if (json === '') return undefined;
  try {
    return z.safeParse(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
