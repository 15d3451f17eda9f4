import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDrafts } from '#app/admin/draft.ts';
import { isTyping } from '#app/admin/keyboard/use-shortcuts.ts';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { OrdersOfUrl } from '#app/admin/print/orders-of-url.tsx';
import { Screen } from '#app/admin/screen.tsx';
import { Field } from '#app/ui/field.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { type OrderItem, PackedOrder } from './packed-order.tsx';
import { isComplete, readScan, type Ticked } from './scan.ts';

/** Checks parcels while packing: scanning an order's number opens it, scanning a product's code ticks one piece. */
export default function PackScreen() {
  return (
    <OrdersOfUrl>
      {(orders, notices, ids) => (
        <Screen heading="Pack">
          {notices}
          {ids.length > 0 && <PackOrders key={ids.join()} orders={orders} />}
        </Screen>
      )}
    </OrdersOfUrl>
  );
}

function PackOrders({ orders }: { orders: readonly OrderDetail[] }) {
  const [chosen, choose] = useState(orders.length === 1 ? orders[0]?.id : undefined);
  const [ticked, setTicked] = useTicked(orders);
  const [message, setMessage] = useState<{ text: string; wrong: boolean } | null>(null);
  const { acting, act } = useOrderAction();
  const open = orders.find(({ id, verbs }) => id === chosen && verbs.includes('pack'));
  const tell = (text: string) => setMessage({ text, wrong: false });
  const refuse = (text: string) => setMessage({ text, wrong: true });

  function openOrder(order: OrderDetail) {
    if (!order.verbs.includes('pack')) return refuse(`${order.order_number} is not to be packed`);
    choose(order.id);
    tell(`${order.order_number} is open`);
  }

  function tick(order: OrderDetail, { id, product_name, quantity }: OrderItem, by: 1 | -1) {
    const pieces = (ticked[id] ?? 0) + by;
    setTicked(id, pieces);
    tell(
      isComplete(order, { ...ticked, [id]: pieces })
        ? `${order.order_number} is complete: press Enter once more when it is packed`
        : `${product_name}: ${pieces} of ${quantity}`,
    );
  }

  async function pack(order: OrderDetail) {
    if (acting !== null) return;
    const before = message;
    // The snackbar shows the result; a message from a scan meanwhile stays.
    if (await act(order, { verb: 'pack', version: order.version })) {
      setMessage((now) => (now === before ? null : now));
    }
  }

  function scan(code: string) {
    if (code === '') {
      if (open && isComplete(open, ticked)) void pack(open);
      return;
    }
    const scanned = readScan(code, orders, open, ticked);
    const order = scanned.kind === 'order' && orders.find(({ id }) => id === scanned.id);
    if (order) return openOrder(order);
    const item =
      scanned.kind === 'piece' && open?.order_items.find(({ id }) => id === scanned.item);
    if (open && item) return tick(open, item, 1);
    refuse(
      scanned.kind === 'too_many'
        ? `One too many: ${open?.order_number} has all of its ${scanned.product_name}`
        : scanned.kind === 'not_in_order'
          ? `Not in ${open?.order_number}: ${scanned.product_name}`
          : `Neither an order of this list nor a product of the open one: ${code}`,
    );
  }

  return (
    <>
      <ScanField message={message} onScan={scan} />
      <ul className="grid max-w-3xl gap-3">
        {orders.map((order) => (
          <PackedOrder
            key={order.id}
            order={order}
            open={order === open}
            ticked={ticked}
            busy={acting === 'pack'}
            onOpen={() => openOrder(order)}
            onTick={(item, by) => tick(order, item, by)}
            onPacked={() => void pack(order)}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * The ticked pieces of these orders. They are stored per product of an order, so that they survive a reload and another
 * selection of orders. They count for one packing: an order that was packed, here or elsewhere, and unpacked starts
 * without ticks.
 *
 * @returns the ticks, and a function that sets those of one product of an order.
 */
function useTicked(
  orders: readonly OrderDetail[],
): [Ticked, (item: string, pieces: number) => void] {
  const names = new Map(
    orders.flatMap((order) =>
      order.order_items.map(({ id }) => [id, `${id}:${timesPacked(order)}`] as const),
    ),
  );
  const [texts, setTexts] = useDrafts('ticked', [...names.values()]);
  const ticked = [...names].map(([id, name]) => [id, Number(texts[name]) || 0]);
  return [
    Object.fromEntries(ticked),
    (item, pieces) => setTexts({ [names.get(item) ?? item]: pieces > 0 ? String(pieces) : '' }),
  ];
}

function timesPacked({ events }: OrderDetail): number {
  return events.filter(({ kind }) => kind === 'pack' || kind === 'hand_over').length;
}

type ScanFieldProps = {
  /** The result of the last code, also announced to screen readers. */
  message: { text: string; wrong: boolean } | null;
  /** Called with the text before Enter; '' for Enter alone. */
  onScan: (code: string) => void;
};

/** The field that scanners type into. They end each code with Enter, which empties the field for the next one. */
function ScanField({ message, onScan }: ScanFieldProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useScansAnywhere(field);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onScan(code.trim());
        setCode('');
      }}
      className="sticky top-0 z-10 grid max-w-xl gap-2 bg-page py-2"
    >
      <Field
        ref={field}
        data-main-field
        label="Scan or type an order number or a product code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p
        role="status"
        className={`min-h-6 font-medium ${message?.wrong ? 'text-danger' : 'text-foreground'}`}
      >
        {message?.text}
      </p>
    </form>
  );
}

/**
 * Sends what a scanner types to this field, wherever the focus is: after a tap a code must not press the tapped button
 * or a single-letter shortcut. The field gets the focus with the first character and not before, because on a phone that
 * would open the keyboard. Enter alone goes to the field unless a control has the focus.
 */
function useScansAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isTyping(event) || !field.current) return;
      if (event.key === 'Enter' && !isOnControl(event)) {
        event.preventDefault();
        field.current.form?.requestSubmit();
      } else if (event.key.length === 1 && event.key !== ' ') {
        // The browser types the character into the field that has the focus after this.
        field.current.focus();
        event.stopPropagation();
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [field]);
}

const isOnControl = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a[href], button, summary, input, select') !== null;
