import { expect, test } from 'vitest';
import { timelineTokens } from './timeline-token.ts';

const FORMER = 'the secret of the shop until today, long enough';
const SECRET = 'the secret of the shop from today on, long enough';
const ORDER = '11111111-1111-4111-8111-111111111111';

test('a link in a mailbox opens its order after the secret was replaced, until the former one is forgotten', () => {
  const link = timelineTokens(FORMER, Date.now).make(ORDER);
  expect(timelineTokens(SECRET, Date.now, [FORMER]).read(link)).toBe(ORDER);
  expect(timelineTokens(SECRET, Date.now).read(link)).toBeNull();
});

test('a new link is signed with the new secret alone', () => {
  const link = timelineTokens(SECRET, Date.now, [FORMER]).make(ORDER);
  expect(timelineTokens(SECRET, Date.now).read(link)).toBe(ORDER);
  expect(timelineTokens(FORMER, Date.now).read(link)).toBeNull();
});
