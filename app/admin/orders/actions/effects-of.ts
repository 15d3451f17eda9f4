import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import type { Verb } from '#domain/order-verbs.ts';

/** 'Two pieces go back into stock. ₹998.00 is refunded. The customer gets an email.' `good`: pieces that are not damaged. */
export function effectsOf(order: OrderDetail, verb: Verb, good?: number): string {
  const effects = order.effects.find((each) => each.verb === verb);
  if (!effects) return '';
  const { refunds, mails } = effects;
  const restocks = good ?? effects.restocks;
  return [
    restocks === 1
      ? 'One piece goes back into stock.'
      : restocks > 1
        ? `${restocks} pieces go back into stock.`
        : '',
    refunds ? `${formatRupees(refunds)} is refunded.` : '',
    mails ? 'The customer gets an email.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
