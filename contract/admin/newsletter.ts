import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, optionalText, Timestamp } from '#contract/fields.ts';
import { Version } from './fields.ts';

const HTTPS = /^https:\/\/[^\s]+$/;

/** A letter's text; a draft may lack parts of it. An empty line begins a new paragraph. */
export const LetterForm = z.strictObject({
  subject: optionalText(200),
  heading: optionalText(200),
  text: optionalText(10_000),
  button_label: optionalText(60),
  button_url: z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((url) => url === '' || HTTPS.test(url), 'Begin the link with https://'),
  ),
  /** A path on the shop's site; JPEG, because mail programs know no newer format. */
  picture: z.nullable(
    z.string().check(z.regex(/^\/pictures\/og\/[a-z0-9-]+\.jpg$/, 'Not a picture for letters')),
  ),
  /** What the picture shows, for those who do not see it. */
  picture_text: optionalText(200),
});
export type LetterForm = z.infer<typeof LetterForm>;

const LETTER_STATES = ['draft', 'sending', 'stopped', 'sent'] as const;

export const Letter = z.extend(LetterForm, {
  id: Id,
  button_url: z.string(),
  state: z.enum(LETTER_STATES),
  version: z.number(),
  /** Whether a test letter of exactly this text was sent. */
  tested: z.boolean(),
  /** How many addresses it was begun for, has reached, and that refused it. */
  recipients: z.number(),
  sent: z.number(),
  failed: z.number(),
  /** Letters wait for longer than two minutes, because the mail server does not take them. */
  delayed: z.boolean(),
  changed_at: Timestamp,
  sent_at: z.nullable(Timestamp),
});
export type Letter = z.infer<typeof Letter>;

const id = z.object({ id: Id });
const version = z.strictObject({ version: Version });
const owner = { access: 'staff', roles: ['owner'] } as const;

export const adminNewsletterEndpoints = {
  'GET /admin/newsletter': {
    summary: 'How many addresses are confirmed, and the last 100 letters',
    ...owner,
    status: 200,
    response: z.object({ confirmed: z.number(), letters: z.array(Letter) }),
    errors: [],
  },
  'POST /admin/newsletter/export': {
    summary: 'The confirmed addresses with their unsubscribe links, as CSV',
    ...owner,
    fresh: true,
    status: 200,
    response: z.object({ csv: z.string() }),
    errors: [],
  },
  'POST /admin/newsletter/letters': {
    summary: 'Begin a letter, as a draft',
    ...owner,
    body: LetterForm,
    idempotent: true,
    status: 201,
    response: Letter,
    errors: ['idempotency_key_missing', 'idempotency_key_reused'],
  },
  'GET /admin/newsletter/letters/{id}': {
    summary: 'One letter, and how far it is sent',
    ...owner,
    params: id,
    status: 200,
    response: Letter,
    errors: ['not_found'],
  },
  'PATCH /admin/newsletter/letters/{id}': {
    summary: 'Change a draft; another text wants another test',
    ...owner,
    params: id,
    body: z.extend(LetterForm, { version: Version }),
    status: 200,
    response: Letter,
    errors: ['not_found', 'letter_changed'],
  },
  'DELETE /admin/newsletter/letters/{id}': {
    summary: 'Delete a draft',
    ...owner,
    params: id,
    status: 204,
    errors: ['not_found'],
  },
  'POST /admin/newsletter/letters/{id}/test': {
    summary: 'Mail the letter to the staff member who asks',
    ...owner,
    params: id,
    body: version,
    status: 200,
    response: Letter,
    errors: ['not_found', 'letter_changed'],
  },
  'POST /admin/newsletter/letters/{id}/sending': {
    summary: 'Send a tested letter to every confirmed address, once each; or go on after a stop',
    ...owner,
    fresh: true,
    params: id,
    body: version,
    status: 200,
    response: Letter,
    errors: ['not_found', 'letter_changed', 'letter_not_tested', 'nobody_subscribed'],
  },
  'POST /admin/newsletter/letters/{id}/stop': {
    summary: 'Stop sending; addresses that it has not reached wait',
    ...owner,
    params: id,
    status: 200,
    response: Letter,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
