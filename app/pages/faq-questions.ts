/** Questions and answers of the FAQ; the page and the structured data for search engines share them. */
export function questions(onlinePayment: boolean) {
  return QUESTIONS.map((entry) =>
    entry.question === PAYING.question && onlinePayment
      ? { ...entry, answer: PAYING.online }
      : entry,
  );
}

const PAYING = {
  question: 'How can I pay?',
  online:
    'Online by UPI, card, netbanking or wallet, through Razorpay, or in cash when the parcel arrives. You choose at checkout.',
  cash: 'In cash when the parcel arrives.',
};

const QUESTIONS = [
  {
    question: 'What does butterfly pea tea taste like?',
    answer:
      'Mild and a little earthy, close to a light green tea without its edge. It takes lemon, honey, ginger and mint gladly.',
  },
  {
    question: 'Is there caffeine in it?',
    answer:
      'No. Butterfly pea is a flower, not a tea leaf, and has no caffeine at any hour of the day.',
  },
  {
    question: 'Why does it turn purple?',
    answer:
      'The blue comes from anthocyanins, which change colour with acidity. A little lemon juice turns the cup from blue to violet.',
  },
  {
    question: 'How do I brew it?',
    answer:
      'Take 5-7 dried flowers for each cup, pour on hot water at 80-90°C and steep for 3-5 minutes. Add lemon juice for the colour and honey if you like.',
  },
  {
    question: 'How should I keep the flowers?',
    answer:
      'Dry, dark and well closed. Light is what takes the blue away. Use the flowers within the date printed on the pack.',
  },
  {
    question: 'Can everyone drink it?',
    answer:
      'It is a food, not a medicine. If you are pregnant, nursing, or taking medicine, please ask your doctor first.',
  },
  {
    question: 'When will my order arrive?',
    answer: 'Within 3-5 business days anywhere in India that our couriers reach.',
  },
  { question: PAYING.question, answer: PAYING.cash },
  {
    question: 'Can I return something?',
    answer:
      'What arrives broken or wrong is replaced or refunded if you tell us within 48 hours. Unopened packs can be returned within 7 days.',
  },
];
