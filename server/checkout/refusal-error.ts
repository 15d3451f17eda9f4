import { AppError, type RejectedItem } from '#contract/errors.ts';
import type { CheckoutRefusal } from '#domain/decide-checkout.ts';
import { isolated } from '#domain/isolated.ts';

/** The refusal in words for the shopper. `paysOnline`: the checkout offers it, so that a refusal of cash can suggest it. */
export function refusalError(refusal: CheckoutRefusal, paysOnline: boolean): AppError {
  switch (refusal.code) {
    case 'address_not_found':
      return new AppError(refusal.code, { message: 'Please select a shipping address' });
    case 'not_served': {
      const message = `We do not deliver to ${isolated(refusal.pin)} yet. Please choose another address.`;
      return new AppError(refusal.code, { message });
    }
    case 'product_gone':
    case 'out_of_stock':
    case 'price_changed': {
      const lines = refusal.lines.map(toRejectedItem);
      return new AppError(refusal.code, { message: MESSAGES[refusal.code](lines), lines });
    }
    case 'cash_limit':
      return cashLimit(refusal, paysOnline);
    case 'code_refused':
      return new AppError(refusal.code, { message: refusal.reason });
    case 'unpaid_limit': {
      const message = `You can order at most ${refusal.limit} of ${refusal.product_name} at a time; cash orders on their way count too. Please order fewer, or write to us.`;
      return new AppError(refusal.code, { message });
    }
    default:
      return new AppError(refusal.code);
  }
}

const MESSAGES = {
  product_gone: (lines: RejectedItem[]) => `${names(lines)} is no longer sold.`,
  out_of_stock: (lines: RejectedItem[]) =>
    lines
      .map(({ stock, product_name }) =>
        stock === 0 ? `${product_name} is sold out.` : `Only ${stock} of ${product_name} left.`,
      )
      .join(' '),
  price_changed: (lines: RejectedItem[]) => `The price of ${names(lines)} has changed.`,
};

function names(lines: RejectedItem[]): string {
  return new Intl.ListFormat('en').format(lines.map((line) => line.product_name));
}

function toRejectedItem(line: RejectedItem): RejectedItem {
  const { product_id, product_name, quantity, stock, price, current_price } = line;
  return { product_id, product_name, quantity, stock, price, current_price };
}

function cashLimit(
  refusal: Extract<CheckoutRefusal, { code: 'cash_limit' }>,
  paysOnline: boolean,
): AppError {
  const say = (message: string) => new AppError('cash_limit', { message });
  switch (refusal.exceeded) {
    case 'blocked': {
      const way = paysOnline ? 'Please pay online, or write to us.' : 'Please write to us.';
      return say(`Cash on delivery is not available for your account. ${way}`);
    }
    case 'area': {
      const way = paysOnline ? 'Please pay online.' : 'Please choose another address.';
      return say(`Cash on delivery is not available at this address. ${way}`);
    }
    case 'total':
      return paysOnline
        ? new AppError('cash_limit')
        : say('This order is too large for cash on delivery. Please order less, or write to us.');
    case 'orders': {
      const orders = refusal.limit === 1 ? 'order on its' : 'orders on their';
      const way = paysOnline
        ? 'Please pay this one online.'
        : 'Please order again when one has arrived, or write to us.';
      return say(`You have ${refusal.limit} cash ${orders} way. ${way}`);
    }
  }
}
