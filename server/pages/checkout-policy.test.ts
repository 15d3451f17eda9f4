import { CHECKOUT_SOURCES } from '@aparajita/razorpay';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const NOTHING = { scripts: [], styles: [] };
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `));

test('the checkout’s policy adds the sources of the payment window to those of every page', () => {
  const policy = contentSecurityPolicy(NOTHING, [], CHECKOUT_SOURCES);
  expect(directive(policy, 'script-src')).toBe(
    "script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com",
  );
  expect(directive(policy, 'frame-src')).toBe(
    "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
  );
  expect(directive(policy, 'connect-src')).toContain('https://lumberjack.razorpay.com');
  expect(directive(policy, 'img-src')).toBe("img-src 'self' data: https://cdn.razorpay.com");
  expect(directive(policy, 'form-action')).toBe("form-action 'self' https://api.razorpay.com");
  expect(directive(policy, 'object-src')).toBe("object-src 'none'");
});

test('no other page’s policy names the gateway', () => {
  const policy = contentSecurityPolicy(NOTHING, []);
  expect(policy).not.toContain('razorpay');
  expect(directive(policy, 'frame-src')).toBeUndefined();
});
