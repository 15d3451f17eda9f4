import * as z from 'zod/mini';
import { AddressForm } from '#contract/addresses.ts';
import { Version } from './fields.ts';

/** The whole address of an order as it should be, with the rules of the shopper's form, and the version that was seen. */
export const AddressCorrection = z.extend(z.omit(AddressForm, { is_default: true }), {
  version: Version,
});
export type AddressCorrection = z.infer<typeof AddressCorrection>;
