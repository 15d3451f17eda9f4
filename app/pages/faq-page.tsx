import { renderContext } from '#app/shell/document/render-context.ts';
import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import type { Route } from './+types/faq-page';

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
      'Mild and a little earthy, like a light green tea without the bitterness. It goes well with lemon, honey, ginger and mint.',
  },
  {
    question: 'Is there caffeine in it?',
    answer: 'No. Butterfly pea is a flower, not a tea leaf, and has no caffeine.',
  },
  {
    question: 'Why does it turn purple?',
    answer:
      'The blue comes from anthocyanins, which change colour with acidity. A little lemon juice turns the cup from blue to violet.',
  },
  {
    question: 'How do I brew it?',
    answer:
      'Take 5-7 dried flowers for each cup, or one pyramid bag or stick sachet. Pour on hot water at 80-90°C and steep for 3-5 minutes. Add lemon juice for the colour and honey if you like.',
  },
  {
    question: 'How should I keep the flowers?',
    answer:
      'Keep them dry, dark and well closed: light fades the blue. Use them before the date printed on the pack.',
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
      'If something arrives broken or wrong, tell us within 48 hours and we refund it. Unopened packs can be returned within 7 days.',
  },
];

export function loader({ context }: Route.LoaderArgs) {
  return { onlinePayment: context.get(renderContext).onlinePayment };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return [
    ...siteMeta(originOf(matches), {
      title: 'FAQ',
      description:
        'Answers about butterfly pea tea and the shop: taste, caffeine, brewing, keeping, delivery, paying and returns.',
      path: '/faq',
    }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: questions(loaderData?.onlinePayment ?? false).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    },
  ];
}

export default function FaqPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width max-w-3xl py-12 sm:py-16">
      <h1 className="text-4xl">Frequently asked questions</h1>
      <div className="mt-8 border-t border-border">
        {questions(loaderData.onlinePayment).map(({ question, answer }) => (
          <details key={question} className="disclosure">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}

/** Questions and answers of the FAQ; the page and the structured data for search engines share them. */
function questions(onlinePayment: boolean) {
  return QUESTIONS.map((entry) =>
    entry.question === PAYING.question && onlinePayment
      ? { ...entry, answer: PAYING.online }
      : entry,
  );
}
