import {
  MAX_NUMBERS_LISTED,
  type OrderList,
  type OrderListQuery,
} from '#contract/admin/order-list.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { parseNumberList } from '#domain/number-list.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { listPage, rowsOfPage } from './list-page.ts';
import { detailView, rowView } from './order-view.ts';
import { findOrderDetails } from './queries.ts';

const PAGE_LENGTH = 50;

/** A page of the list. */
export async function listOrders(staff: StaffAccess, query: OrderListQuery): Promise<OrderList> {
  const length = query.q && parseNumberList(query.q) ? MAX_NUMBERS_LISTED : PAGE_LENGTH;
  const [stored] = await staff.rows(listPage(query, length + 1));
  const { page, next } = pageOf(stored ? rowsOfPage(stored) : [], length, ({ id }) => id);
  return { orders: page.map(rowView), next };
}

/** @throws AppError order_not_found, also for one that the role may not see. */
export async function readOrder(staff: StaffAccess, id: string): Promise<OrderDetail> {
  const order = requireRow(await staff.rows(findOrderDetails([id])), 'order_not_found');
  return detailView(order);
}

/** Several orders in the order of `ids`, in one statement, without those that the role may not see. */
export async function readOrders(staff: StaffAccess, ids: string[]): Promise<OrderDetail[]> {
  return (await staff.rows(findOrderDetails(ids))).map(detailView);
}
