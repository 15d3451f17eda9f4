import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Razorpay's format: a prefix and 14 letters or digits. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'evt'): string {
  let id = `${prefix}_`;
  for (let i = 0; i < 14; i += 1) id += ALPHABET.charAt(randomInt(ALPHABET.length));
  return id;
}
