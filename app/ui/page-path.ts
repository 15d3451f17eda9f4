import type { Register } from 'react-router';

/** `/product/:id` as `/product/${string}`; `/admin/*` as `/admin` and `/admin/${string}`. */
type Filled<Pattern extends string> = Pattern extends `${infer Before}/:${string}`
  ? `${Before}/${string}`
  : Pattern extends `${infer Before}/*`
    ? Before | `${Before}/${string}`
    : Pattern;

/** The path of a page of app/routes.ts. React Router generates the list, so a page that is renamed there is found. */
export type PagePath = Filled<Exclude<Extract<keyof Register['pages'], string>, '/*'>>;

/** A page's path with or without a query. */
export type PageAddress = PagePath | `${PagePath}${'?' | '#'}${string}`;
