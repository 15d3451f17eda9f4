/** Must be loaded from this URL: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ */
export const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * Content security policy sources that the payment window needs: its script and the risk script that it loads, its
 * frames, its API and its logs. From Razorpay's documentation and the issues razorpay-magento #537 and #542.
 */
export const CHECKOUT_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
  'form-action': 'https://api.razorpay.com',
};
