import type { Fact } from './product-facts.ts';

/** Common questions about a product, answered from the specification and the pages it links to. */
export const QUESTIONS: Fact[] = [
  ['Does it keep me awake?', 'No. Butterfly pea is a flower, not a tea leaf, and has no caffeine.'],
  ['How should I store it?', 'Dry, dark and well closed: light fades the blue.'],
  [
    'Is it safe in pregnancy or with medicine?',
    'It is a food, not a medicine. Please ask your doctor first.',
  ],
];
