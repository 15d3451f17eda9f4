import * as z from 'zod';
import type { ShopDetails } from '#contract/shop-details.ts';
import { addressLine, compactCode, emailText, oneLine, phoneText } from '#domain/text.ts';
import { email, partsOf } from './schemas.ts';

function name(max: number) {
  const error = `must be a name of at most ${max} characters`;
  return z.string().overwrite(oneLine).min(1, error).max(max, error);
}

/** Environment variables that describe the owner of the shop. */
export const detailsEnvironment = {
  SHOP_LEGAL_NAME: name(200).optional().meta({
    description: 'The registered name of the seller.',
    unset: 'a sample in demo mode, else a note that it is missing',
    example: 'Aparajita Teas Private Limited',
  }),
  SHOP_ADDRESS: z
    .string()
    .transform((text) => partsOf(text, ';', addressLine))
    .refine(
      (lines) => lines.length > 0 && lines.every((line) => line.length <= 200),
      'must be lines with ; between them, each of at most 200 characters',
    )
    .optional()
    .meta({
      description: 'The postal address, lines separated by `;`.',
      unset: 'a sample in demo mode, else a note that it is missing',
      example: '14 Hill Road;Mumbai 400050',
    }),
  SHOP_CONTACT_EMAILS: z
    .string()
    .transform((text) => partsOf(text, ',', emailText))
    .refine(
      (emails) => emails.length > 0 && emails.every((text) => email.safeParse(text).success),
      'must be email addresses with commas between them',
    )
    .optional()
    .meta({
      description: 'Email addresses shown to visitors, separated by commas.',
      unset: 'samples in demo mode, else `SHOP_EMAIL`',
      example: 'hello@example.in,orders@example.in',
    }),
  SHOP_PHONE: z
    .string()
    .overwrite(phoneText)
    .regex(/^\+[\d -]{8,20}$/, 'must be a telephone number with its country: +91 22 1234 5678')
    .optional()
    .meta({
      description: 'The telephone number with its country code.',
      unset: 'a sample in demo mode, else a note that it is missing',
      example: '+91 22 1234 5678',
    }),
  FSSAI_NUMBER: z
    .string()
    .overwrite(compactCode)
    .regex(/^\d{14}$/, 'must be the 14 digits of the licence')
    .optional()
    .meta({
      description:
        'The 14 digits of the food business licence. Pages do not mention it until it is set.',
      unset: 'none',
      example: '12345678901234',
    }),
  GRIEVANCE_OFFICER: name(100).optional().meta({
    description:
      'The name of the grievance officer, as the Consumer Protection (E-Commerce) Rules, 2020 require.',
    unset: 'a sample in demo mode, else a note that it is missing',
    example: 'A. Sharma',
  }),
  GRIEVANCE_EMAIL: email.optional().meta({
    description: 'The email address of the grievance officer.',
    unset: 'the first of `SHOP_CONTACT_EMAILS`',
    example: 'grievance@example.in',
  }),
};

type DetailsEnvironment = z.output<z.ZodObject<typeof detailsEnvironment>>;

/** Demo mode uses sample data; otherwise missing details stay null and the pages say so. */
export function shopDetails(
  env: DetailsEnvironment,
  { shopEmail, demo }: { shopEmail: string; demo: boolean },
): ShopDetails {
  const emails = env.SHOP_CONTACT_EMAILS ?? (demo ? SAMPLE.emails : [shopEmail]);
  const officer = env.GRIEVANCE_OFFICER;
  return {
    legal_name: env.SHOP_LEGAL_NAME ?? (demo ? SAMPLE.legal_name : null),
    address: env.SHOP_ADDRESS ?? (demo ? SAMPLE.address : null),
    emails,
    phone: env.SHOP_PHONE ?? (demo ? SAMPLE.phone : null),
    fssai: env.FSSAI_NUMBER ?? null,
    grievance_officer: officer
      ? { name: officer, email: env.GRIEVANCE_EMAIL ?? emails[0] ?? shopEmail }
      : demo
        ? SAMPLE.grievance_officer
        : null,
  };
}

/** The settings whose absence a page reports as "the owner has to fill this in". */
export function missingDetails(details: ShopDetails): string[] {
  return [
    details.legal_name === null && 'SHOP_LEGAL_NAME',
    details.address === null && 'SHOP_ADDRESS',
    details.phone === null && 'SHOP_PHONE',
    details.fssai === null && 'FSSAI_NUMBER',
    details.grievance_officer === null && 'GRIEVANCE_OFFICER',
  ].filter((name) => name !== false);
}

const SAMPLE: ShopDetails = {
  legal_name: 'Aparajita',
  address: ['14 Hill Road, Bandra West', 'Mumbai 400050, Maharashtra, India'],
  emails: ['hello@aparajita.example', 'orders@aparajita.example'],
  phone: '+91 22 0000 0000',
  fssai: null,
  grievance_officer: { name: 'A. Sample', email: 'grievance@aparajita.example' },
};
