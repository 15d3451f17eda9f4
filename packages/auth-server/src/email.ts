import * as z from 'zod';

/** An address, as `TypedText` has read it. */
export const Email = z
  .string('Invalid email address')
  .max(255, 'Invalid email address')
  .check(z.email('Invalid email address'));
