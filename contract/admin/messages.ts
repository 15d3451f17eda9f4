import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, optionalLine, requiredText, Timestamp } from '#contract/fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** `answered`: by email at least once. `closed`: needs no (further) answer. */
export const MESSAGE_STATES = ['open', 'answered', 'closed'] as const;
export const MessageState = z.enum(MESSAGE_STATES);
export type MessageState = z.infer<typeof MessageState>;

/** A message of the contact form, in a list. */
export const MessageRow = z.object({
  id: Id,
  /** Its number, as in 'T-7KQ-M2X'. */
  ticket: z.string(),
  name: z.string(),
  /** As it was typed; not verified. */
  email: z.string(),
  subject: z.string(),
  /** The beginning of the message. */
  excerpt: z.string(),
  state: MessageState,
  created_at: Timestamp,
  /** When an open one must be answered: 48 hours after it came (E-Commerce Rules 2020). */
  due_at: Timestamp,
});
export type MessageRow = z.infer<typeof MessageRow>;

/** An answer that was emailed to the sender, or a note for the staff. */
export const MessageEntry = z.object({
  id: Id,
  kind: z.enum(['answer', 'note']),
  text: z.string(),
  at: Timestamp,
  staff: z.string(),
});
export type MessageEntry = z.infer<typeof MessageEntry>;

export const Message = z.extend(MessageRow, {
  message: z.string(),
  /** The orders whose numbers the message contains. `same_email`: ordered with the sender's address. */
  orders: z.array(z.object({ id: Id, order_number: z.string(), same_email: z.boolean() })),
  /** Oldest first. */
  entries: z.array(MessageEntry),
});
export type Message = z.infer<typeof Message>;

export const MessageListQuery = z.object({
  state: z._default(MessageState, 'open'),
  /**
   * Words, or their beginnings, of the sender's name, email, number, subject and message, or of one answer or note; then
   * messages of every state, the newest first.
   */
  q: z.optional(optionalLine(255)),
  /** The id of the last message of the page before. */
  after: z.optional(Id),
});
export type MessageListQuery = z.infer<typeof MessageListQuery>;

const text = { text: requiredText(5000, 'Write something first') };
/** `last_entry`: the newest entry that was there when the answer was begun; null: none was. */
const AnswerForm = z.strictObject({ ...text, last_entry: z.nullable(Id) });
/** What an endpoint about one message has. */
const one = { params: z.object({ id: Id }), response: Message, errors: ['not_found'] } as const;

const owner = forRoles('owner');

export const messageEndpoints = {
  'GET /admin/messages': owner({
    summary: 'Messages of the contact form, 50 a page: open ones oldest first, others newest first',
    query: MessageListQuery,
    response: z.object({ messages: z.array(MessageRow), next: z.nullable(Id) }),
  }),
  'GET /admin/messages/{id}': owner({
    ...one,
    summary: 'One message with its answers and notes',
  }),
  'POST /admin/messages/{id}/answers': owner({
    ...one,
    summary:
      'Answer the sender by email, with the ticket’s number and the message quoted, unless somebody else wrote meanwhile',
    body: AnswerForm,
    idempotent: true,
    status: 201,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  'POST /admin/messages/{id}/notes': owner({
    ...one,
    summary: 'Write a note for the staff; the sender does not see it',
    body: z.strictObject(text),
    idempotent: true,
    status: 201,
  }),
  'PATCH /admin/messages/{id}': owner({
    ...one,
    summary: 'Close a message, open it again, or mark it as answered by other means than email',
    body: z.strictObject({ state: MessageState }),
  }),
} as const satisfies EndpointTable;
