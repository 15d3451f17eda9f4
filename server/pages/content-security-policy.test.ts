import { CHECKOUT_SOURCES } from '@aparajita/razorpay';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const NOTHING = { scripts: [], styles: [] };
const directives = (policy: string) => policy.split(/; ?/);

test('each of our inline scripts and styles is allowed by its hash, once', () => {
  const own = { scripts: ["'sha256-a'", "'sha256-b'", "'sha256-a'"], styles: ["'sha256-c'"] };
  expect(directives(contentSecurityPolicy(own, []))).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'sha256-a' 'sha256-b'",
      "style-src 'self' 'sha256-c'",
    ]),
  );
});

test('the policy has neither unsafe nor a wildcard nor another host, but for configured origins to connect to', () => {
  const policy = contentSecurityPolicy(NOTHING, []);
  expect(policy).not.toMatch(/unsafe|\*|https?:|connect-src|frame-src/);
  expect(directives(policy), 'it limits connections').toContain("default-src 'self'");
  expect(directives(contentSecurityPolicy(NOTHING, ['https://accounts.example.in']))).toContain(
    "connect-src 'self' https://accounts.example.in",
  );
});

test('framing, other base URLs and foreign form targets are refused', () => {
  expect(directives(contentSecurityPolicy(NOTHING, []))).toEqual(
    expect.arrayContaining([
      ...["frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'", "object-src 'none'"],
    ]),
  );
});

test('the checkout’s policy adds the sources of the payment window to those of every page', () => {
  const policy = contentSecurityPolicy(NOTHING, [], CHECKOUT_SOURCES);
  expect(directives(policy)).toEqual(
    expect.arrayContaining([
      "script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com",
      "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
      expect.stringMatching(/^connect-src .*https:\/\/lumberjack\.razorpay\.com/),
      "img-src 'self' data: https://cdn.razorpay.com",
      "form-action 'self' https://api.razorpay.com",
      "object-src 'none'",
    ]),
  );
});
