import { isDeepStrictEqual } from 'node:util';
import { violates } from '@aparajita/postgres/error-codes';
import { type RawBuilder, sql } from 'kysely';
import type {
  AdminCoupon,
  CouponChange,
  CouponForm,
  couponEndpoints,
} from '#contract/admin/coupons.ts';
import { AppError } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';

const MOST_LISTED = 200;

export const couponHandlers: Handlers<typeof couponEndpoints> = {
  'GET /admin/coupons': async ({ staff }) => {
    const [coupons, [newsletter]] = await Promise.all([
      staff.rows(
        listCoupons(sql`not personal order by created_at desc, code limit ${MOST_LISTED}`),
      ),
      staff.rows(sumNewsletterCodes()),
    ]);
    return { coupons, newsletter: newsletter ?? { given: 0, uses: 0, discount: 0 } };
  },

  'POST /admin/coupons': ({ staff, body }) =>
    staff
      .transact(async (tx) => {
        const [made] = await tx.rows(insertCoupon(body));
        const coupon = requireRow(await tx.rows(listCoupons(sql`code = ${body.code}`)));
        if (!made && !isSame(coupon, body))
          throw invalidField('code', 'There is a code of this name already');
        if (made) await writeAudit(tx, 'create_coupon', ['coupon', body.code], { after: body });
        return coupon;
      })
      .catch((error) => {
        if (!violates(error, 'ends_after_start')) throw error;
        throw invalidField('until', 'It would be over before it begins');
      }),

  'PATCH /admin/coupons/{code}': ({ staff, params: { code }, body: { action } }) =>
    staff.transact(async (tx) => {
      const [changed] = await tx.rows(changeCoupon(code, action));
      if (changed) await writeAudit(tx, `${action}_coupon`, ['coupon', code]);
      const coupon = requireRow(await tx.rows(listCoupons(sql`code = ${code} and not personal`)));
      if (!changed && action !== 'end' && coupon.state === 'ended')
        throw new AppError('changed_meanwhile');
      return coupon;
    }),
};

/** Whether the code was made by the same request, whose answer was lost. */
function isSame({ state: _, uses: __, discount: ___, ...made }: AdminCoupon, form: CouponForm) {
  return isDeepStrictEqual(made, { ...form, starts: form.starts ?? made.starts });
}

/** Codes with their uses: orders have an index by their code. */
function listCoupons(which: RawBuilder<unknown>) {
  const dayOf = (instant: RawBuilder<unknown>) =>
    sql`((${instant}) at time zone 'Asia/Kolkata')::date::text`;
  return statement<AdminCoupon>`
    select code, kind,
      case kind when 'percent' then value::float8 else ${inRupees(sql`value`)}::float8 end as value,
      ${inRupees(sql`most`)}::float8 as most, ${inRupees(sql`nullif(minimum, 0)`)}::float8 as minimum, products,
      ${dayOf(sql`starts_at`)} as starts, ${dayOf(sql`ends_at - interval '1 second'`)} as until,
      max_uses, max_uses_each, first_order, online_only,
      case
        when ended_at is not null then 'ended'
        when ends_at <= now() then 'over'
        when paused then 'paused'
        when starts_at > now() then 'planned'
        when uses >= max_uses then 'used_up'
        else 'open'
      end as state,
      used.times as uses, used.discount
    from (select * from coupons where ${which}) coupon, lateral (
      select count(*)::integer as times, coalesce(sum(coupon_discount), 0)::float8 as discount
      from orders where coupon_code = code and fulfilment <> 'cancelled'
    ) used
    order by created_at desc, code`;
}

function sumNewsletterCodes() {
  return statement<{ given: number; uses: number; discount: number }>`
    select (select count(*)::integer from coupons where personal) as given, count(*)::integer as uses,
      coalesce(sum(coupon_discount), 0)::float8 as discount
    from orders join coupons on code = coupon_code
    where personal and fulfilment <> 'cancelled'`;
}

/** No row if there is a code of this name. */
function insertCoupon(form: CouponForm) {
  const { code, kind, value, most, minimum, products, starts, until } = form;
  const { max_uses, max_uses_each, first_order, online_only } = form;
  const paise = (rupees: number | null) => (rupees === null ? null : toPaise(rupees));
  return statement`
    insert into coupons (
      code, kind, value, most, minimum, products, starts_at, ends_at, max_uses, max_uses_each, first_order, online_only
    )
    values (
      ${code}, ${kind}, ${kind === 'percent' ? value : toPaise(value)}, ${paise(most)}, ${paise(minimum) ?? 0}, ${products},
      coalesce(india_midnight(${starts}::date), now()), india_midnight(${until}::date + 1), ${max_uses}, ${max_uses_each},
      ${first_order}, ${online_only}
    )
    on conflict (code) do nothing
    returning code`;
}

/** No row for a code that has ended, and for one that is as it should be. */
function changeCoupon(code: string, action: CouponChange['action']) {
  const change =
    action === 'end'
      ? sql`ended_at = now() where ended_at is null`
      : sql`paused = ${action === 'pause'} where paused <> ${action === 'pause'}`;
  return statement`update coupons set ${change} and code = ${code} and not personal returning code`;
}
