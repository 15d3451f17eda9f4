import { randomUUID } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { type ProductQuery, SORT_ORDERS } from '#contract/catalogue.ts';
import type { Step } from '#domain/decide-step.ts';
import { NO_CHARGES, priceOrder } from '#domain/price-order.ts';
import * as addresses from '#server/addresses/routes.ts';
import * as cart from '#server/cart/queries.ts';
import * as priceChanges from '#server/catalogue/apply-price-changes.ts';
import * as catalogue from '#server/catalogue/queries.ts';
import { type ParsedSearch, parseSearch } from '#server/catalogue/search/parse-search.ts';
import * as searching from '#server/catalogue/search/search-query.ts';
import * as checkout from '#server/checkout/queries.ts';
import * as contact from '#server/contact/routes.ts';
import * as delivery from '#server/delivery/queries.ts';
import * as email from '#server/email/stored-emails.ts';
import * as health from '#server/http/health.ts';
import * as deletedCustomer from '#server/job-handlers.ts';
import * as newsletter from '#server/newsletter/newsletter.ts';
import * as answers from '#server/orders/order-answers.ts';
import * as orderUpdate from '#server/orders/order-update-query.ts';
import * as placing from '#server/orders/place-order.ts';
import * as orders from '#server/orders/queries.ts';
import * as steps from '#server/orders/step-queries.ts';
import * as disputes from '#server/payments/disputes/record-dispute.ts';
import * as begin from '#server/payments/intents/begin-payment.ts';
import * as finalize from '#server/payments/intents/finalize-payment.ts';
import * as intents from '#server/payments/intents/intent.ts';
import * as stock from '#server/payments/intents/intent-stock.ts';
import * as gatewayOrders from '#server/payments/intents/open-payment-window.ts';
import * as reconciliations from '#server/payments/reconcile/reconcile.ts';
import * as refunds from '#server/payments/refunds/refund-queries.ts';
import * as modes from '#server/payments/shop-payments.ts';
import * as pictures from '#server/pictures/routes.ts';
import * as profile from '#server/profile/routes.ts';
import * as retention from '#server/retention/delete-expired-data.ts';
import * as pictureRetention from '#server/retention/delete-unused-pictures.ts';
import * as seo from '#server/seo/routes.ts';
import * as shopSettings from '#server/shop-settings/shop-settings.ts';
import { HOME } from './checkout.ts';

const somebody = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  refreshCounter: 0,
  email: 'asha@example.com',
  fullName: 'Asha Rao',
};
const id = randomUUID();
const request = {
  shipping_address_id: id,
  total_amount: 499,
  coupon_code: null,
  idempotencyKey: 'a-key-of-mine',
  requestHash: 'x',
  keyId: null,
};
const beginning = { ...request, keyId: 'x' };
const line = { product_id: '1', product_name: 'Tea', product_image: 'x', quantity: 1 };
const decision = {
  request,
  order: {
    lines: [{ ...line, price: 499, mrp: 499, discount: 0 }],
    address: {},
    price: priceOrder([{ ...line, price: 499 }], 'cod', NO_CHARGES),
    expected_by: '2026-11-26',
  },
};
const ref = { id, user_id: somebody.userId };
const cancellation: Step = {
  ...{ from: 'pending', to: 'cancelled', payment_status: null, refund: null },
  ...{ cash: null, parcel: null, attempts: 0, restock: null, undone: null },
  event: { kind: 'cancel', from: 'pending', shown_to_shopper: true, data: {} },
  noted: { before: null, after: null },
};
const payment = {
  id: 'pay_00000000000000',
  amount: 100,
  currency: 'INR',
  status: 'captured' as const,
  amount_refunded: 0,
};
const dispute = {
  id: 'disp_00000000000000',
  payment_id: payment.id,
  amount: 100,
  amount_deducted: 0,
  phase: 'chargeback',
  status: 'open' as const,
  created_at: 0,
};
const refund = {
  id: 'rfnd_00000000000000',
  payment_id: payment.id,
  amount: 100,
  status: 'processed' as const,
  notes: {},
};

