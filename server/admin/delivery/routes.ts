import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AreaChange, AreaPreview, adminDeliveryEndpoints } from '#contract/admin/delivery.ts';
import { AppError } from '#contract/errors.ts';
import type { AreaRule } from '#domain/delivery.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import { type AreaList, readAreas } from './read-areas.ts';

const PAGE_LENGTH = 20;
const SHOWN_CHANGES = 200;
const SHOWN_FAULTS = 100;

export const adminDeliveryHandlers: Handlers<typeof adminDeliveryEndpoints> = {
  'GET /admin/delivery/areas': async ({ staff, query: { q, after } }) => {
    const found = await staff.rows(listAreas(q, after, PAGE_LENGTH + 1));
    const { total } = requireRow(await staff.rows(countAreas()), 'internal');
    const { page, next } = pageOf(found, PAGE_LENGTH, ({ prefix }) => prefix);
    return { areas: page, total, next };
  },
  'POST /admin/delivery/areas': ({ staff, body }) =>
    staff.transact(async (tx) => {
      await tx.rows(lockAreas());
      const [before] = await tx.rows(findArea(body.prefix));
      if (isDeepStrictEqual(before, body)) return body; // a repeated request
      await tx.rows(setAreas([body]));
      await writeAudit(tx, 'set_delivery', ['delivery', body.prefix], { before, after: body });
      return body;
    }),
  'DELETE /admin/delivery/areas/{prefix}': ({ staff, params: { prefix } }) =>
    staff.transact(async (tx) => {
      const [before] = await tx.rows(removeAreas([prefix]));
      if (before) await writeAudit(tx, 'remove_delivery', ['delivery', prefix], { before });
    }),
  'POST /admin/delivery/previews': async ({ staff, body }) => {
    const list = await readAreas(Buffer.from(body.file, 'base64'));
    return toPreview(
      requireRow(await staff.rows(compareAreas(list, body.complete)), 'internal'),
      list,
    );
  },
  'POST /admin/delivery/lists': async ({ staff, body }) => {
    const list = await readAreas(Buffer.from(body.file, 'base64'));
    return staff.transact(async (tx) => {
      await tx.rows(lockAreas());
      const compared = requireRow(await tx.rows(compareAreas(list, body.complete)), 'internal');
      if (compared.seen !== body.seen) throw new AppError('changed_meanwhile');
      await tx.rows(setAreas(list.rules));
      await tx.rows(removeAreas(compared.gone));
      const preview = toPreview(compared, list);
      const { added, changed, removed } = preview;
      const after = { added, changed, removed };
      await writeAudit(tx, 'apply_delivery_list', ['delivery', 'list'], { after });
      return preview;
    });
  },
};

function toPreview({ gone, ...compared }: Compared, { faults }: AreaList): AreaPreview {
  return {
    ...compared,
    removed: gone.length,
    faulty: faults.length,
    faults: faults.slice(0, SHOWN_FAULTS).map(({ line, why }) => ({ line, why })),
  };
}

const RULE = sql`prefix, serves, cash, days_from, days_to, fee, free_from`;

/** By prefix; with some digits, the rules that begin with them and those that they begin with. */
function listAreas(digits: string | undefined, after: string | undefined, limit: number) {
  return statement<AreaRule>`
    select ${RULE} from delivery_areas
    where prefix > ${after ?? ''}
      ${digits ? sql`and (starts_with(prefix, ${digits}) or starts_with(${digits}, prefix))` : sql``}
    order by prefix limit ${limit}`;
}

function countAreas() {
  return statement<{ total: number }>`select count(*)::integer as total from delivery_areas`;
}

function findArea(prefix: string) {
  return statement<AreaRule>`select ${RULE} from delivery_areas where prefix = ${prefix}`;
}

/** Makes changes run one after the other; the shop reads meanwhile. */
function lockAreas() {
  return statement`lock table delivery_areas in share row exclusive mode`;
}

function setAreas(rules: readonly AreaRule[]) {
  return statement`
    insert into delivery_areas (${RULE}) select ${RULE} from ${listed(rules)}
    on conflict (prefix) do update set (serves, cash, days_from, days_to, fee, free_from)
      = (excluded.serves, excluded.cash, excluded.days_from, excluded.days_to, excluded.fee, excluded.free_from)
    where (delivery_areas.*) is distinct from (excluded.*)`;
}

function removeAreas(prefixes: readonly string[]) {
  return statement<AreaRule>`
    delete from delivery_areas where prefix = any(${prefixes}::text[]) returning ${RULE}`;
}

/** `gone`: the prefixes of the rules that are removed. */
type Compared = Pick<AreaPreview, 'seen' | 'added' | 'changed' | 'same'> & {
  changes: AreaChange[];
  gone: string[];
};

/** What the list would change. Of a complete one, rules stay whose lines cannot be read. One row. */
function compareAreas({ rules, faults }: AreaList, complete: boolean) {
  const unread = faults.flatMap(({ prefix }) => prefix ?? []);
  return statement<Compared>`
    with compared as (
      select coalesce(listed.prefix, area.prefix) as prefix, to_jsonb(area) as before, to_jsonb(listed) as after,
        listed.prefix is null as gone, area.prefix is null as added,
        row(area.serves, area.cash, area.days_from, area.days_to, area.fee, area.free_from) is distinct from
          row(listed.serves, listed.cash, listed.days_from, listed.days_to, listed.fee, listed.free_from) as differs
      from ${listed(rules)} full join delivery_areas area on area.prefix = listed.prefix
      where listed.prefix is not null or (${complete}::boolean and area.prefix <> all(${unread}::text[]))
    )
    select
      (select md5(coalesce(string_agg(area::text, ' ' order by prefix), '')) from delivery_areas area) as seen,
      count(*) filter (where added)::integer as added,
      count(*) filter (where differs and not added and not gone)::integer as changed,
      count(*) filter (where not differs and not added and not gone)::integer as same,
      coalesce(array_agg(prefix order by prefix) filter (where gone), '{}') as gone,
      coalesce((
        select jsonb_agg(jsonb_build_object('prefix', prefix, 'before', before, 'after', after))
        from (
          select prefix, before, after from compared where added or gone or differs order by prefix limit ${SHOWN_CHANGES}
        ) change
      ), '[]') as changes
    from compared`;
}

function listed(rules: readonly AreaRule[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as listed (
    prefix text, serves boolean, cash boolean, days_from smallint, days_to smallint, fee numeric, free_from numeric
  )`;
}
