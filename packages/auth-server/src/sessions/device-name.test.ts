import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.1 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; wv) ${WEBKIT} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 Instagram 395.0.0`,
    'Instagram on Android',
  ],
  [
    `Mozilla/5.0 (Linux; U; Android 13; en-US; RMX3430) ${WEBKIT} Version/4.0 Chrome/100.0 UCBrowser/13.7 Mobile Safari/537.36`,
    'UC Browser on Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/125.0`,
    'Opera on Chromebook',
  ],
  ['Something/1.0 (Windows)', 'Browser on Windows'],
])('%s', (userAgent, words) => {
  expect(deviceNameOf(userAgent)).toBe(words);
});

test('a browser is named by the beginning of what it sends', () => {
  expect(deviceNameOf(`Mozilla/5.0 (Windows NT 10.0) ${'x '.repeat(300)}Firefox/142.0`)).toBe(
    'Browser on Windows',
  );
});

test.each([undefined, '', 'node', 'curl/8.5.0', '<script>alert(1)</script>', 'x'.repeat(100_000)])(
  'what no browser sends has no words',
  (userAgent) => {
    expect(deviceNameOf(userAgent)).toBeNull();
  },
);
