import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { type MissingOrder, missingOrdersText } from './missing-orders-text.ts';

/** Names the orders of the URL that are missing. */
export function MissingOrders({ gone }: { gone: readonly MissingOrder[] }) {
  const sentence = missingOrdersText(gone);
  return sentence !== null && <InlineAlert>{sentence}</InlineAlert>;
}
