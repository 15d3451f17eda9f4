import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { ShownProduct } from './product-facts.ts';

/** The four tabs under a product; one without content is left out. */
export function ProductDetails({ product }: { product: ShownProduct }) {
  const [selected, setSelected] = useState('description');
  const { name, long_description, benefits, brewing, ingredients, certifications } = product;
  const description = <p className="max-w-2xl whitespace-pre-line">{long_description}</p>;
  const tabs = [
    { id: 'description', title: 'Description', empty: false, content: description },
    {
      id: 'benefits',
      title: 'Benefits',
      empty: benefits.length === 0,
      content: (
        <dl className={COLUMNS}>
          {benefits.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-display text-xl font-medium text-foreground">{title}</dt>
              <dd className="mt-1">{text}</dd>
            </div>
          ))}
        </dl>
      ),
    },
    {
      id: 'brewing',
      title: 'How to Brew',
      empty: brewing.length === 0,
      content: (
        <ol className={COLUMNS}>
          {brewing.map(({ title, text }, step) => (
            <li key={title} className="rounded-md bg-surface-muted p-5">
              <span aria-hidden="true" className="font-display text-2xl text-tertiary">
                {step + 1}
              </span>
              <h3 className="mt-1 text-lg">{title}</h3>
              <p className="mt-1 text-sm">{text}</p>
            </li>
          ))}
        </ol>
      ),
    },
    {
      id: 'ingredients',
      title: 'Ingredients',
      empty: !ingredients && certifications.length === 0,
      content: (
        <>
          <p>{ingredients}</p>
          <ul aria-label="Certifications" className="mt-5 flex flex-wrap gap-2">
            {certifications.map((certification) => (
              <li key={certification}>
                <Badge tone="green">{certification}</Badge>
              </li>
            ))}
          </ul>
        </>
      ),
    },
  ];
  return (
    <div className="mt-10">
      <Tabs
        label={`About ${name}`}
        tabs={tabs.filter(({ empty }) => !empty)}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
}

const COLUMNS = 'grid gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2';
