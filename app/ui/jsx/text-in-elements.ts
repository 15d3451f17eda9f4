import type { ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

/** Those that matter here. */
export type Props = { children?: ReactNode };

/**
 * Gives each text an element of its own, so that React keeps no text node, whatever a component renders.
 *
 * A page translator (Chrome's, on most phones in India) replaces every text node by a `<font>`. React would go on to
 * write to the nodes that are gone, and throws when it removes one or inserts before one (facebook/react#11538). The
 * text that is an element's only child is safe: React sets it as `textContent`. So neighbouring texts become one, and
 * a text beside elements gets a `<span>`. The places of the children stay the same, and with them their state.
 *
 * @returns the same props if no text had to move.
 */
export function textInElements<P extends Props>(type: unknown, props: P): P {
  let children = joinTexts(props.children);
  // Fragments, contexts and the like have no element, and may stand beside others.
  const isTransparent = typeof type === 'symbol' || typeof type === 'object';
  if (isTransparent && isText(children)) children = span(children);
  if (isText(children) && isTranslated()) {
    // Translated before hydration: React must not take the translation for an error and render the page again.
    return { ...props, children, suppressHydrationWarning: true };
  }
  return children === props.children ? props : { ...props, children };
}

function joinTexts(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  const parts: ReactNode[] = children.map(joinTexts);
  if (!parts.some(isText)) return parts.some(isChanged, children) ? parts : children;
  /** Where the present run of texts begins. */
  let first = -1;
  for (const [place, part] of parts.entries()) {
    if (isText(part)) {
      if (first < 0) first = place;
      else {
        parts[first] = `${parts[first]}${part}`;
        parts[place] = null;
      }
    } else if (!isEmpty(part)) first = -1;
  }
  if (parts.every((part) => isText(part) || isEmpty(part))) return parts.find(isText);
  return parts.map((part, place) => (isText(part) ? span(part, `.${place}`) : part));
}

function span(text: string | number | bigint, key?: string) {
  return jsx('span', textInElements('span', { children: text }), key);
}

function isChanged(this: readonly ReactNode[], part: ReactNode, place: number): boolean {
  return part !== this[place];
}

const isEmpty = (node: ReactNode) => node == null || typeof node === 'boolean' || node === '';

function isText(node: ReactNode): node is string | number | bigint {
  return (
    (typeof node === 'string' && node !== '') ||
    typeof node === 'number' ||
    typeof node === 'bigint'
  );
}

/** Some translators change the nodes in place; they say so in the document's language. */
function isTranslated(): boolean {
  return !import.meta.env.SSR && (fonts.length > 0 || document.documentElement.lang !== LANGUAGE);
}

/** The language of all pages. */
export const LANGUAGE = 'en-IN';
/** Those in the document at any time. The shop renders none. */
const fonts = import.meta.env.SSR ? [] : document.getElementsByTagName('font');
