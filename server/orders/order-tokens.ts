import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#domain/day.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';

/** The tokens in emails' links to one order, which work without signing in until they expire. */
export type OrderTokens = {
  make(orderId: string): string;
  /** The order's id; null for a token that was not made here, or has expired. */
  read(token: string): string | null;
};

/**
 * Of links that open an order's timeline, for longer than any delivery takes. `clock` in milliseconds since 1970. Tokens
 * signed with one of the `previous` secrets are read as well: their links are in emails that were sent.
 */
export function timelineTokens(
  secret: string,
  clock: () => number,
  previous: readonly string[] = [],
): OrderTokens {
  return orderTokens({ purpose: 'order-timeline', days: 90 }, secret, clock, previous);
}

/** The same of links that ask whether a cash order is wanted: whoever has one can confirm the order, and cancel it. */
export function answerTokens(
  secret: string,
  clock: () => number,
  previous: readonly string[] = [],
): OrderTokens {
  return orderTokens({ purpose: 'order-answer', days: 7 }, secret, clock, previous);
}

/** A token expires in the `days`-th night. */
function orderTokens(
  { purpose, days }: { purpose: string; days: number },
  secret: string,
  clock: () => number,
  previous: readonly string[],
): OrderTokens {
  const signing = (by: string) => {
    const { hmac } = deriveShopKeys(by);
    return (text: string) => hmac(purpose, text).subarray(0, 16);
  };
  const signed = signing(secret);
  const signers = [signed, ...previous.map(signing)];
  return {
    make(orderId) {
      const text = `${orderId}.${Math.floor(clock() / DAY_MS) + days}`;
      return `${text}.${signed(text).toString('base64url')}`;
    },
    read(token) {
      const parts = /^(([0-9a-f-]{36})\.(\d{1,6}))\.([\w-]{22})$/.exec(token);
      if (!parts) return null;
      const [, text = '', orderId = '', lastDay = '', signature = ''] = parts;
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== 16) return null;
      if (!signers.some((sign) => timingSafeEqual(given, sign(text)))) return null;
      return Number(lastDay) * DAY_MS >= clock() ? orderId : null;
    },
  };
}
