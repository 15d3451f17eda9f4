import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#domain/order.ts';
import type { EndpointTable } from './endpoint.ts';
import { asMade } from './fields.ts';

/** What an email about a cash order asks for; each has a link. */
const ORDER_ANSWERS = ['confirm', 'cancel'] as const;
export type OrderAnswer = (typeof ORDER_ANSWERS)[number];

export const isOrderAnswer = (text: string | undefined): text is OrderAnswer =>
  ORDER_ANSWERS.some((answer) => answer === text);

/** The page of an emailed link, which asks before it changes anything: mail scanners open links. */
export function orderAnswerPath(answer: OrderAnswer, token: string) {
  return `/cash-order/${answer}?token=${token}` as const;
}

/** The order that is asked about, as it is now. */
export const AskedOrder = z.object({ order_number: z.string(), status: z.enum(ORDER_STATUSES) });
export type AskedOrder = z.infer<typeof AskedOrder>;

const token = asMade(/^[\da-f-]{36}\.\d{1,6}\.[\w-]{22}$/, 'Not a link');

export const orderAnswerEndpoints = {
  'GET /order-answers/{token}': {
    summary: 'A cash order that an email asks about, with the token of its link',
    access: 'anyone',
    params: z.object({ token }),
    status: 200,
    response: AskedOrder,
    errors: ['order_not_found', 'proof_of_work_required'],
  },
  'POST /order-answers': {
    summary: 'Confirm or cancel a cash order, once or several times, until it is handed over',
    access: 'anyone',
    body: z.strictObject({ token, answer: z.enum(ORDER_ANSWERS) }),
    status: 200,
    response: AskedOrder,
    errors: ['order_not_found', 'not_allowed_now', 'proof_of_work_required'],
  },
} as const satisfies EndpointTable;
