import * as z from 'zod/mini';

/** An address as typed: surrounding spaces are trimmed. */
export const Email = z
  .string('Invalid email address')
  .check(z.trim(), z.maxLength(255, 'Invalid email address'), z.email('Invalid email address'));
