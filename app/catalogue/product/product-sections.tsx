import type { Fact, ProductFacts } from './product-facts.ts';

/** Below the tabs: facts at a glance, what is in the box, questions and answers, the label. */
export function ProductSections({ facts }: { facts: ProductFacts }) {
  return (
    <>
      <Facts facts={facts.glance} className="facts mt-10 rounded-lg bg-surface-accent p-5" />
      <div className="columns grid gap-x-8 md:grid-cols-2 lg:gap-16">
        <section>
          {facts.box.length > 0 && (
            <>
              <h2>In the box</h2>
              <ul>
                {facts.box.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          <h2>Questions and answers</h2>
          {facts.questions.map(([question, answer]) => (
            <details key={question} className="disclosure">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
        <section>
          <h2>On the label</h2>
          <Facts
            facts={facts.label}
            className="specs rounded-lg border border-border bg-surface p-5"
          />
        </section>
      </div>
    </>
  );
}

function Facts({ facts, className }: { facts: readonly Fact[]; className: string }) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
