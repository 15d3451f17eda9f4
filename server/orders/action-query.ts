import { statement } from '#server/database/tables.ts';

/** The parameters of a verb. `good` and `damaged` map the ids of order items to numbers of pieces. */
export type ActionData = {
  courier?: string;
  tracking_number?: string | undefined;
  reason?: string;
  good?: Record<string, number>;
  damaged?: Record<string, number>;
};

/** The result of an action. `outcome` is 'done', or a code of contract/errors.ts; then nothing has changed. */
export type ActionResult = {
  outcome: string;
  event: string | null;
  refund: string | null;
  refund_paise: number | null;
  /** Whose order it is. */
  shopper: string | null;
};

/**
 * Performs a verb on an order, as the staff member or the shopper of the transaction: see act_on_order() in
 * db/schema. Shoppers can only cancel. `version` is the version that staff saw; null for shoppers.
 */
export function actOnOrder(id: string, version: number | null, verb: string, data: ActionData) {
  return statement<ActionResult>`
    select outcome, event::text, refund, refund_paise::float8, shopper
    from act_on_order(${id}, ${version}, ${verb}, ${JSON.stringify(data)}::jsonb)`;
}
