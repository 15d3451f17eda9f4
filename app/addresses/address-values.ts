import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { AddressForm as Schema } from '#contract/addresses.ts';

/** An address as typed in the form, not validated yet. */
export type AddressValues = z.input<typeof Schema>;

/** Form type: what the fields hold, and the validated address that is sent. */
export type AddressForm = UseFormReturn<AddressValues, unknown, Schema>;
