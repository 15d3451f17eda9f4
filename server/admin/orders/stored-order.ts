import type { OrderDetail, OrderEvent, OrderRow, Shipment } from '#contract/admin/order-views.ts';
import type { RefundView } from '#contract/admin/refunds.ts';
import type { OrderItem, ShippingAddress } from '#contract/orders.ts';
import type { VerbFacts } from '#domain/possible-verbs.ts';
import type { StaffRole } from '#domain/staff.ts';

/** The common columns of rows and details, before those that the role may not see are removed. */
export type StoredOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_number'
  | 'created_at'
  | 'version'
  | 'fulfilment'
  | 'status'
  | 'payment_method'
  | 'payment_status'
  | 'payment_mode'
  | 'cancel_reason'
  | 'wholly_refunded'
  | 'to_take_out'
> & {
  total_amount: number;
  paid_amount: number | null;
  payment_id: string | null;
  shipping_address: ShippingAddress;
  /** The role of the staff member who sent the request. */
  role: StaffRole;
} & Omit<VerbFacts, 'sold_pieces'>;

export type StoredRow = StoredOrder &
  Pick<OrderRow, 'courier' | 'tracking_number' | 'since' | 'items'>;

export type StoredDetail = StoredOrder &
  Pick<OrderDetail, 'cash' | 'customer' | 'disputes'> & {
    email: string | null;
    user_id: string;
    /** See refund_due() in db/schema. */
    refund_due: number;
    /** See refundable_by_hand() in db/schema. */
    refundable_by_hand: number;
    order_items: (OrderItem &
      Pick<OrderDetail['order_items'][number], 'mrp' | 'returned_good' | 'returned_damaged'>)[];
    shipments: Shipment[];
    refunds: RefundView[];
    events: OrderEvent[];
  };
