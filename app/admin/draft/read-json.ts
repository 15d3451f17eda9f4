import * as z from 'zod/mini';

/**
 * What a draft holds. Its schema describes what is typed, key by key: one that trims or refuses would change the field
 * under the keys. Undefined for '', and for one that a former version of the admin has written in another way.
 */
export function readJson<T>(schema: z.ZodMiniType<T>, json: string): T | undefined {
  if (json === '') return undefined;
  try {
    return z.safeParse(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
