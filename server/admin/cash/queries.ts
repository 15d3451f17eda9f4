import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { type RawBuilder, sql } from 'kysely';
import {
  CASH_AGES,
  type CashChange,
  type CourierCash,
  type MatchResult,
  type OpenCash,
  type Remittance,
  type RemittanceLine,
} from '#contract/admin/cash.ts';
import { statement } from '#server/database/tables.ts';
import type { ListLine } from './read-list.ts';

/** The parcel whose courier collected an order's cash: the last one that was handed over. */
const PARCEL = sql`
  left join lateral (
    select courier, tracking_number from shipments
    where shipments.order_id = cash.order_id and state <> 'taken_back' order by handed_over_at desc, id limit 1
  ) parcel on true`;

/**
 * What each courier owes, by age: too much for one order pays for no other, until somebody settles it. Also couriers that
 * owe nothing, because their lists can be posted.
 */
export function sumCash() {
  return statement<CourierCash>`
    select couriers.id as courier, couriers.name,
      count(cash.order_id) filter (where cash.state = 'due')::integer as due,
      coalesce(sum(cash.owed), 0)::float8 as amount,
      min(cash.collected_at) as oldest,
      count(cash.order_id) filter (where cash.state = 'due' and cash.due_at < now())::integer as overdue,
      coalesce(sum(cash.amount) filter (where cash.state = 'due' and cash.due_at < now()), 0)::float8 as overdue_amount,
      count(cash.order_id) filter (where cash.state = 'short')::integer as short,
      count(cash.order_id) filter (where cash.state = 'disputed')::integer as disputed,
      jsonb_build_array(${sql.join(CASH_AGES.map((_, age) => sumOfAge(age)))}) as ages
    from couriers left join (
      select cash.*, parcel.courier, greatest(cash.amount - coalesce(cash.remitted_amount, 0), 0) as owed,
        width_bucket(extract(epoch from now() - cash.collected_at) / 86400,
          ${CASH_AGES.slice(1).map(({ from }) => from)}::numeric[]) as age
      from cod_collections cash ${PARCEL}
      where cash.state in ('due', 'short', 'disputed')
    ) cash on cash.courier = couriers.id
    where couriers.active or cash.order_id is not null
    group by couriers.id
    order by amount desc, couriers.name`;
}

const sumOfAge = (age: number) => sql`jsonb_build_object(
        'orders', count(cash.order_id) filter (where cash.age = ${age} and cash.owed > 0),
        'amount', coalesce(sum(cash.owed) filter (where cash.age = ${age}), 0))`;

/**
 * Orders whose cash has not been remitted in full, oldest first; or those settled by hand, newest first. `after` is the
 * `cursor` of the previous page's last order: its time in microseconds and its id. The cursor includes the time because
 * somebody may settle or reopen that order meanwhile, which changes its time.
 */
export function openCash(
  { courier, state, after }: { courier?: string; state?: 'settled'; after?: string },
  limit: number,
) {
  const at = state === 'settled' ? sql`cash.settled_at` : sql`cash.collected_at`;
  return statement<OpenCash & { cursor: string }>`${sql.raw(PLAN_EACH_TIME)}
    select cash.order_id, orders.order_number, couriers.name as courier,
      parcel.tracking_number, cash.amount::float8, cash.remitted_amount::float8, cash.collected_at,
      case when cash.settled_at is null then cash.state else 'settled' end as state,
      cash.state = 'due' and cash.due_at < now() as overdue,
      case when cash.settled_at is not null then jsonb_build_object('at', cash.settled_at, 'staff', settlement.email,
        'reason', settlement.reason) end as settled,
      ${cursorOf(at, sql`cash.order_id`)} as cursor
    from cod_collections cash
    join orders on orders.id = cash.order_id
    ${PARCEL}
    left join couriers on couriers.id = parcel.courier
    left join lateral (
      select staff.email, audit_log.reason from audit_log left join staff on staff.user_id = audit_log.staff_id
      where cash.settled_at is not null and subject_type = 'order' and subject_id = cash.order_id::text
        and verb = 'settle_cash'
      order by audit_log.id desc limit 1
    ) settlement on true
    where ${
      state === 'settled'
        ? sql`cash.settled_at is not null`
        : sql`cash.state in ('due', 'short', 'disputed')`
    }
      ${courier ? sql`and parcel.courier = ${courier}` : sql``}
      ${after ? sql`and (${at}, cash.order_id) ${state === 'settled' ? sql`<` : sql`>`} ${placeOf(after)}` : sql``}
    order by ${state === 'settled' ? sql`cash.settled_at desc, cash.order_id desc` : sql`cash.collected_at, cash.order_id`}
    limit ${limit}`;
}

