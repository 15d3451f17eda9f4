import type { Courier } from '#contract/admin/couriers.ts';
import { type BulkAction, type BulkOutcome, OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderListQuery, Queue } from '#contract/admin/order-list.ts';
import type { OrderDetail, OrderRow } from '#contract/admin/order-views.ts';
import type { Today } from '#contract/admin/today.ts';
import { AppError } from '#contract/errors.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { bareNumber, parseNumberList } from '#domain/number-list.ts';
import { TRANSITIONS, UNDO_KINDS, type Undoable, waysOf } from '#domain/order-verbs.ts';
import { possibleVerbs, undoableStep } from '#domain/possible-verbs.ts';
import type { Handlers } from './fake-api.ts';

/** The nth id of a kind. */
export const idOf = (n: number, kind = 0) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The number of the nth order. */
export const numberOf = (n: number) => `AP-222-${String(n).padStart(3, '0')}`;

export const DELHIVERY: Courier = {
  id: idOf(1, 7),
  name: 'Delhivery',
  tracking_url: 'https://delhivery.example/{number}',
  numbered: true,
  active: true,
};
export const INDIA_POST: Courier = { ...DELHIVERY, id: idOf(2, 7), name: 'India Post' };

/** Where orders go. */
export const AN_ADDRESS = {
  full_name: 'Meera Iyer',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: null,
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};

/** The nth order: in cash, of one piece, where the part does not say otherwise. */
export function anOrder(n: number, part: Partial<OrderDetail> = {}): OrderDetail {
  const created_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  return withVerbs({
    id: idOf(n, 1),
    order_number: numberOf(n),
    created_at,
    version: 1,
    fulfilment: 'confirmed',
    status: 'confirmed',
    payment_method: 'cod',
    payment_status: 'pending',
    payment_mode: null,
    total_amount: 499,
    charges: null,
    to_collect: 499,
    cancel_reason: null,
    wholly_refunded: false,
    verbs: [],
    email: 'meera@example.in',
    shipping_address: AN_ADDRESS,
    place: { city: 'Mumbai', state: 'Maharashtra', postal_code: '400050' },
    payment_id: null,
    paid_amount: null,
    order_items: [anItem(1)],
    shipments: [],
    refunds: [],
    disputes: [],
    refundable: null,
    refundable_by_hand: null,
    refund_due: null,
    cash: null,
    events: [anEvent('placed', created_at)],
    effects: [],
    to_take_out: false,
    undo: null,
    customer: null,
    ...part,
  });
}

/** One item of an order, of the nth product. */
export const anItem = (n: number, quantity = 1): OrderDetail['order_items'][number] => ({
  id: idOf(n, 2),
  product_id: String(n),
  product_name: `Tea ${n}`,
  product_image: '/pictures/logo.svg',
  quantity,
  price: 499,
  subtotal: 499 * quantity,
  mrp: 599,
  returned_good: 0,
  returned_damaged: 0,
});

export const anEvent = (kind: string, at = new Date().toISOString(), data = {}) => ({
  id: String(Math.random()),
  kind,
  at,
  actor: kind === 'placed' ? ('shopper' as const) : ('staff' as const),
  staff: null,
  data,
  shown_to_shopper: true,
});

/** The parcel of an order that was handed over. */
export const aParcel = (n: number, tracking_number = `DL${100_000 + n}`) => ({
  id: idOf(n, 3),
  courier_id: DELHIVERY.id,
  courier: DELHIVERY.name,
  tracking_number,
  tracking_url: null,
  state: 'handed_over' as const,
  failed_attempts: 0,
  handed_over_at: new Date().toISOString(),
});

/** The nth order, on its way. */
export const onItsWay = (n: number, part: Partial<OrderDetail> = {}) =>
  anOrder(n, {
    fulfilment: 'shipped',
    status: 'shipped',
    shipments: [aParcel(n)],
    events: [anEvent('placed'), anEvent('hand_over', '2026-01-05T06:30:00.000Z')],
    ...part,
  });

