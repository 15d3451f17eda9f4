import { addressEndpoints } from './addresses.ts';
import { auditEndpoints } from './admin/audit.ts';
import { cashEndpoints } from './admin/cash.ts';
import { couponEndpoints } from './admin/coupons.ts';
import { courierEndpoints } from './admin/couriers.ts';
import { customerEndpoints } from './admin/customers.ts';
import { adminDeliveryEndpoints } from './admin/delivery.ts';
import { failedJobEndpoints } from './admin/failed-jobs.ts';
import { messageEndpoints } from './admin/messages.ts';
import { adminNewsletterEndpoints } from './admin/newsletter.ts';
import { adminOrderEndpoints } from './admin/orders.ts';
import { adminProductEndpoints } from './admin/products.ts';
import { reportEndpoints } from './admin/reports.ts';
import { settingsEndpoints } from './admin/settings.ts';
import { staffEndpoints } from './admin/staff.ts';
import { stockEndpoints } from './admin/stock.ts';
import { todayEndpoints } from './admin/today.ts';
import { cartEndpoints } from './cart.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkout.ts';
import { contactEndpoints } from './contact.ts';
import { deliveryEndpoints } from './delivery.ts';
import { newsletterEndpoints } from './newsletter.ts';
import { orderAnswerEndpoints } from './order-answers.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { profileEndpoints } from './profile.ts';
import { sessionEndpoints } from './sessions.ts';

/** All endpoints under /api for shoppers and guests, in the order of the API reference. */
export const endpoints = {
  ...catalogueEndpoints,
  ...deliveryEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...profileEndpoints,
  ...sessionEndpoints,
  ...checkoutEndpoints,
  ...orderEndpoints,
  ...orderAnswerEndpoints,
  ...paymentEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
};

export type Endpoints = typeof endpoints;

/**
 * All endpoints for staff, under /api as well. Separate from `endpoints`: they are not in the reference. The browser imports
 * only the types of both.
 */
export const adminEndpoints = {
  ...todayEndpoints,
  ...failedJobEndpoints,
  ...adminOrderEndpoints,
  ...couponEndpoints,
  ...courierEndpoints,
  ...stockEndpoints,
  ...adminProductEndpoints,
  ...cashEndpoints,
  ...adminDeliveryEndpoints,
  ...reportEndpoints,
  ...settingsEndpoints,
  ...staffEndpoints,
  ...messageEndpoints,
  ...customerEndpoints,
  ...adminNewsletterEndpoints,
  ...auditEndpoints,
};

export type AdminEndpoints = typeof adminEndpoints;
