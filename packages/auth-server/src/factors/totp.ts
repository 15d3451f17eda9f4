import { generateSecret, generateURI, verify } from 'otplib';
import { renderSVG } from 'uqr';

/** A new secret for an authenticator app: as QR code, as text, and as the URI in the code. */
export function makeTotp(email: string, issuer: string) {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: email, secret });
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 }), secret, uri };
}

/** Accepts one time step of 30 seconds either way: clocks of phones are not exact. */
const TOLERANCE_SECONDS = 30;

/**
 * @param lastStep the time step of the last accepted code; no code of it or before is accepted.
 *
 * @returns the time step of a correct code, else undefined.
 */
export async function checkTotp(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}