/** What can be done to the order now, and what that does, as the server says. */
function withVerbs(order: OrderDetail): OrderDetail {
  const pieces = order.order_items.reduce((sum, { quantity }) => sum + quantity, 0);
  const came = order.order_items.map((item) => item.returned_good + item.returned_damaged);
  const last = order.events.at(-1)?.kind;
  const facts = {
    ...order,
    failed_attempts: order.shipments[0]?.failed_attempts ?? 0,
    cash_settled: false,
    sold_pieces: pieces,
    returned_pieces: came.reduce((sum, count) => sum + count, 0),
    last_of_return:
      (['receive_return', 'decline_refund'] as const).find((kind) => kind === last) ?? null,
    refund_declinable: Boolean(order.refund_due),
    reopenable: true,
    taken_out: last === 'take_out',
  };
  const verbs = possibleVerbs(facts, 'owner');
  return {
    ...order,
    verbs,
    undo: undoableStep(facts),
    effects: (['cancel', 'receive_back', 'receive_return', 'lose'] as const).map((verb) => ({
      verb,
      restocks: verb === 'lose' ? 0 : pieces,
      refunds: null,
      mails: true,
    })),
  };
}

const QUEUE_STATES: Partial<Record<Queue, Fulfilment[]>> = {
  to_confirm: ['pending'],
  to_pack: ['confirmed'],
  to_hand_over: ['packed'],
  on_the_way: ['shipped'],
  coming_back: ['returning'],
  delivered: ['delivered'],
  unsent: ['pending', 'confirmed', 'packed'],
};

/** An order as its row in the list. */
export const rowOf = (order: OrderDetail): OrderRow => ({
  ...order,
  full_name: order.shipping_address?.full_name ?? null,
  phone: order.shipping_address?.phone ?? null,
  ...order.place,
  pieces: order.order_items.reduce((sum, { quantity }) => sum + quantity, 0),
  items: order.order_items,
  courier: order.shipments[0]?.courier ?? null,
  tracking_number: order.shipments[0]?.tracking_number ?? null,
  failed_attempts: order.shipments[0]?.failed_attempts ?? 0,
  since: order.created_at,
});

