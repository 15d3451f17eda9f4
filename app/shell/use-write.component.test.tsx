import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { shownToast } from '#app/ui/toast-store.ts';
import { useWrite } from './use-write.ts';

const openForm = () => renderHook(() => useWrite({ explain: () => 'Refused' }));

test('a double click sends once, a failure is told in the form, and the next press sends again', async () => {
  const { result } = await openForm();
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  const [done, ignored] = [result.current.write(send), result.current.write(send)];
  await expect.poll(() => result.current.busy).toBe(true);
  answer.reject(new Error('no'));
  expect(await Promise.all([done, ignored])).toEqual([false, false]);
  await expect.poll(() => result.current.failure).toBe('Refused');
  send.mockResolvedValue();
  expect(await result.current.write(send)).toBe(true);
  await expect.poll(() => result.current.failure).toBe('');
  expect(send).toHaveBeenCalledTimes(2);
});

test('a failure that comes after the form was closed is told by a toast', async () => {
  const { result, unmount } = await openForm();
  const answer = Promise.withResolvers<void>();
  const done = result.current.write(() => answer.promise);
  await unmount();
  answer.reject(new Error('no'));
  await done;
  expect(shownToast()?.description).toBe('Refused');
});
