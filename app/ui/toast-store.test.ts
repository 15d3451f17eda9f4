import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissTopic, onToast, shownToast, showToast } from './toast-store.ts';

afterEach(() => dismissToast(shownToast()?.id ?? 0));

test('only the last toast is shown: no failure beside the success after it', () => {
  showToast({ title: 'Payment cancelled', tone: 'destructive' });
  showToast({ title: 'Payment successful!' });
  expect(shownToast()?.title).toBe('Payment successful!');
});

test('the same message again is a new toast, and is announced again', () => {
  showToast({ title: 'Added to cart' });
  const first = shownToast()?.id ?? 0;
  showToast({ title: 'Added to cart' });
  expect(shownToast()?.id).not.toBe(first);
  dismissToast(first); // the first one timed out; the second has not
  expect(shownToast()?.title).toBe('Added to cart');
});

test('a topic can be dismissed, and nothing else goes with it', () => {
  showToast({ title: 'Payment cancelled', tone: 'destructive', topic: 'order' });
  dismissTopic('cart');
  expect(shownToast()?.title).toBe('Payment cancelled');
  dismissTopic('order');
  expect(shownToast()).toBeUndefined();
});

test('a listener is told of every change until it unsubscribes', () => {
  const heard = vi.fn();
  const stop = onToast(heard);
  showToast({ title: 'Signed out' });
  dismissToast(shownToast()?.id ?? 0);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  showToast({ title: 'Signed out' });
  expect(heard).toHaveBeenCalledTimes(2);
});
