import * as z from 'zod/mini';
import { phoneText } from '#domain/text.ts';
import type { EndpointTable } from './endpoint.ts';
import { Id, optionalLine, requiredLine } from './fields.ts';

export const ProfileForm = z.strictObject({
  full_name: requiredLine(100, 'Full name is required'),
  phone: z.optional(optionalLine(20, phoneText)),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

export const Profile = z.object({
  id: Id,
  full_name: z.string(),
  phone: z.nullable(z.string()),
});
export type Profile = z.infer<typeof Profile>;

export const profileEndpoints = {
  'GET /profile': {
    summary: 'The shopper’s name and phone number',
    access: 'shopper',
    status: 200,
    response: Profile,
    errors: [],
  },
  'PATCH /profile': {
    summary: 'Change name and phone number',
    access: 'shopper',
    body: ProfileForm,
    status: 200,
    response: Profile,
    errors: [],
  },
} as const satisfies EndpointTable;
