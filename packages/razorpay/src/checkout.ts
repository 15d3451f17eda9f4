/** https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ : not to be served from elsewhere. */
export const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * What the payment window needs of a document's content security policy: its script and the one it loads to judge risk,
 * its frames, its API and its logs. From Razorpay's documents and the issues razorpay-magento #537 and #542.
 */
export const CHECKOUT_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
  'form-action': 'https://api.razorpay.com',
};
