import type { CurrentOrder } from '#contract/errors.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { EVENT_TITLES } from './event-texts.ts';

const ACTORS = { shopper: 'the customer', staff: 'the staff', system: 'the shop' };

/**
 * The current state of an order that has changed since it was shown: 'Now: Cancelled. Last: Cancelled, by the
 * customer.'
 */
export function whatChanged({
  fulfilment,
  last,
}: Pick<CurrentOrder, 'fulfilment' | 'last'>): string {
  const step = last && EVENT_TITLES[last.kind];
  return `Now: ${FULFILMENT_NAMES[fulfilment]}.${last && step ? ` Last: ${step}, by ${ACTORS[last.actor]}.` : ''}`;
}