/** A posting or reversal. */
export function findRemittance(id: string) {
  return statement<Remittance>`select ${REMITTANCE} where posted.id = ${id}`;
}

/** Postings and reversals, newest first. `after` is the `cursor` of the previous page's last one. */
export function listRemittances(after: string | undefined, limit: number) {
  return statement<Remittance & { cursor: string }>`
    select ${cursorOf(sql`posted.posted_at`, sql`posted.id`)} as cursor, ${REMITTANCE}
    ${after ? sql`where (posted.posted_at, posted.id) < ${placeOf(after)}` : sql``}
    order by posted.posted_at desc, posted.id desc
    limit ${limit}`;
}

/** A row's time in microseconds, and its id. */
const cursorOf = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${at}) * 1000000)::bigint || '_' || ${id}`;

function placeOf(cursor: string) {
  const [microseconds, id] = cursor.split('_');
  return sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

/** The columns of a remittance, and its tables after `from`. */
const REMITTANCE = sql`
    posted.id, couriers.name as courier, posted.reference, posted.amount::float8, posted.orders, posted.posted_at,
      staff.email as staff, posted.mirrors is not null as reversal, posted.undone_at
    from cod_remittances posted
    join couriers on couriers.id = posted.courier
    left join staff on staff.user_id = posted.staff_id`;

/** `version` is the order's, where it is not delivered. */
export type MatchedLine = Omit<RemittanceLine, 'written'> & {
  result: MatchResult;
  version: number | null;
};

/** The match result of each line of a list and the fingerprint of what would be posted, in one snapshot. */
export function matchLines(courier: string, lines: readonly ListLine[], hash: Buffer) {
  return statement<{ seen: string; lines: MatchedLine[] }>`
    select coalesce(json_agg(json_build_object('line', line, 'tracking_number', tracking_number, 'amount', amount,
        'order_id', order_id, 'order_number', order_number, 'expected', expected, 'reason', reason,
        'result', case when reason = 'not_delivered' then reason else pile end,
        'fulfilment', listed.fulfilment, 'version', listed.version
      ) order by line), '[]') as lines,
      remittance_fingerprint(array_agg(order_id || ' ' || amount::numeric(12, 2) || ' ' || pile) filter (
        where pile in ('matched', 'different'))) as seen
    from match_remittance(${courier}, ${JSON.stringify(lines)}::jsonb, ${hash}) matched
    left join lateral (
      select fulfilment, version from orders where reason = 'not_delivered' and orders.id = matched.order_id
    ) listed on true`;
}

/**
 * Posts a list. Outcomes: 'done'; 'already', if the same list was posted before; or a code of the contract's errors.
 * `seen` is the fingerprint that `matchLines` returned.
 */
export function postRemittance(list: {
  courier: string;
  reference: string;
  hash: Buffer;
  lines: readonly ListLine[];
  seen: string;
}) {
  const { courier, reference, hash, lines, seen } = list;
  return statement<{ outcome: string; remittance: string | null }>`
    select outcome, remittance from post_remittance(
      ${courier}, ${reference}, ${hash}, ${JSON.stringify(lines)}::jsonb, ${seen})`;
}

export function undoRemittance(id: string) {
  return statement<{ outcome: string }>`select undo_remittance(${id}) as outcome`;
}

export function changeCollection(order: string, action: CashChange['action'], note: string | null) {
  return statement<{ outcome: string }>`
    select change_collection(${order}, ${action}, ${note}) as outcome`;
}
