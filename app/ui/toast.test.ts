import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissTopic, onToast, showToast, shownToast } from './toast-store.ts';
import { findTop } from './toast-position.ts';

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

const phone = { top: 0, bottom: 844 };
const header = [{ top: 14, bottom: 58 }];

/** Where 70 px of toast are placed on a phone with these controls in the header and on the page. */
function stands(
  pageControls: { top: number; bottom: number }[],
  { now = 80, window = phone } = {},
) {
  return findTop(70, window, { now, belowHeader: 80, pageControls, headerControls: header });
}

test('with nothing in the way a toast is placed under the header', () => {
  expect(stands([])).toBe(80);
  expect(stands([{ top: 160, bottom: 208 }])).toBe(80);
});

test('moves below a button in its place, with a gap', () => {
  expect(stands([{ top: 100, bottom: 144 }])).toBe(152);
});

test('skips a gap that is too low for it', () => {
  const buttons = [
    { top: 100, bottom: 144 },
    { top: 200, bottom: 248 },
  ];
  expect(stands(buttons)).toBe(256);
});

test('stays in place as long as it covers nothing there', () => {
  expect(stands([{ top: 300, bottom: 348 }], { now: 152 })).toBe(152);
  expect(stands([{ top: 200, bottom: 248 }], { now: 152 })).toBe(80);
});

test('where a form fills the window it is placed over the header, if it covers only that', () => {
  const form = [85, 170, 260, 350, 440].map((top) => ({ top, bottom: top + 48 }));
  expect(stands(form)).toBe(8);
  expect(stands([{ top: 60, bottom: 108 }, ...form])).toBe(496);
});

test('avoids the area behind the keyboard', () => {
  const window = { top: 0, bottom: 220 };
  expect(stands([{ top: 100, bottom: 144 }], { window })).toBe(8);
});

test('where nothing is free it is placed over the header', () => {
  const full = Array.from({ length: 20 }, (_, row) => ({ top: row * 50, bottom: row * 50 + 44 }));
  expect(stands(full)).toBe(8);
});