/** The product list in each order, with each filter, on the first page and on a later one. */
const SHAPES = SORT_ORDERS.flatMap((sort) =>
  [
    {},
    { category: 'gift-set' as const },
    { search: 'travel' },
    { search: 'blue te', category: 'packaged' as const },
    { min_price: 100, max_price: 110 },
    { category: 'gift-set' as const, min_price: 100, max_price: 110 },
  ].flatMap((narrowed) => [
    { sort, ...narrowed },
    { sort, ...narrowed, after: 'p1000' },
  ]),
);

/**
 * Searches for words that few products have. For a word that thousands have, PostgreSQL scans the list in its order,
 * which it never chooses for a small table.
 */
const SEARCHES = SHAPES.flatMap((query): [ProductQuery, ParsedSearch][] => {
  const { search }: { search?: string } = query;
  if (search === undefined) return [];
  const words = search.split(' ');
  const typed = words.map((word) => ({ word, stem: null, stop_word: false, similar: [] }));
  const counts = Object.fromEntries(words.map((word) => [word, { names: 2, products: 2 }]));
  return [[query, parseSearch({ words: typed, synonyms: [], counts })]];
});

/** Every statement that the shop builds for the role shop_app, by module and function, in each of its shapes. */
export const statements: Record<string, Record<string, CompiledQuery[]>> = {
  '/server/addresses/routes.ts': {
    addressesOf: [addresses.addressesOf(somebody)],
    clearDefault: [addresses.clearDefault(somebody), addresses.clearDefault(somebody, id)],
    insertAddress: [addresses.insertAddress(somebody, HOME)],
    updateAddress: [addresses.updateAddress(somebody, id, HOME)],
    findAddress: [addresses.findAddress(somebody, id)],
    deleteAddress: [addresses.deleteAddress(somebody, id)],
  },
  '/server/cart/queries.ts': {
    listCartItems: [cart.listCartItems(somebody)],
    addCartItem: [cart.addCartItem(somebody, '1', 2)],
    setQuantity: [cart.setQuantity(somebody, id, 2)],
    removeCartItem: [cart.removeCartItem(somebody, id)],
    clearCart: [cart.clearCart(somebody)],
    isSold: [cart.isSold('1')],
  },
  '/server/delivery/queries.ts': { findAreas: [delivery.findAreas('411001')] },
  '/server/catalogue/queries.ts': {
    listProducts: SHAPES.map((query) => catalogue.listProducts(query)),
    countProducts: SHAPES.map((query) => catalogue.countProducts(query)),
    findProduct: [catalogue.findProduct('1')],
    catalogueRevision: [catalogue.catalogueRevision()],
  },
  '/server/catalogue/search/search-query.ts': {
    readVocabulary: [searching.readVocabulary('blue aprajita')],
    searchProducts: SEARCHES.map(([query, search]) => searching.searchProducts(query, search)),
    countFound: SEARCHES.map(([query, search]) => searching.countFound(query, search)),
  },
  '/server/contact/routes.ts': {
    insertMessage: [
      contact.insertMessage({ id, name: 'A', email: 'a@b.in', subject: 'S', message: 'M' }),
    ],
  },
  '/server/http/health.ts': { requireWritable: [health.requireWritable()] },
  '/server/seo/routes.ts': {
    // The last slice: a small catalogue would be read whole, which is correct.
    sitemapProducts: [seo.sitemapProducts('p999')],
    feedProducts: [seo.feedProducts('p999')],
  },
  '/server/shop-settings/shop-settings.ts': { newestSettings: [shopSettings.newestSettings()] },
  '/server/email/stored-emails.ts': {
    insertEmail: [
      email.insertEmail({ idempotencyKey: 'x', to: 'a@b.in', subject: 'S', text: 'T', html: 'H' }),
    ],
    listEmails: [email.listEmails(100)],
    findEmail: [email.findEmail('1')],
  },
  '/server/newsletter/newsletter.ts': {
    requestSubscription: [newsletter.requestSubscription('a@b.in', id, Buffer.alloc(32))],
    confirmSubscription: [newsletter.confirmSubscription(Buffer.alloc(32), null)],
    endSubscription: [newsletter.endSubscription(id)],
  },
  '/server/checkout/queries.ts': {
    readFacts: [
      checkout.readFacts(somebody, request),
      checkout.readFacts(somebody, beginning),
      checkout.readFacts(somebody, { ...request, coupon_code: 'TEA10' }),
    ],
    findCoupon: [checkout.findCoupon(somebody, 'TEA10')],
    lockProducts: [checkout.lockProducts(somebody)],
    findShoppersTerms: [checkout.findShoppersTerms(somebody, '411001')],
  },
  '/server/orders/step-queries.ts': {
    lockOrder: [steps.lockOrder(id)],
    insertRefund: [steps.insertRefund(ref, 'x', { paise: 1, reason: 'cancelled' })],
    updateOrder: [steps.updateOrder(ref, cancellation, { version: null })],
    insertEvent: [steps.insertEvent({ ...ref, by: 'shopper' }, cancellation.event)],
    restock: [
      steps.restock({ ...ref, by: 'shopper' }, { reason: 'cancelled', pieces: { [id]: 1 } }),
    ],
  },
  '/server/orders/order-update-query.ts': {
    findOrderUpdate: [orderUpdate.findOrderUpdate(somebody, id, '1')],
    findTimeline: [orderUpdate.findTimeline(id)],
    noteEventEmailed: [orderUpdate.noteEventEmailed(somebody, '1')],
  },
  '/server/orders/order-answers.ts': { findAskedOrder: [answers.findAskedOrder(id)] },
  '/server/orders/queries.ts': {
    ordersOf: [orders.ordersOf(somebody, undefined, 21), orders.ordersOf(somebody, id, 21)],
    findOrderForEmail: [orders.findOrderForEmail(somebody, id)],
    findOrder: [orders.findOrder(somebody, id)],
    findShoppersFacts: [orders.findShoppersFacts(somebody, id)],
  },
  '/server/orders/place-order.ts': {
    insertOrder: [placing.insertOrder(somebody, id, decision)],
  },
  '/server/pictures/routes.ts': {
    findPictureFile: [pictures.findPictureFile('0'.repeat(32), 640, 'avif')],
  },
  '/server/profile/routes.ts': {
    profileOf: [profile.profileOf(somebody)],
    saveProfile: [profile.saveProfile(somebody, { full_name: 'Asha', phone: '' })],
  },
  '/server/payments/intents/begin-payment.ts': {
    insertIntent: [
      begin.insertIntent(somebody, id, 'sandbox', 1, { ...decision, request: beginning }),
    ],
  },
  '/server/payments/intents/finalize-payment.ts': {
    lockAddress: [finalize.lockAddress(ref)],
    findPlacedOrder: [finalize.findPlacedOrder(ref)],
    savePayment: [finalize.savePayment(ref, payment)],
    placePaidOrder: [finalize.placePaidOrder(ref, payment)],
  },
  '/server/payments/disputes/record-dispute.ts': {
    saveDispute: [disputes.saveDispute(ref.user_id, dispute)],
    findDispute: [disputes.findDispute(ref)],
  },
  '/server/payments/refunds/refund-queries.ts': {
    findRefund: [refunds.findRefund(ref)],
    lockPayment: [refunds.lockPayment(ref.user_id, payment.id)],
    insertRefund: [refunds.insertRefund(ref.user_id, payment, 'duplicate')],
    updateOwnRefund: [refunds.updateOwnRefund(ref.user_id, refund, 'a-key-of-mine')],
    saveDashboardRefund: [refunds.saveDashboardRefund(ref.user_id, refund)],
    cancelExcessRefunds: [refunds.cancelExcessRefunds(ref.user_id, refund.payment_id, [refund])],
    failRefund: [refunds.failRefund(ref)],
    updatePaymentStatus: [refunds.updatePaymentStatus(ref.user_id, payment.id)],
  },
  '/server/payments/intents/intent.ts': {
    findIntent: [intents.findIntent(ref)],
    ownerOfGatewayOrder: [intents.ownerOfGatewayOrder('order_x')],
    lockIntent: [intents.lockIntent(ref)],
    findIntentByGatewayOrder: [intents.findIntentByGatewayOrder(ref.user_id, 'order_x')],
    findPaymentState: [intents.findPaymentState(ref.user_id)],
    findPaymentView: [intents.findPaymentView(ref)],
    findShopRefund: [intents.findShopRefund(ref.user_id, payment.id)],
    markSignatureReceived: [intents.markSignatureReceived(ref)],
    findAuthorizedPayment: [intents.findAuthorizedPayment(ref)],
    endChecks: [intents.endChecks(ref)],
  },
  '/server/payments/intents/intent-stock.ts': {
    lockProducts: [stock.lockProducts(ref)],
    reserveIfEnough: [stock.reserveIfEnough(ref, 60)],
    releaseStock: [stock.releaseStock(ref, 'expired')],
  },
  '/server/payments/reconcile/reconcile.ts': {
    databaseTime: [reconciliations.databaseTime()],
    isPaymentProcessed: [reconciliations.isPaymentProcessed(ref.user_id, payment)],
  },
  '/server/payments/intents/open-payment-window.ts': {
    claimCreation: [gatewayOrders.claimCreation(ref)],
    saveGatewayOrder: [gatewayOrders.saveGatewayOrder(ref, 'order_x')],
    endClaim: [gatewayOrders.endClaim(ref)],
  },
  '/server/payments/shop-payments.ts': {
    decidePaymentEnvironment: [modes.decidePaymentEnvironment(true)],
    findPaymentEnvironment: [modes.findPaymentEnvironment()],
  },
};

