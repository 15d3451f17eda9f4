export { CHECKOUT_SCRIPT, CHECKOUT_SOURCES } from './checkout.ts';
export {
  GATEWAY_TIMEOUT_MS,
  type Gateway,
  type GatewayOptions,
  openGateway,
  PAGE_SIZE,
} from './client.ts';
export { createOrderOnce } from './create-order-once.ts';
export {
  type GatewayDispute,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  ORDER_ID,
  PAYMENT_ID,
} from './entities.ts';
export {
  type GatewayKey,
  type GatewayMode,
  type GatewaySettings,
  modeOf,
  SANDBOX_SCHEMA,
} from './keys.ts';
export { GatewayFailure, isUncertain } from './razorpay-error.ts';
export { isSignedWith, paymentMessage } from './signatures.ts';
export { readWebhook, subjectOf, type WebhookRequest } from './webhook.ts';
