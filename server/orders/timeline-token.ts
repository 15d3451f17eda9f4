import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#domain/day.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';

/** The token in an email's link: it opens one order's timeline until it expires. */
export type TimelineTokens = {
  make(orderId: string): string;
  /** The order's id; null for a token that was not made here, or has expired. */
  read(token: string): string | null;
};

/** Longer than any delivery takes. */
const LIFETIME_DAYS = 90;

/**
 * `clock` in milliseconds since 1970. Tokens signed with one of the `previous` secrets are read as well: their links are
 * in emails that were sent.
 */
export function timelineTokens(
  secret: string,
  clock: () => number,
  previous: readonly string[] = [],
): TimelineTokens {
  const signing = (by: string) => {
    const { hmac } = deriveShopKeys(by);
    return (text: string) => hmac('order-timeline', text).subarray(0, 16);
  };
  const signed = signing(secret);
  const signers = [signed, ...previous.map(signing)];
  return {
    make(orderId) {
      const text = `${orderId}.${Math.floor(clock() / DAY_MS) + LIFETIME_DAYS}`;
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
