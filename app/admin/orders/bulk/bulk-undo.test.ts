import { describe, expect, test } from 'vitest';
import { undoOfSeveral } from './bulk-undo.ts';

const SENT = Date.parse('2026-11-23T10:00:00Z');
const done = [{ id: 'a', version: 2, refused: null }];
const cash = [{ id: 'a', payment_method: 'cod' as const }];

describe('what was done to several orders is undone unasked', () => {
  test.each(['hand_over', 'deliver', 'confirm', 'cancel'] as const)(
    '%s only for 50 seconds, because the emails are sent after a minute and the database refuses it before that',
    (verb) => {
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 49_000)?.until).toBe(SENT + 50_000);
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 51_000)).toBeUndefined();
    },
  );

  test.each(['pack', 'return_to_origin'] as const)(
    '%s at any time: no email tells of it',
    (verb) => {
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 9e6)).toBeDefined();
    },
  );
});
