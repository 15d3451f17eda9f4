/**
 * What Razorpay's payment window needs of a document, on top of ours: its script and the one it loads to judge risk,
 * its frames, its API and its logs. From Razorpay's documents and the issues razorpay-magento #537 and #542; nothing
 * of it is allowed on any page but the checkout.
 */
export const GATEWAY_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
  'form-action': 'https://api.razorpay.com',
};

/** The page that opens the payment window. */
export const CHECKOUT = '/checkout';
