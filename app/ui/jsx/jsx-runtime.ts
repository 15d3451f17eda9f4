import type { Component, ElementType, Key, JSX as React, ReactElement, ReactNode } from 'react';
import * as runtime from 'react/jsx-runtime';
import { type Props, textInElements } from './text-in-elements.ts';

// What the compiler makes of JSX (`jsxImportSource`): React's elements, with each text in one of its own.

export { Fragment } from 'react/jsx-runtime';

export function jsx(type: ElementType, props: Props, key?: Key) {
  return runtime.jsx(type, textInElements(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key) {
  const own = textInElements(type, props);
  // Several texts may have become one.
  return Array.isArray(own.children) ? runtime.jsxs(type, own, key) : runtime.jsx(type, own, key);
}

/** React's types, but no component returns a bare text: its parent would not see it. */
export declare namespace JSX {
  type ElementType =
    | keyof React.IntrinsicElements
    | ((props: never) => ReactElement | false | null | undefined)
    | (new (
        props: never,
      ) => Component)
    // Contexts, Suspense and lazy components of React, which show what they are given.
    | { (props: never): ReactNode; readonly $$typeof: symbol };
  type Element = React.Element;
  type ElementClass = React.ElementClass;
  type ElementAttributesProperty = React.ElementAttributesProperty;
  type ElementChildrenAttribute = React.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = React.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = React.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = React.IntrinsicClassAttributes<T>;
  type IntrinsicElements = React.IntrinsicElements;
}
