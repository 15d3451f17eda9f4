import { toCsv } from '#domain/csv.ts';

type Subscriber = { email: string; confirmed_at: string; unsubscribe_token: string };

/** One line per address, with its unsubscribe link for other email programs. */
export function subscribersCsv(subscribers: Subscriber[], linkOf: (token: string) => string) {
  return toCsv([
    ['email', 'confirmed_at', 'unsubscribe'],
    ...subscribers.map(({ email, confirmed_at, unsubscribe_token }) => [
      email,
      confirmed_at,
      linkOf(unsubscribe_token),
    ]),
  ]);
}
