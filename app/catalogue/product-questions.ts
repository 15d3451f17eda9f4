import type { Product } from '#contract/catalogue.ts';
import { cupsIn, GRAMS_PER_CUP } from '#domain/brewing.ts';
import type { Fact } from './product-facts.ts';

/** What people ask about a product, answered from the catalogue, the specification and the pages it links to. */
export function questionsAbout({
  contents,
  brewing,
}: Pick<Product, 'contents' | 'brewing'>): Fact[] {
  const cups = cupsIn(contents);
  const measure = brewing[0]?.text ?? '';
  return [
    ...(cups > 0
      ? [
          [
            'How many cups does it make?',
            `About ${cups}. We count ${GRAMS_PER_CUP} g of flowers for each cup. ${measure}`,
          ] as const,
        ]
      : []),
    [
      'Does it keep me awake?',
      'No. Butterfly pea is a flower, not a tea leaf, and has no caffeine.',
    ],
    [
      'Why does the colour change?',
      'The blue is anthocyanin, which answers to acid: lemon juice turns it purple. Nothing is added.',
    ],
    [
      'How should I store it?',
      'Dry, dark and well closed: light takes the blue away. Use it before the date on the pack.',
    ],
    [
      'Is it safe in pregnancy or with medicine?',
      'It is a food, not a medicine. If you are pregnant, nursing or taking medicine, ask your doctor first.',
    ],
    [
      'Is everything in the pictures in the box?',
      'No. You get what the list says; saucers, lemon, honey and flowers around it are only shown.',
    ],
  ];
}
