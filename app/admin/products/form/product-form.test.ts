import { expect, test } from 'vitest';
import { namesOf } from './draft.ts';

test('what is wrong is named from the top of the form to its end', () => {
  const errors = {
    name: 'Enter a name',
    'contents.0.item': 'Enter what it is',
    'images.1.text': 'Say what the picture shows',
    'images.2.text': 'Say what the picture shows',
    mrp: 'The price is above the MRP',
  };
  expect(namesOf(errors)).toBe('Name, MRP, Pictures, In the box');
});
