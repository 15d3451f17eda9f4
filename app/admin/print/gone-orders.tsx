import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { type GoneOrder, goneSentence } from './gone-sentence.ts';

/** Tells which of the orders that a screen was opened with are not there any more; the others go on. */
export function GoneOrders({ gone }: { gone: readonly GoneOrder[] }) {
  const sentence = goneSentence(gone);
  return sentence && <InlineAlert>{sentence}</InlineAlert>;
}
