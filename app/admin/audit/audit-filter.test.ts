import { expect, test } from 'vitest';
import { readAuditFilter } from './audit-filter.ts';

test('invalid parts of the URL are ignored', () => {
  const read = (search: string) => readAuditFilter(new URLSearchParams(search));
  expect(read('subject_type=order&from=2026-11-22')).toEqual({
    subject_type: 'order',
    from: '2026-11-22',
  });
  expect(read('subject_type=order&subject_id=5')).toEqual({
    subject_type: 'order',
    subject_id: '5',
  });
  expect(read('verb=move_stock')).toEqual({ verb: 'move_stock' });
  expect(read('verb=constructor')).toEqual({});
  expect(read(`subject_id=${'5'.repeat(101)}`)).toEqual({});
  expect(read('subject_type=constructor&staff=me&from=yesterday&to=')).toEqual({});
  expect(read(`from=2026-02-31&staff=${'-'.repeat(36)}`)).toEqual({});
});
