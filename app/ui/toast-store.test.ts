import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissTopic, onToast, shownToast, showToast } from './toast-store.ts';

afterEach(() => dismissToast(shownToast()?.id ?? 0));

test('the last message is the only one: no failure stands beside the success after it', () => {
  showToast({ title: 'Payment cancelled', tone: 'destructive' });
  showToast({ title: 'Payment successful!' });
  expect(shownToast()?.title).toBe('Payment successful!');
});

test('the same message again is a new one, and is read aloud again', () => {
  showToast({ title: 'Added to cart' });
  const first = shownToast()?.id ?? 0;
  showToast({ title: 'Added to cart' });
  expect(shownToast()?.id).not.toBe(first);
  dismissToast(first); // its time is over; the new one's is not
  expect(shownToast()?.title).toBe('Added to cart');
});

test('what was said on a topic goes when something new begins on it, and nothing else does', () => {
  showToast({ title: 'Payment cancelled', tone: 'destructive', topic: 'order' });
  dismissTopic('cart');
  expect(shownToast()?.title).toBe('Payment cancelled');
  dismissTopic('order');
  expect(shownToast()).toBeUndefined();
});

test('whoever listens hears of every change until they stop', () => {
  const heard = vi.fn();
  const stop = onToast(heard);
  showToast({ title: 'Signed out' });
  dismissToast(shownToast()?.id ?? 0);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  showToast({ title: 'Signed out' });
  expect(heard).toHaveBeenCalledTimes(2);
});
