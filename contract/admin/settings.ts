import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import {
  asMade,
  digits,
  emailAddress,
  phoneNumber,
  Rupees,
  requiredLine,
  requiredText,
} from '#contract/fields.ts';
import { addressLine, codeText, oneLine } from '#domain/text.ts';
import { forRoles } from './staff-endpoint.ts';

/** `ShopDetails` of contract/shop-details.ts. Null: the owner has not filled it in, and the pages say so. */
const Details = z.strictObject({
  legal_name: z.nullable(requiredLine(200, 'Enter the registered name')),
  address: z.nullable(
    z
      .array(requiredLine(200, 'Enter the address', addressLine))
      .check(z.minLength(1, 'Enter the address'), z.maxLength(8, 'At most eight lines')),
  ),
  emails: z
    .array(emailAddress('Not an email address'), 'Enter an email address')
    .check(z.minLength(1, 'Enter an email address'), z.maxLength(5, 'At most five')),
  phone: z.nullable(phoneNumber(/^\+[\d -]{8,20}$/, 'With the country code: +91 22 1234 5678')),
  fssai: z.nullable(digits(/^\d{14}$/, 'The 14 digits of the licence')),
  grievance_officer: z.nullable(
    z.strictObject({
      name: requiredLine(100, 'Enter the name'),
      email: emailAddress('Not an email address'),
    }),
  ),
});

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** An amount that is charged or needed; null: none. */
const Amount = z.nullable(Rupees.check(z.minimum(1, 'At least ₹1'), z.maximum(100_000)));

/**
 * What delivery costs, and from which sum of the goods on it is free; null: never. The hour from which an order counts from
 * the next day on, null: none; and days that do not count. What was saved by an older version has neither.
 */
const Delivery = z.strictObject({
  fee: Amount,
  free_from: Amount,
  cut_off: z._default(
    z.nullable(
      z.int('A whole hour').check(z.minimum(1, 'From 1 to 23'), z.maximum(23, 'From 1 to 23')),
    ),
    null,
  ),
  holidays: z._default(
    z.nullable(
      z
        .array(digits(DAY, 'A day a line, like 2026-11-08', codeText))
        .check(z.maxLength(100, 'At most 100 days')),
    ),
    null,
  ),
});

const Total = z.nullable(Rupees.check(z.minimum(1, 'At least ₹1')));
const Count = z.nullable(
  z.int('A whole number').check(z.minimum(1, 'At least 1'), z.maximum(1000)),
);

/**
 * `CashTerms` of domain/decide-cash.ts. Null: no limit, no fee, no discount. What was saved by an older version lacks the
 * parts with a default.
 */
const CashLimits = z
  .strictObject({
    min_total: z._default(Total, null),
    max_total: Total,
    first_max_total: z._default(Total, null),
    open_orders: Count,
    max_returned: z._default(Count, null),
    /** Whether the email of an order asks the customer to confirm it. */
    confirm: z._default(z.boolean(), false),
    fee: z._default(Amount, null),
    online_percent: z._default(
      z.nullable(
        z.int('A whole number').check(z.minimum(1, 'At least 1'), z.maximum(50, 'At most 50')),
      ),
      null,
    ),
  })
  .check(
    z.refine(({ min_total, max_total }) => (min_total ?? 0) <= (max_total ?? Infinity), {
      error: 'More than the largest order',
      path: ['min_total'],
    }),
  );

/** The code of who confirms the newsletter. Percent null: there is none, and no page promises one. */
const NewsletterCode = z.strictObject({
  percent: z.nullable(
    z.int('A whole number').check(z.minimum(1, 'At least 1'), z.maximum(50, 'At most 50')),
  ),
  days: z
    .int('A whole number of days')
    .check(z.minimum(1, 'At least 1'), z.maximum(365, 'At most 365')),
});

/** With this many pieces or fewer, the admin shows a product as low. */
const LowStock = z.int('A whole number').check(z.minimum(0), z.maximum(100_000));

/** The notice below the header of every page of the shop; null for none. */
const Notice = z.nullable(requiredText(200, 'Enter the notice', oneLine));

/** Where each new order is announced by email; null for nowhere. */
const OrderEmail = z.nullable(emailAddress('Not an email address'));

/** The id of the current value, which a change must repeat; null while the value of the environment is in effect. */
const seen = z.nullable(asMade(/^\d{1,18}$/));

const setting = <T extends z.ZodMiniType>(value: T) => z.object({ value, seen });

