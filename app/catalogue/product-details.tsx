import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { Product } from '#contract/catalogue.ts';

/** The four tabs under a product. */
export function ProductDetails({ product }: { product: Product }) {
  const [selected, setSelected] = useState('description');
  const tabs = [
    { id: 'description', title: 'Description', content: <Description product={product} /> },
    { id: 'benefits', title: 'Benefits', content: <Benefits product={product} /> },
    { id: 'brewing', title: 'How to Brew', content: <Brewing product={product} /> },
    { id: 'ingredients', title: 'Ingredients', content: <Ingredients product={product} /> },
  ];
  return (
    <div className="mt-10">
      <Tabs
        label={`About ${product.name}`}
        tabs={tabs}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
}

function Description({ product }: { product: Product }) {
  return (
    <div className="grid max-w-2xl gap-4">
      {product.long_description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Benefits({ product }: { product: Product }) {
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      {product.benefits.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-display text-xl font-medium text-ink">{title}</dt>
          <dd className="mt-1">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Brewing({ product }: { product: Product }) {
  return (
    <ol className="grid gap-3 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      {product.brewing.map(({ title, text }, step) => (
        <li key={title} className="rounded-md bg-mist p-5">
          <span aria-hidden="true" className="font-display text-2xl text-gold">
            {step + 1}
          </span>
          <h3 className="mt-1 text-lg">{title}</h3>
          <p className="mt-1 text-sm">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Ingredients({ product }: { product: Product }) {
  return (
    <div>
      <p>{product.ingredients}</p>
      <ul aria-label="Certifications" className="mt-5 flex flex-wrap gap-2">
        {product.certifications.map((certification) => (
          <li key={certification}>
            <Badge tone="green">{certification}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
