import type { JobData } from '../jobs/queues.ts';
import type { Letter } from '../mail/letter/letter.ts';

/** To the shop: nobody could find out what became of a payment, and its goods are on the shelf again. */
export function paymentUnanswered(payment: JobData['payment-unanswered'], to: string): Letter {
  const { payment_id, gateway_order_id, order_number } = payment;
  return {
    onceKey: `payment-unanswered:${payment_id}`,
    to,
    subject: `A payment needs attention: #${order_number}`,
    preview: 'The gateway could not tell in ten days whether it was paid.',
    heading: 'A payment needs a person',
    blocks: [
      {
        kind: 'text',
        text: `We could not settle the payment begun for #${order_number} while we kept its goods: the gateway does not answer about it, does not let us take the money, or its key is not among the settings any more. The goods are on the shelf again. If it was paid, the money has to be given back by hand.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: 'Order at the gateway', value: gateway_order_id ?? 'none', strong: true },
          { name: 'Order number', value: order_number },
        ],
      },
      {
        kind: 'action',
        label: 'Open the Razorpay dashboard',
        url: `https://dashboard.razorpay.com/app/orders/${encodeURIComponent(gateway_order_id ?? '')}`,
      },
    ],
    reason: 'The shop sends this to itself.',
  };
}
