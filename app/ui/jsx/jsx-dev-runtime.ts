import type { ElementType, Key } from 'react';
import * as runtime from 'react/jsx-dev-runtime';
import { type Props, textInElements } from './text-in-elements.ts';

// jsx-runtime.ts for development and tests.

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from './jsx-runtime.ts';

export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: runtime.JSXSource,
  self?: unknown,
) {
  const own = textInElements(type, props);
  // Several texts may have become one.
  const isList = isStatic && Array.isArray(own.children);
  return runtime.jsxDEV(type, own, key, isList, source, self);
}