const priced = { price: 499, mrp: 499 };
const hash = '0'.repeat(32);
const old = [new Date(), 500] as const;

/** The same for the role shop_worker. */
export const workerStatements: typeof statements = {
  '/server/catalogue/apply-price-changes.ts': {
    lockPriceChanges: [priceChanges.lockPriceChanges()],
    findDue: [priceChanges.findDue()],
    lockPrices: [priceChanges.lockPrices('1')],
    lockPriceChange: [priceChanges.lockPriceChange({ id, product_id: '1', state: 'active' })],
    setPrices: [priceChanges.setPrices('1', priced)],
    beginPriceChange: [priceChanges.beginPriceChange(id, priced)],
    endPriceChange: [priceChanges.endPriceChange(id)],
    logPrices: [priceChanges.logPrices('start_price_change', '1', priced, priced)],
  },
  '/server/contact/routes.ts': {
    findMessage: [contact.findMessage(id)],
    findAnswer: [contact.findAnswer(id)],
  },
  '/server/job-handlers.ts': { findDeleted: [deletedCustomer.findDeleted(id)] },
  '/server/newsletter/newsletter.ts': {
    findRequest: [newsletter.findRequest(id, { percent: 10, days: 30 })],
    findCampaignText: [newsletter.findCampaignText(id)],
    queueDeliveries: [newsletter.queueDeliveries(id, 1, 20)],
    lockCampaignOf: [newsletter.lockCampaignOf(id)],
    releaseDelivery: [newsletter.releaseDelivery(id)],
    findDelivery: [newsletter.findDelivery(id)],
    endDelivery: [newsletter.endDelivery(id, 'sent'), newsletter.endDelivery(id, 'held')],
    stopIfMostlyRefused: [newsletter.stopIfMostlyRefused(id)],
  },
  '/server/payments/intents/intent.ts': { ownerOfPayment: [intents.ownerOfPayment(payment.id)] },
  '/server/payments/reconcile/reconcile.ts': {
    unfinishedIntents: [reconciliations.unfinishedIntents()],
    unfinishedRefunds: [reconciliations.unfinishedRefunds()],
  },
  '/server/pictures/routes.ts': {
    findOriginal: [pictures.findOriginal(hash)],
    storePicture: [pictures.storePicture(hash, [])],
  },
  '/server/retention/delete-expired-data.ts': {
    deleteAbandonedPayments: [retention.deleteAbandonedPayments(...old)],
    deleteCarts: [retention.deleteCarts(...old)],
    forgetCorrectedAddresses: [retention.forgetCorrectedAddresses(...old)],
    deleteDemoEmails: [retention.deleteDemoEmails(...old)],
    deleteInvitations: [retention.deleteInvitations(...old)],
    deleteStaffSessions: [retention.deleteStaffSessions(...old)],
    deleteRateLimits: [retention.deleteRateLimits(...old)],
    deleteMessages: [retention.deleteMessages(...old)],
    deleteUnconfirmed: [retention.deleteUnconfirmed(...old)],
  },
  '/server/retention/delete-unused-pictures.ts': {
    noteUse: [pictureRetention.noteUse()],
    findUnused: [pictureRetention.findUnused(...old)],
    keepOrdered: [pictureRetention.keepOrdered([hash])],
    deletePictures: [pictureRetention.deletePictures([hash], new Date())],
  },
};
