import { AppError, type RejectedItem } from '#contract/errors.ts';
import type { CheckoutRefusal } from '#domain/decide-checkout.ts';
import { isolated } from '#domain/isolated.ts';

/** The refusal in words for the shopper. */
export function refusalError(refusal: CheckoutRefusal): AppError {
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
      return new AppError(refusal.code, { message: refusal.message });
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
