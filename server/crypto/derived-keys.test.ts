import { expect, test } from 'vitest';
import { deriveShopKeys } from './derived-keys.ts';

const SECRET = 'a secret of the test suite, long enough';

// Recorded when the label of the keys became an option: every shop has stored such values.
test('values that the shop encrypted and signed before can still be read', () => {
  const derivedKeys = deriveShopKeys(SECRET);
  const encrypted = 'RimT4IPId231YN4HSs4eQ_CVx0xNyokqip_R9cZvuUxg3g03uZUeq_o';
  const decrypted = derivedKeys.decrypt(
    Buffer.from(encrypted, 'base64url'),
    'auth.signing_keys k1',
  );
  expect(decrypted.toString()).toBe('a private key');
  expect(derivedKeys.hmac('device', 'asha@example.com').toString('base64url')).toBe(
    'ebG8YJToBC8OaKL5TZ0G4Qfbd8JHw7AVE_nSP49um3s',
  );
  expect(derivedKeys.hmacId('limit signUp', '198.51.100.7')).toBe(
    'DGu4LjF-YlZozR72Qzq-YyKw_edIfPI3',
  );
});
