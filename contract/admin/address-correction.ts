import * as z from 'zod/mini';
import { AddressForm } from '#contract/addresses.ts';
import { Version } from './fields.ts';

/**
 * The complete corrected address of an order, with the rules of the shopper's form, and the version of the order on
 * screen.
 */
export const AddressCorrection = z.extend(z.omit(AddressForm, { is_default: true }), {
  version: Version,
});
export type AddressCorrection = z.infer<typeof AddressCorrection>;
