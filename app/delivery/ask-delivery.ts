import { call, connection } from '#app/shell/api/api.ts';
import { createApiClient } from '#app/shell/api/api-client.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { session } from '#app/shell/session/session.ts';
import type { Delivery } from '#contract/delivery.ts';
import { formatWeekday } from '#domain/day.ts';
import { pinOf } from '#domain/delivery.ts';
import { formatWholeRupees } from '#domain/money.ts';
import { asciiDigits } from '#domain/text.ts';
import { keepPin, keptPin } from './kept-pin.ts';

/** What is said of a PIN code, or why nothing can be. */
export type Told =
  | { pin: string; delivery: Delivery; text: string }
  | { failure: string; isInvalid: boolean };

/** Without a session, which a guest would have to download the auth client for. */
const askAsGuest = createApiClient({ ...connection, token: async () => null });

/** Asks how an order would be delivered to a PIN code, as typed, and keeps that in this browser. */
export async function askDelivery(typed: string): Promise<Told> {
  const pin = pinOf(asciiDigits(typed));
  if (!pin) return { failure: 'Enter the six digits of a PIN code.', isInvalid: true };
  try {
    const delivery: Delivery = await askAsGuest('GET /delivery/{pin}', { params: { pin } });
    keepPin(pin);
    return { pin, delivery, text: deliveryText(pin, delivery) };
  } catch (error) {
    return { failure: messageOf(error), isInvalid: false };
  }
}

/** The same for the PIN code that was asked for last, or that of the default address; null without either. */
export async function askKnownDelivery(): Promise<Told | null> {
  const pin = pinOf(keptPin()) ?? (await pinOfAddress());
  return pin === null ? null : askDelivery(pin);
}

async function pinOfAddress(): Promise<string | null> {
  if (session.get().status !== 'signed-in') return null;
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
