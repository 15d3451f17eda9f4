import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissTopic, onToasts, shownToasts, showToast } from './toast-store.ts';

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

test('messages stand in the order they came, and the fourth sends the first away', () => {
  for (const title of ['one', 'two', 'three', 'four']) showToast({ title });
  expect(shownToasts().map(({ title }) => title)).toEqual(['two', 'three', 'four']);
});

test('the same message twice is two messages', () => {
  showToast({ title: 'Added to cart' });
  showToast({ title: 'Added to cart' });
  const [first, second] = shownToasts();
  expect(first?.id).not.toBe(second?.id);
  dismissToast(first?.id ?? 0);
  expect(shownToasts()).toEqual([second]);
});

test('a message takes the place of earlier ones on its topic, and of no other', () => {
  showToast({ title: 'Added to cart' });
  showToast({ title: 'Payment cancelled', tone: 'destructive', topic: 'order' });
  showToast({ title: 'Payment successful!', topic: 'order' });
  expect(shownToasts().map(({ title }) => title)).toEqual(['Added to cart', 'Payment successful!']);
  dismissTopic('order');
  expect(shownToasts().map(({ title }) => title)).toEqual(['Added to cart']);
});

test('whoever listens hears of every change until they stop', () => {
  const heard = vi.fn();
  const stop = onToasts(heard);
  showToast({ title: 'Signed out' });
  dismissToast(shownToasts()[0]?.id ?? 0);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  showToast({ title: 'Signed out' });
  expect(heard).toHaveBeenCalledTimes(2);
});
