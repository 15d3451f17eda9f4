import { expect, test } from 'vitest';
import { newsletterTokens } from './token.ts';

// Recorded when the label of the keys became an option: such links are in people's mailboxes.
test('a link that was emailed before still has the token that the shop derives', () => {
  const tokenOf = newsletterTokens('a secret of the test suite, long enough');
  expect(tokenOf('0b9de7a4-25a7-4b5e-9d0c-5d6b8d4f4c11')).toBe(
    'UhxAFVdFs9io4CD2NLv8aiQuwQTL-9NQYkz5CCNgSWc',
  );
});
