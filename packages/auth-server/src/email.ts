import * as z from 'zod/mini';

/** An address as people type it: spaces around it go. */
export const Email = z
  .string('Invalid email address')
  .check(z.trim(), z.maxLength(255, 'Invalid email address'), z.email('Invalid email address'));
