import {
  CASH_AGES,
  type CourierCash,
  type cashEndpoints,
  type MatchResult,
  type RemittancePreview,
} from '#contract/admin/cash.ts';
import { MAX_BULK } from '#contract/admin/order-actions.ts';
import { AppError } from '#contract/errors.ts';
import { toCsv } from '#domain/csv.ts';
import { dayInIndia } from '#domain/day.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { requireDone } from '#server/database/outcome.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import {
  changeCollection,
  findRemittance,
  listRemittances,
  type MatchedLine,
  matchLines,
  openCash,
  postRemittance,
  sumCash,
  undoRemittance,
} from './queries.ts';
import { type CourierList, hashOf, readList } from './read-list.ts';

const PAGE_LENGTH = 50;
const REMITTANCES_LENGTH = 20;
const SHOWN_LINES = 200;
const OWED = ['cash', 'by courier and age'] as const;

export const cashHandlers: Handlers<typeof cashEndpoints> = {
  'GET /admin/cash': async ({ staff }) => ({ couriers: await staff.rows(sumCash()) }),
  'GET /admin/cash/export': async ({ staff }) => {
    const couriers = await staff.rows(sumCash());
    await staff.transact((tx) => writeAudit(tx, 'export_cash', OWED));
    return { filename: `cash-${dayInIndia(Date.now())}.csv`, csv: cashCsv(couriers) };
  },
  'GET /admin/cash/remittances': async ({ staff, query }) => {
    const posted = await staff.rows(listRemittances(query.after, REMITTANCES_LENGTH + 1));
    const { page, next } = pageOf(posted, REMITTANCES_LENGTH, ({ cursor }) => cursor);
    return { remittances: page.map(({ cursor: _, ...remittance }) => remittance), next };
  },
  'GET /admin/cash/orders': async ({ staff, query }) => {
    const orders = await staff.rows(openCash(query, PAGE_LENGTH + 1));
    const { page, next } = pageOf(orders, PAGE_LENGTH, ({ cursor }) => cursor);
    return { orders: page.map(({ cursor: _, ...order }) => order), next };
  },
  'POST /admin/cash/previews': async ({ staff, body }) => {
    const list = await readList(Buffer.from(body.file, 'base64'));
    const hash = hashOf(body.courier, list);
    const { seen, lines } = requireRow(
      await staff.rows(matchLines(body.courier, list.lines, hash)),
    );
    return {
      reference: list.reference,
      seen,
      groups: groupByResult(lines, list),
      on_the_way: onTheWay(lines),
    };
  },
  'POST /admin/cash/remittances': async ({ staff, body }) => {
    const { file, ...form } = body;
    const list = await readList(Buffer.from(file, 'base64'));
    const hash = hashOf(form.courier, list);
    return staff.transact(async (tx) => {
      const [posted] = await tx.rows(postRemittance({ ...form, hash, lines: list.lines }));
      if (posted?.outcome !== 'already') requireDone(posted?.outcome);
      return requireRow(await tx.rows(findRemittance(posted?.remittance ?? '')));
    });
  },
  'POST /admin/cash/remittances/{id}/undo': ({ staff, params }) =>
    staff.transact(async (tx) => {
      const [undone] = await tx.rows(undoRemittance(params.id));
      if (undone?.outcome === 'changed_meanwhile') throw new AppError('changed_meanwhile', LATER);
      requireDone(undone?.outcome);
      return requireRow(await tx.rows(findRemittance(params.id)));
    }),
  'POST /admin/cash/orders/{id}': async ({ staff, params, body }) => {
    const [changed] = await staff.rows(changeCollection(params.id, body.action, body.note || null));
    requireDone(changed?.outcome);
  },
};

function groupByResult(lines: MatchedLine[], list: CourierList): RemittancePreview['groups'] {
  const written = new Map(list.lines.map((each) => [each.line, each.written]));
  const group = (result: MatchResult) => {
    const all = lines.filter((line) => line.result === result);
    return {
      count: all.length,
      amount: toRupees(all.reduce((sum, { amount }) => sum + toPaise(amount ?? 0), 0)),
      lines: all.slice(0, SHOWN_LINES).map(({ result: _, version: __, ...line }) => ({
        ...line,
        written: written.get(line.line) ?? '',
      })),
    };
  };
  return {
    matched: group('matched'),
    different: group('different'),
    not_delivered: group('not_delivered'),
    unknown: group('unknown'),
    remitted: group('remitted'),
  };
}

function onTheWay(lines: MatchedLine[]): RemittancePreview['on_the_way'] {
  const orders = lines.flatMap(({ fulfilment, order_id, version }) =>
    fulfilment === 'shipped' && order_id !== null && version !== null
      ? [{ id: order_id, version }]
      : [],
  );
  return { count: orders.length, orders: orders.slice(0, MAX_BULK) };
}

/** What each courier owes, a line for each age in which it owes something. */
function cashCsv(couriers: readonly CourierCash[]): string {
  const owed = couriers.flatMap(({ name, ages }) =>
    ages.flatMap((age, n) =>
      age.orders > 0 ? [{ name, age: CASH_AGES[n]?.name ?? '', ...age }] : [],
    ),
  );
  return toCsv([
    ['Courier', 'Since delivery', 'Orders', 'Owed'],
    ...owed.map(({ name, age, orders, amount }) => [name, age, orders, amount]),
    [
      'Total',
      null,
      owed.reduce((sum, { orders }) => sum + orders, 0),
      toRupees(owed.reduce((sum, { amount }) => sum + toPaise(amount), 0)),
    ],
  ]);
}

const LATER = {
  message:
    'Something was done since with one of its orders. First reopen what was settled or disputed by hand, and undo later lists.',
};
