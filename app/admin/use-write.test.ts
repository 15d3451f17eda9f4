import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { ShopUnreachable } from '#app/shell/api/unreachable.ts';
import { dismissToast, shownToast } from '#app/ui/toast-store.ts';
import { showFailure } from './use-write.ts';

const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();

afterEach(() => {
  read.mockClear();
  dismissToast(shownToast()?.id ?? 0);
});

const answer = (status: number) =>
  new ApiError(status, { code: 'changed_meanwhile', message: 'This has changed in the meantime.' });

test('a refusal by the server is shown as not done', () => {
  showFailure(answer(409), 'Not undone');
  expect(shownToast()).toMatchObject({
    title: 'Not undone',
    description: 'This has changed in the meantime.',
    tone: 'destructive',
  });
  expect(read).not.toHaveBeenCalled();
});

for (const [name, error] of [
  ['without an answer', new ShopUnreachable(new Error('no network'))],
  ['after a server error', answer(502)],
] as const) {
  test(`${name} the toast says that it may have worked, and all data is reloaded`, () => {
    showFailure(error, 'Not undone');
    expect(shownToast()?.title).toMatch(/^No reply from the server/);
    expect(read).toHaveBeenCalledWith();
  });
}
