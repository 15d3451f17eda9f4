import { afterEach, expect, test } from 'vitest';
import { findTop } from './toast-position.ts';
import { dismissToast, dismissTopic, shownToast, showToast } from './toast-store.ts';

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

const phone = { top: 0, bottom: 844 };
const header = [{ top: 14, bottom: 58 }];

type Span = { top: number; bottom: number };

const button = (top: number) => ({ top, bottom: top + 48 });
const form = [85, 170, 260, 350, 440].map(button);
const full = Array.from({ length: 20 }, (_, row) => button(row * 50));

test.each<[string, Span[], { now?: number; window?: Span }, number]>([
  ['under the header with nothing in the way', [], {}, 80],
  ['also above a button', [button(160)], {}, 80],
  ['below a button in its place, with a gap', [button(100)], {}, 156],
  ['below a gap that is too low for it', [button(100), button(200)], {}, 256],
  ['where it stood, as long as it covers nothing', [button(300)], { now: 152 }, 152],
  ['under the header again when it would cover something', [button(200)], { now: 152 }, 80],
  ['over the header where a form fills the window', form, {}, 8],
  ['below a form where it would cover more than the header', [button(60), ...form], {}, 496],
  ['not behind the keyboard', [button(100)], { window: { top: 0, bottom: 220 } }, 8],
  ['over the header where nothing is free', full, {}, 8],
])('a toast is placed %s', (_, pageControls, { now = 80, window = phone }, top) => {
  const placed = { now, belowHeader: 80, pageControls, headerControls: header };
  expect(findTop(70, window, placed)).toBe(top);
});
