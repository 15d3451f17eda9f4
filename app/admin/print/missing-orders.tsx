import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { type MissingOrder, missingOrdersText } from './missing-orders-text.ts';

/** Tells which of the orders that a screen was opened with are not there any more; the others go on. */
export function MissingOrders({ gone }: { gone: readonly MissingOrder[] }) {
  const sentence = missingOrdersText(gone);
  return sentence && <InlineAlert>{sentence}</InlineAlert>;
}
