import { originOf } from '#app/shell/document/origin.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { siteMeta } from '#app/shell/document/site-meta.ts';
import type { Route } from './+types/faq-page';
import { questions } from './faq-questions.ts';

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
