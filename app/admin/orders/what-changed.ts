import type { CurrentOrder } from '#contract/errors.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { EVENT_TITLES } from './event-texts.ts';

const ACTORS = { shopper: 'the customer', staff: 'the staff', system: 'the shop' };

/**
 * The current state of an order that has changed since it was shown: 'It is now: To hand over. The last step was
 * “Packed”, by the staff.'
 */
export function whatChanged({
  fulfilment,
  last,
}: Pick<CurrentOrder, 'fulfilment' | 'last'>): string {
  const step = last && EVENT_TITLES[last.kind];
  const lastStep = last && step ? ` The last step was “${step}”, by ${ACTORS[last.actor]}.` : '';
  return `It is now: ${FULFILMENT_NAMES[fulfilment]}.${lastStep}`;
}
