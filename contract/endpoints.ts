import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { contactEndpoints } from './contact.ts';
import { newsletterEndpoints } from './newsletter.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { profileEndpoints } from './profile.ts';
import { sessionEndpoints } from './sessions.ts';

/** All endpoints under /api, in the order of the API reference. */
export const endpoints = {
  ...catalogueEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...profileEndpoints,
  ...sessionEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
};

export type Endpoints = typeof endpoints;

/** The headings of the API reference, by the first part of the endpoints' paths. */
export const ENDPOINT_GROUPS: Record<string, string> = {
  products: 'Products',
  cart: 'Cart',
  addresses: 'Addresses',
  profile: 'Profile',
  sessions: 'Sessions',
  orders: 'Orders',
  'order-timelines': 'Links in mails about orders',
  payments: 'Payments',
  'verify-razorpay-payment': 'Verification of a payment',
  'contact-messages': 'Messages to the shop',
  'newsletter-subscriptions': 'Newsletter',
};
