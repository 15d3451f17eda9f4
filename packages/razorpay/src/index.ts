export {
  CHECKOUT_SCRIPT,
  CHECKOUT_SOURCES,
  createOrderOnce,
  GATEWAY_TIMEOUT_MS,
  type Gateway,
  type GatewayOptions,
  openGateway,
  PAGE_SIZE,
} from './client.ts';
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
export { GatewayFailure, isUncertain } from './request.ts';
export {
  isSignedWith,
  paymentMessage,
  readWebhook,
  subjectOf,
  type WebhookRequest,
} from './signed.ts';
