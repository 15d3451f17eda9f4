import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('calls during a read become one read afterwards, and no older answer arrives after a newer one', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const read = coalesce(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  const first = read();
  await Promise.all([read(), read(), read()]);
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve();
  await first;
  expect(answers).toHaveLength(2);
});

test('after a read that failed the next change reads again', async () => {
  let fails = true;
  const read = coalesce(async () => {
    if (fails) throw new Error('no network');
  });
  await expect(read()).rejects.toThrow('no network');
  fails = false;
  await expect(read()).resolves.toBeUndefined();
});

test('a change during a read that fails is read', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const read = coalesce(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  const first = read();
  await read();
  answers[0]?.reject(new Error('no network'));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve();
  await expect(first).resolves.toBeUndefined();
});
