import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The routes: the URLs of the specification (§2), and the pages its footer links to. */
export default [
  index('home/home-page.tsx'),
  route('shop', 'catalogue/shop-page.tsx'),
  route('product/:id', 'catalogue/product-page.tsx'),
  route('about', 'pages/about-page.tsx'),
  route('contact', 'contact/contact-page.tsx'),
  route('contact/sent', 'contact/message-sent-page.tsx'),
  route('discount/:code', 'discount/discount-page.tsx'),
  route('newsletter/:step', 'newsletter/newsletter-page.tsx'),
  route('shipping-info', 'pages/shipping-info-page.tsx'),
  route('returns', 'pages/returns-page.tsx'),
  route('faq', 'pages/faq-page.tsx'),
  route('terms', 'pages/terms-page.tsx'),
  route('privacy-policy', 'pages/privacy-policy-page.tsx'),
  route('offline', 'pages/offline-page.tsx'),
  route('auth', 'auth/auth-page.tsx'),
  route('forgot-password', 'auth/forgot-password-page.tsx'),
  route('reset-password', 'auth/reset-password-page.tsx'),
  route('undo-second-step', 'auth/undo-factor-page.tsx'),
  route('track/:token', 'orders/track-page.tsx'),
  route('cash-order/:answer', 'orders/answer-page.tsx'),

  // For signed-in shoppers only; others are redirected to /auth.
  layout('layout/guarded-layout.tsx', [
    route('cart', 'cart/cart-page.tsx'),
    route('checkout', 'checkout/checkout-page.tsx'),
    route('account', 'account/account-layout.tsx', [
      index('account/account-page.tsx'),
      route('profile', 'account/profile-page.tsx'),
      route('addresses', 'addresses/addresses-page.tsx'),
      route('orders', 'orders/orders-page.tsx'),
      route('orders/:id', 'orders/order-page.tsx'),
      route('security', 'account/security-page.tsx'),
    ]),
  ]),

  // For staff: one route, so that the route manifest that every shopper downloads does not grow with its screens.
  route('admin/*', 'admin/admin-page.tsx'),

  route('*', 'pages/not-found-page.tsx'),
] satisfies RouteConfig;