export const ShopSettings = z.object({
  identity: setting(Details),
  notice: setting(Notice),
  delivery: setting(Delivery),
  cash_limits: setting(CashLimits),
  low_stock: setting(LowStock),
  order_email: setting(OrderEmail),
  newsletter_code: setting(NewsletterCode),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

export const SettingChange = z.discriminatedUnion('key', [
  z.strictObject({ key: z.literal('identity'), value: Details, seen }),
  z.strictObject({ key: z.literal('notice'), value: Notice, seen }),
  z.strictObject({ key: z.literal('delivery'), value: Delivery, seen }),
  z.strictObject({ key: z.literal('cash_limits'), value: CashLimits, seen }),
  z.strictObject({ key: z.literal('low_stock'), value: LowStock, seen }),
  z.strictObject({ key: z.literal('order_email'), value: OrderEmail, seen }),
  z.strictObject({ key: z.literal('newsletter_code'), value: NewsletterCode, seen }),
]);
export type SettingChange = z.infer<typeof SettingChange>;

/** A field of a setting's form. */
export type SettingField = {
  /** Its place in the setting's value: 'officer.name'; '' for a value without parts. */
  path: string;
  label: string;
  /** How it is typed; else as a line of text. An empty field is null, or no line at all. */
  type?: 'lines' | 'number' | 'email' | 'tel' | 'check';
  /** Of a field with several lines. */
  rows?: number;
  maxLength?: number;
  hint?: string;
};

type SettingTexts = {
  title: string;
  about: string;
  /** What is said when it was saved. */
  saved: string;
  fields: readonly SettingField[];
};

/** The settings' forms, in their order. */
export const SETTINGS: Record<keyof ShopSettings, SettingTexts> = {
  identity: {
    title: 'Who runs the shop',
    about:
      'Shown in the footer, the terms, the contact page and on packing slips. Pages opened from then on show a change. Replies to emails go to the first email address.',
    saved: 'Shop details saved',
    fields: [
      { path: 'legal_name', label: 'Registered name' },
      { path: 'address', label: 'Address', type: 'lines', rows: 3 },
      { path: 'emails', label: 'Email addresses, one a line', type: 'lines', rows: 2 },
      {
        path: 'phone',
        label: 'Phone',
        type: 'tel',
        hint: 'With the country code: +91 22 1234 5678',
      },
      { path: 'fssai', label: 'FSSAI licence number', hint: '14 digits' },
      { path: 'grievance_officer.name', label: 'Grievance officer' },
      {
        path: 'grievance_officer.email',
        label: 'Email of the grievance officer',
        type: 'email',
      },
    ],
  },
  notice: {
    title: 'Notice',
    about:
      'Shown below the header of the shop’s pages, such as “No deliveries on 8 and 9 November”. Empty: none.',
    saved: 'Notice saved',
    fields: [{ path: '', label: 'Text', rows: 2, maxLength: 200 }],
  },
  delivery: {
    title: 'Delivery',
    about:
      'What the shop’s pages, the cart and the checkout say follows within seconds. The sum is that of the goods before a discount.',
    saved: 'Delivery saved',
    fields: [
      { path: 'fee', label: 'Fee in rupees', type: 'number', hint: 'Empty: delivery is free' },
      {
        path: 'free_from',
        label: 'Free for orders from, in rupees',
        type: 'number',
        hint: 'Empty: never free where there is a fee',
      },
      {
        path: 'cut_off',
        label: 'Orders count from the next day on from this hour',
        type: 'number',
        hint: '14 is two in the afternoon; empty: the whole day counts',
      },
      {
        path: 'holidays',
        label: 'Days on which nothing is sent, one a line',
        type: 'lines',
        rows: 3,
        hint: 'Like 2026-11-08. Sundays and the three national holidays never count.',
      },
    ],
  },
  cash_limits: {
    title: 'Cash on delivery',
    about: 'An empty field is no limit, no fee or no discount. New orders follow within seconds.',
    saved: 'Cash on delivery saved',
    fields: [
      { path: 'min_total', label: 'Smallest order in rupees', type: 'number' },
      { path: 'max_total', label: 'Largest order in rupees', type: 'number' },
      {
        path: 'first_max_total',
        label: 'Largest first order in rupees',
        type: 'number',
        hint: 'Until an order of the customer was delivered',
      },
      { path: 'open_orders', label: 'Open cash orders of one customer', type: 'number' },
      {
        path: 'max_returned',
        label: 'No cash after parcels that came back',
        type: 'number',
        hint: 'So many in a year, and more than were ever delivered to the customer',
      },
      {
        path: 'confirm',
        label: 'Ask customers by email to confirm their orders',
        type: 'check',
      },
      { path: 'fee', label: 'Fee in rupees', type: 'number', hint: 'Added to orders in cash' },
      {
        path: 'online_percent',
        label: 'Discount for paying online, in percent',
        type: 'number',
      },
    ],
  },
  low_stock: {
    title: 'Low stock',
    about: 'Today and Products warn from this many pieces down.',
    saved: 'Low stock saved',
    fields: [{ path: '', label: 'Pieces', type: 'number' }],
  },
  order_email: {
    title: 'Email for each new order',
    about:
      'Sent to this address with the order’s number, total, payment, products, town and PIN, for orders placed from now on. Empty: none.',
    saved: 'Email for new orders saved',
    fields: [{ path: '', label: 'Email address', type: 'email', maxLength: 255 }],
  },
  newsletter_code: {
    title: 'Code for the newsletter',
    about:
      'Who confirms the newsletter gets a code of their own for a first order, as the home page and the emails then promise. Codes that were given stay valid.',
    saved: 'Code for the newsletter saved',
    fields: [
      {
        path: 'percent',
        label: 'Percent',
        type: 'number',
        hint: 'Empty: no code, and nothing promises one',
      },
      { path: 'days', label: 'Valid for days', type: 'number' },
    ],
  },
};

const owner = forRoles('owner');

export const settingsEndpoints = {
  'GET /admin/settings': owner({
    summary: 'The settings that count now',
    response: ShopSettings,
  }),
  'PATCH /admin/settings': owner({
    summary: 'Change one setting; pages and checkout follow within seconds',
    body: SettingChange,
    response: ShopSettings,
    errors: ['changed_meanwhile'],
  }),
} as const satisfies EndpointTable;
