import * as z from 'zod';

/** An address as typed: surrounding spaces are trimmed. */
export const Email = z
  .string('Invalid email address')
  .trim()
  .max(255, 'Invalid email address')
  .check(z.email('Invalid email address'));
