import { call, connection } from '#app/shell/api/api.ts';
import { createApiClient } from '#app/shell/api/api-client.ts';
import { session } from '#app/shell/session/session.ts';
import type { Delivery } from '#contract/delivery.ts';
import { formatWeekday } from '#domain/day.ts';
import { pinOf } from '#domain/delivery.ts';
import { formatWholeRupees } from '#domain/money.ts';
import { keepPin, keptPin } from './kept-pin.ts';

export type ToldDelivery = { pin: string; delivery: Delivery; text: string };

/** Without a session, which a guest would have to download the auth client for. */
const askAsGuest = createApiClient({ ...connection, token: async () => null });

/**
 * Asks how an order would be delivered to a PIN code, and keeps that in this browser.
 *
 * @throws what `call` throws.
 */
export async function askDelivery(pin: string): Promise<ToldDelivery> {
  const delivery: Delivery = await askAsGuest('GET /delivery/{pin}', { params: { pin } });
  keepPin(pin);
  return { pin, delivery, text: deliveryText(pin, delivery) };
}

/** The PIN code that was asked for last, or that of the default address; null without either, or if it cannot be read. */
export async function knownPin(): Promise<string | null> {
  const kept = keptPin();
  if (kept || session.get().status !== 'signed-in') return kept;
  const [first] = await call('GET /addresses').catch(() => []);
  return first ? pinOf(first.postal_code) : null;
}

function deliveryText(pin: string, { serves, cash, fee, free_from, expected_by }: Delivery) {
  if (!serves) return `We do not deliver to ${pin} yet.`;
  const freeFrom = free_from === null ? '' : `, free over ${formatWholeRupees(free_from)}`;
  return [
    `Delivery to ${pin} by ${formatWeekday(expected_by)}`,
    `cash on delivery ${cash ? 'possible' : 'not possible'}`,
    ...(fee > 0 ? [`shipping ${formatWholeRupees(fee)}${freeFrom}`] : []),
  ].join(' · ');
}
