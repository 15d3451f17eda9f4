import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Loaded } from '#app/admin/loaded.tsx';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { Screen } from '#app/admin/screen.tsx';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { Field, TextArea } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { codeText, oneLine } from '#domain/text.ts';
import { Couriers } from './couriers.tsx';
import { FailedJobs, failedJobsQuery } from './failed-jobs.tsx';
import { SettingForm, settingsQuery } from './setting-form.tsx';
import { ShopDetailsForm } from './shop-details-form.tsx';

/** The settings that the owner can change at any time. */
export default function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  const couriers = useQuery(couriersQuery);
  const today = useQuery(todayQuery);
  const failed =
    (today.data?.failed_mails?.count ?? 0) + (today.data?.failed_payment_jobs?.count ?? 0);
  const jobs = useQuery({ ...failedJobsQuery, enabled: failed > 0 });
  // The forms are shown after what is above them has loaded, and the button of the couriers after their list, so that
  // neither is pushed down later.
  const [shown, setShown] = useState(false);
  // Never reset: a job that fails later must not hide a form in which the owner is typing.
  if (!shown && !settings.isPending && !today.isPending && !jobs.isLoading) setShown(true);
  return (
    <Screen heading="Settings">
      <FailedJobs />
      <RefundsWithoutOrder />
      <Loaded
        query={{ ...settings, data: shown ? settings.data : undefined }}
        blocks={['h-64', 'h-32']}
      >
        {(saved) => (
          <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
            <ShopDetailsForm now={saved.identity} />
            <div className="grid gap-5">
              <SmallForms {...saved} />
              {!couriers.isPending && (
                <Loaded query={couriers}>{(all) => <Couriers couriers={all} />}</Loaded>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

/** The settings of one or two fields. */
function SmallForms({ notice, cash_limits, low_stock, order_email }: ShopSettings) {
  return (
    <>
      <SettingForm
        title="Notice"
        about="Shown below the header of the shop’s pages, such as “No deliveries on 8 and 9 November”. Empty: none."
        name="notice"
        schema={z.object({ text: z.string() })}
        names={{ text: 'Text' }}
        now={notice}
        asTyped={(value) => ({ text: value ?? '' })}
        change={({ text }, seen) => ({ key: 'notice', value: oneLine(text) || null, seen })}
        pick={(saved) => saved.notice}
        done="Notice saved"
      >
        {(field) => <TextArea {...field('text')} rows={2} maxLength={200} />}
      </SettingForm>
      <SettingForm
        title="Cash on delivery"
        about="An empty field is no limit. New orders follow within seconds."
        name="cash_limits"
        schema={z.object({ total: z.string(), orders: z.string() })}
        names={{ total: 'Largest order in rupees', orders: 'Open cash orders of one customer' }}
        now={cash_limits}
        asTyped={({ max_total, open_orders }) => ({
          total: max_total === null ? '' : typedRupees(max_total),
          orders: String(open_orders ?? ''),
        })}
        change={({ total, orders }, seen) => ({
          key: 'cash_limits',
          value: { max_total: readNumber(total), open_orders: readNumber(orders) },
          seen,
        })}
        pick={(saved) => saved.cash_limits}
        done="Limits for cash saved"
      >
        {(field) => (
          <>
            <Field {...field('total', 'max_total')} inputMode="decimal" />
            <Field {...field('orders', 'open_orders')} inputMode="numeric" />
          </>
        )}
      </SettingForm>
      <SettingForm
        title="Low stock"
        about="Today and Products warn from this many pieces down."
        name="low_stock"
        schema={z.object({ pieces: z.string() })}
        names={{ pieces: 'Pieces' }}
        now={low_stock}
        asTyped={(value) => ({ pieces: String(value) })}
        change={({ pieces }, seen) => ({ key: 'low_stock', value: readNumber(pieces) ?? -1, seen })}
        pick={(saved) => saved.low_stock}
        done="Low stock saved"
      >
        {(field) => <Field {...field('pieces')} inputMode="numeric" />}
      </SettingForm>
      <SettingForm
        title="Email for each new order"
        about="Sent to this address with the order’s number, total, payment, products, town and PIN, for orders placed from now on. Empty: none."
        name="order_email"
        schema={z.object({ email: z.string() })}
        names={{ email: 'Email address' }}
        now={order_email}
        asTyped={(value) => ({ email: value ?? '' })}
        change={({ email }, seen) => ({ key: 'order_email', value: email.trim() || null, seen })}
        pick={(saved) => saved.order_email}
        done="Email for new orders saved"
      >
        {(field) => <Field {...field('email')} type="email" maxLength={255} />}
      </SettingForm>
    </>
  );
}

/** Parses a limit in rupees or pieces: null for an empty field; -1, which the server refuses, for anything but a number. */
function readNumber(typed: string): number | null {
  const text = codeText(typed).replace(/[ ,₹]/g, '');
  return text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
}

/** Failed refunds of payments without an order, which Today counts: only Razorpay's dashboard can make them. */
function RefundsWithoutOrder() {
  const { data } = useQuery(todayQuery);
  const payments = data?.refunds_without_order?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="refunds-without-order" className="panel grid gap-2">
      <h2 id="refunds-without-order" className="text-lg">
        Failed refunds without an order
      </h2>
      <p>
        These customers paid, but no order came of it: the goods were gone, or they had paid or
        ordered already. Razorpay refused the refund, most often because the balance there was too
        small. Refund them in Razorpay’s dashboard; they leave this list within an hour.
      </p>
      <ul>
        {payments.map(({ payment_id, amount, email }) => (
          <li
            key={payment_id}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
          >
            <code
              translate="no"
              className="min-w-0 flex-1 wrap-anywhere text-foreground select-all"
            >
              {payment_id}
            </code>
            <span className="font-semibold text-foreground tabular-nums">
              {formatPaise(toPaise(amount))}
            </span>
            <span className="w-full text-sm wrap-anywhere text-muted">{email}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
