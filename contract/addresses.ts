import * as z from 'zod/mini';
import { DEFAULT_COUNTRY } from '#domain/address.ts';
import { addressLine, codeText, phoneText } from '#domain/text.ts';
import type { EndpointTable } from './endpoint.ts';
import { Id, optionalLine, requiredLine, Timestamp } from './fields.ts';

const TOO_FEW_DIGITS = 'Phone number must be at least 10 digits';

/** The address form, with the rules of the specification (§5). */
export const AddressForm = z.strictObject({
  full_name: requiredLine(100, 'Full name is required'),
  phone: z.string(TOO_FEW_DIGITS).check(
    z.overwrite(phoneText),
    z.minLength(10, TOO_FEW_DIGITS),
    z.refine((phone) => phone.replace(/\D/g, '').length >= 10, TOO_FEW_DIGITS),
    z.maxLength(20, 'Must be at most 20 characters'),
    z.regex(/^\(?[+\d][\d\s()-]*$/, 'Phone number can only contain digits, spaces, +, - and ()'),
  ),
  address_line1: requiredLine(200, 'Address is required', addressLine),
  address_line2: z.optional(optionalLine(200, addressLine)),
  city: requiredLine(100, 'City is required'),
  state: requiredLine(100, 'State is required'),
  postal_code: requiredLine(20, 'Postal code is required', codeText),
  country: z._default(requiredLine(100, 'Country is required'), DEFAULT_COUNTRY),
  is_default: z.optional(z.boolean()),
});
export type AddressForm = z.infer<typeof AddressForm>;

/** Any of an address's fields; omitted ones do not change. */
export const AddressChange = z.partial(
  z.extend(AddressForm, {
    country: requiredLine(100, 'Country is required'),
  }),
);
export type AddressChange = z.infer<typeof AddressChange>;

/** Where a parcel goes. */
export const ShippingAddress = z.object({
  full_name: z.string(),
  phone: z.string(),
  address_line1: z.string(),
  address_line2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
export type ShippingAddress = z.infer<typeof ShippingAddress>;

/** A saved address. */
export const Address = z.object({
  id: Id,
  ...ShippingAddress.shape,
  is_default: z.boolean(),
  created_at: Timestamp,
});
export type Address = z.infer<typeof Address>;

const address = z.object({ id: Id });

export const addressEndpoints = {
  'GET /addresses': {
    summary: 'The saved addresses, the default first, then the newest',
    access: 'shopper',
    status: 200,
    response: z.array(Address),
    errors: [],
  },
  'POST /addresses': {
    summary: 'Save an address; making it the default clears the flag on the others',
    access: 'shopper',
    body: AddressForm,
    status: 201,
    response: Address,
    errors: ['too_many_addresses'],
  },
  'PATCH /addresses/{id}': {
    summary: 'Change an address',
    access: 'shopper',
    params: address,
    body: AddressChange,
    status: 200,
    response: Address,
    errors: ['address_not_found'],
  },
  'DELETE /addresses/{id}': {
    summary: 'Delete an address; orders keep their own copy',
    access: 'shopper',
    params: address,
    status: 204,
    errors: ['address_not_found'],
  },
} as const satisfies EndpointTable;
