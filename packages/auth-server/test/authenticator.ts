import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const ATTESTED = 0x40;

/** The site that asks the key. */
export const HERE = { origin: 'http://localhost:3000', rpId: 'localhost' };

/** A security key in software: creates one credential (ES256) and signs challenges like a real one. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** Responds to options of type 'create'. */
  create(challenge: string, { origin, rpId }: typeof HERE) {
    const authData = Buffer.concat([
      this.#head(rpId, USER_PRESENT | ATTESTED),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      },
    };
  }

  /** Responds to options of type 'request'. */
  get(challenge: string, { origin, rpId }: typeof HERE) {
    this.counter += 1;
    const authData = this.#head(rpId, USER_PRESENT);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const hashed = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign(
          'sha256',
          Buffer.concat([authData, hashed]),
          this.#keys.privateKey,
        ).toString('base64url'),
      },
    };
  }

  #envelope() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  /** COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1). */
  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  );
}