/** Orders kept in memory, as the server keeps them: each verb needs the present version, and can be undone. */
export function fakeOrders(orders: OrderDetail[]) {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const former = new Map<string, Fulfilment[]>();

  function find(id: string): OrderDetail {
    const order = byId.get(id);
    if (!order) throw new AppError('order_not_found');
    return order;
  }

  function put(order: OrderDetail, kind: string, data = {}): OrderDetail {
    const events = [...order.events, anEvent(kind, undefined, data)];
    const changed = withVerbs({ ...order, version: order.version + 1, events });
    byId.set(order.id, changed);
    return changed;
  }

  function act(id: string, { verb, version, ...more }: OrderAction): OrderDetail {
    const order = find(id);
    if (order.version !== version)
      throw new AppError('order_changed', { order: { ...order, last: lastOf(order) } });
    const before = former.get(id) ?? [];
    const undoes = verb === 'undo' ? order.undo : null;
    const to = undoes
      ? wayBack(undoes, order.fulfilment, before.at(-1))
      : verb !== 'undo' && waysOf(verb, order.fulfilment)[0]?.to;
    if (!to) throw new AppError('not_allowed_now');
    former.set(id, undoes ? before.slice(0, -1) : [...before, order.fulfilment]);
    const shipments = order.shipments.slice();
    if ('courier' in more)
      shipments.unshift({
        ...aParcel(99, more.tracking_number),
        courier_id: more.courier,
        courier: more.courier === DELHIVERY.id ? DELHIVERY.name : INDIA_POST.name,
      });
    if (undoes === 'hand_over') shipments.shift();
    const [parcel] = shipments;
    if (parcel && (undoes ?? verb) === 'attempt_failed')
      shipments[0] = { ...parcel, failed_attempts: undoes ? 0 : 1 };
    const to_take_out = verb === 'take_out' ? false : undoes === 'take_out' || order.to_take_out;
    const order_items = order.order_items.map((item) => {
      const back = 'returned' in more && more.returned.find((each) => each.item === item.id);
      return back ? { ...item, returned_good: back.good, returned_damaged: back.damaged } : item;
    });
    const kind = verb !== 'undo' ? verb : undoes ? UNDO_KINDS[undoes] : '';
    return put({ ...order, fulfilment: to, shipments, order_items, to_take_out }, kind, more);
  }

  function actOnSeveral({ items, ...action }: BulkAction): { outcomes: BulkOutcome[] } {
    const outcomes = items.map((item): BulkOutcome => {
      const { id } = item;
      try {
        const { order_number, version, fulfilment } = act(
          id,
          OrderAction.parse(withoutId({ ...action, ...item })),
        );
        return { id, order_number, refused: null, version, fulfilment, last: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { order_number = null, version = null, fulfilment = null } = byId.get(id) ?? {};
        const order = byId.get(id);
        const refused = { code: error.code, message: error.message };
        return {
          id,
          order_number,
          refused,
          version,
          fulfilment,
          last: order ? lastOf(order) : null,
        };
      }
    });
    return { outcomes };
  }

  const api: Handlers = {
    'GET /admin/couriers': () => [DELHIVERY, INDIA_POST],
    'GET /admin/today': () => nothingToDo(),
    'GET /admin/products': () => [],
    'GET /admin/orders': ({ query }) => pageOf([...byId.values()], query),
    'GET /admin/orders/details': ({ query }) => ({
      orders: query.ids.flatMap((id) => byId.get(id) ?? []),
    }),
    'GET /admin/orders/{id}': ({ params }) => find(params.id),
    'POST /admin/orders/{id}/actions': ({ params, body }) => act(params.id, body),
    'POST /admin/orders/actions': ({ body }) => actOnSeveral(body),
    'POST /admin/orders/{id}/notes': ({ params, body }) => put(find(params.id), 'note', body),
  };
  return {
    api,
    act,
    find,
    /** Somebody else changes the order, which raises its version. */
    change: (id: string, part: Partial<OrderDetail> = {}, kind = 'note') =>
      put({ ...find(id), ...part }, kind),
    /** The order is not found any more: the role may not see it, as packers may not see cancelled orders. */
    hide: (id: string) => byId.delete(id),
  };
}

/** Where the step came from: of several ways, from where the order was. */
function wayBack(step: Undoable, from: Fulfilment, before: Fulfilment | undefined) {
  const ways = TRANSITIONS.filter(({ verb, to }) => verb === step && to === from);
  return (ways.find((way) => way.from === before) ?? ways[0])?.from;
}

/** What happened to an order last. */
const lastOf = ({ events }: OrderDetail) =>
  events.findLast(({ kind }) => kind !== 'placed') ?? null;

/** A page of 50 orders; with a list of numbers, those. */
function pageOf(all: OrderDetail[], { queue, q, product, after }: OrderListQuery) {
  const states = QUEUE_STATES[queue];
  const numbers = q ? parseNumberList(q) : null;
  const found = all
    .filter(({ fulfilment }) => !states || states.includes(fulfilment))
    .filter(({ to_take_out }) => queue !== 'to_take_out' || to_take_out)
    .filter(
      ({ order_items }) => !product || order_items.some((item) => item.product_id === product),
    )
    .map(rowOf)
    .filter(
      (row) =>
        !q ||
        (numbers
          ? numbers.some((each) =>
              [row.order_number, row.tracking_number ?? '']
                .map(bareNumber)
                .includes(bareNumber(each)),
            )
          : JSON.stringify(row).includes(q)),
    );
  const from = found.findIndex(({ id }) => id === after) + 1;
  const orders = found.slice(from, numbers ? undefined : from + 50);
  return { orders, next: found.length > from + orders.length ? (orders.at(-1)?.id ?? null) : null };
}

/** Today without any work. */
export const nothingToDo = (part: Partial<Today> = {}): Today => ({
  to_confirm: { count: 0, oldest: null },
  to_pack: { count: 0, oldest: null },
  to_hand_over: { count: 0, oldest: null },
  cancelled_parcels: { count: 0, oldest: null },
  late: { count: 0, oldest: null },
  coming_back: { count: 0, oldest: null },
  return_refunds: { count: 0, oldest: null },
  refunds: { count: 0, oldest: null },
  refunds_without_order: { count: 0, oldest: null, payments: [] },
  disputes: { count: 0, oldest: null, orders: [] },
  messages: { count: 0, oldest: null },
  cash_overdue: { count: 0, amount: 0 },
  cash_to_clear_up: { count: 0, amount: 0 },
  low_stock: { count: 0 },
  failed_mails: { count: 0 },
  failed_payment_jobs: { count: 0 },
  today_so_far: { orders: 0, amount: 0, cod: 0 },
  yesterday: { orders: 0, amount: 0, cod: 0 },
  last_seven_days: { orders: 0, amount: 0, cod: 0 },
  ...part,
});

const withoutId = ({ id: _, ...others }: { id: string }) => others;
