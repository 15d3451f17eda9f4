import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = `Mozilla/5.0 (Linux; Android 14; K) ${WEBKIT}`;
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) ${WEBKIT}`;
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test('a browser and its system are named by the beginning of what it sends', () => {
  for (const [userAgent, words] of [
    [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${WINDOWS} ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
    [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0`, 'Samsung Internet on Android'],
    ['Something/1.0 (Windows)', 'Browser on Windows'],
    [`${WINDOWS} ${'x '.repeat(300)}Firefox/142.0`, 'Browser on Windows'],
    [undefined, null],
    ['<script>alert(1)</script>', null],
  ] as const) {
    expect(deviceNameOf(userAgent), userAgent?.slice(0, 200)).toBe(words);
  }
});
