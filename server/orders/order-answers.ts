import { AppError } from '#contract/errors.ts';
import {
  type AskedOrder,
  type OrderAnswer,
  orderAnswerEndpoints,
} from '#contract/order-answers.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import type { GuestClient, GuestLimits } from '#server/http/guest-limits.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { onBehalfOf } from '#server/shopper.ts';
import type { OrderTokens } from './order-tokens.ts';
import { takeShoppersStep } from './shoppers-step.ts';

export type OrderAnswers = ReturnType<typeof openOrderAnswers>;

/** The answers to the email that asks whether a cash order is wanted, by whoever has the token of its link. */
export function openOrderAnswers(deps: {
  /** Must accept a shopper without a session. */
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
  tokens: OrderTokens;
}) {
  const { database, jobs, limits, tokens } = deps;
  // Of wrong tokens, so that guesses stop nobody who has a right one.
  const byNetwork = limits.limit('order answer network', { points: 20, seconds: 3600 });

  /** @throws AppError order_not_found; proof_of_work_required after many wrong tokens. */
  async function find(token: string, client: GuestClient) {
    const id = tokens.read(token);
    const [order] = id === null ? [] : await database.rows(findAskedOrder(id));
    if (order) return order;
    await limits.count('order-answer', [byNetwork(client.network)], client);
    throw new AppError('order_not_found');
  }

  return {
    /** Changes nothing. @throws AppError as `find`. */
    async read(token: string, client: GuestClient): Promise<AskedOrder> {
      const { order_number, status } = await find(token, client);
      return { order_number, status };
    },
    /** The same answer a second time changes nothing. @throws AppError as `find`; not_allowed_now. */
    async answer(token: string, verb: OrderAnswer, client: GuestClient): Promise<AskedOrder> {
      const { id, user_id, order_number } = await find(token, client);
      const shopper = onBehalfOf(user_id);
      return database.transact(shopper, async (tx) => {
        await takeShoppersStep(jobs, tx, shopper, id, { verb });
        const { status } = requireRow(await tx.rows(findAskedOrder(id)), 'order_not_found');
        return { order_number, status };
      });
    },
  };
}

type Services = { orderAnswers: OrderAnswers; clientOf: GuestLimits['clientOf'] };

export function orderAnswerRoutes(
  { orderAnswers, clientOf }: Services,
  authenticate: Authenticate,
) {
  return serveEndpoints(orderAnswerEndpoints, authenticate, {
    'GET /order-answers/{token}': ({ params }, c) => orderAnswers.read(params.token, clientOf(c)),
    'POST /order-answers': ({ body: { token, answer } }, c) =>
      orderAnswers.answer(token, answer, clientOf(c)),
  });
}

/** See asked_order() in db/schema. */
export function findAskedOrder(id: string) {
  return statement<AskedOrder & { id: string; user_id: string }>`
    select id, user_id, order_number, status from asked_order(${id})`;
}
