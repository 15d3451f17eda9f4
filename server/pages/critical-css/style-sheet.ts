import postcss, { type ChildNode } from 'postcss';
import { inlineCssVariables } from './inline-css-variables.ts';

/** A parsed style sheet from which rules can be left out. */
export type StyleSheet = readonly Part[];

type Part =
  /** `body` with its braces. */
  | { kind: 'rule'; selectors: readonly Selector[]; body: string }
  /** Something without selectors, which is always kept: a font, a registered property, an order of layers. */
  | { kind: 'statement'; text: string }
  /** A layer, media query or the like around other rules. */
  | { kind: 'group'; head: string; parts: StyleSheet };

/** A selector, and the elements, classes and states without which it matches nothing; without any it is always kept. */
type Selector = { text: string; needs: readonly string[] };

/** Reads a minified style sheet. Throws when a brace is not closed: half a style sheet is worse than none. */
export function parseStyleSheet(css: string): StyleSheet {
  return postcss.parse(css).nodes.flatMap(readNode);
}

function readNode(node: ChildNode): Part[] {
  const text = node.toString();
  if (node.type === 'comment' || NOT_CRITICAL.test(text)) return [];
  if (node.type === 'rule') {
    const selectors = node.selectors.map((text) => ({ text, needs: needsOf(text) }));
    return [{ kind: 'rule', selectors, body: text.slice(node.selector.length) }];
  }
  if (node.type !== 'atrule' || !node.nodes) return [{ kind: 'statement', text: `${text};` }];
  if (!GROUPS.includes(node.name)) return [{ kind: 'statement', text }];
  const head = `@${node.name} ${node.params}`;
  return [{ kind: 'group', head, parts: node.nodes.flatMap(readNode) }];
}

const GROUPS = ['layer', 'media', 'supports', 'container'];

/** The critical CSS: the rules that can match a page with these elements and classes, in their order, as text. */
export function criticalCss(sheet: StyleSheet, present: ReadonlySet<string>): string {
  const canMatch = ({ needs }: Selector) => needs.every((name) => present.has(name));
  const write = (parts: StyleSheet): string =>
    parts
      .map((part) => {
        if (part.kind === 'group') {
          const inside = write(part.parts);
          if (part.head === SUPPORTED_BY_ALL) return inside;
          return inside && `${part.head}{${inside}}`;
        }
        if (part.kind === 'statement') return part.text;
        const selectors = part.selectors.filter(canMatch);
        return selectors.length > 0 ? selectors.map(({ text }) => text).join(',') + part.body : '';
      })
      .join('');
  return dropRedundant(inlineCssVariables(withoutUnusedKeyframes(write(sheet))));
}

/** Tailwind puts this around every mixed colour of its utilities; every browser that Tailwind 4 supports passes it. */
const SUPPORTED_BY_ALL = '@supports (color:color-mix(in lab, red, red))';

/** Drops animations that no kept rule uses; they come with the whole style sheet, before any script needs them. */
function withoutUnusedKeyframes(css: string): string {
  return css
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (keyframes, name) =>
      new RegExp(`animation[^;{}]*\\b${name}\\b`).test(css) ? keyframes : '',
    )
    .replace(/@media[^{};]*\{\}/g, '');
}

/**
 * The elements, classes and states without which a selector matches nothing. Names inside brackets, as in `:not(.a)`,
 * do not count, but for `:is(.a .b)`, `:where(.a .b)` and the first one in `:has(.a)`.
 */
function needsOf(selector: string): string[] {
  const unbracketed = withoutBrackets(selector);
  const outside = unbracketed.replace(/(?<!\\)\[[^\]]*\]/g, '');
  const states = unbracketed.match(/(?<!\\)(?:\[aria-[a-z]+=(?:true|page)\]|:disabled)/g) ?? [];
  const classes = [...outside.matchAll(CLASS)];
  const elements = [
    ...outside.replace(CLASS, '').matchAll(/(?<![\w:#-])([a-z][a-z0-9]*)(?![\w-])/g),
  ];
  const [, inside] = /:has\(([\w.-]+)[^(),]*\)/.exec(selector) ?? [];
  return [
    ...states,
    ...(inside ? [inside] : []),
    ...classes.map(([, name = '']) => `.${name.replace(/\\(.)/g, '$1')}`),
    ...elements.map(([, name = '']) => name),
  ];
}

/** Leaves the brackets out, from the innermost; of `:is` and `:where` with a single selector only they go. */
function withoutBrackets(selector: string): string {
  const next = selector.replace(
    /(:[\w-]+)?(?<!\\)\(((?:\\.|[^()\\])*)\)/g,
    (_, name: string | undefined, inside: string) =>
      /^:(?:is|where)$/.test(name ?? '') && !/(?<!\\),/.test(inside) ? inside : (name ?? ''),
  );
  return next === selector ? selector : withoutBrackets(next);
}

const CLASS = /(?<!\\)\.((?:\\.|[\w-]|[^\0-\x7f])+)/g;

/**
 * Rules that can wait for the whole style sheet without changing the first paint: print, hover, transitions, what only
 * shapes scrolling, pointer or selection, fonts for letters beyond English (`fonts.css`), the inside of date, number, file
 * and search fields, the colour of placeholders (the shop's fields have their own), Firefox's own focus rings, and
 * Tailwind's fallbacks for browsers from before 2024, in its layer of properties.
 */
const NOT_CRITICAL =
  /^@media (?:\(hover:hover\)|print\b)|^@font-face\{.*unicode-range:(?!U\+20-)|^@layer properties\b|^\.(?:transition|duration)-|^::(?:-webkit-(?:date|calendar|inner|outer|search)|file-selector)|^@supports \(not \(\(-webkit-appearance|^:-moz-|^::selection|\{(?:scroll-behavior|scroll-snap-align|cursor):[^;{}]*\}$/;

/**
 * The pieces of a page's markup that say which rules can match it, each once: starts of tags, class attributes and the
 * states that only scripts change. The whole style sheet is loaded before a script changes a state (`deferHydration`).
 */
export function markupOf(html: string): Set<string> {
  return new Set(html.match(MARKUP));
}

const MARKUP = /<[a-z][a-z0-9]*|\s(?:class="[^"]*|aria-[a-z]+="(?:true|page)"|disabled="")/g;
const CLASS_ATTRIBUTE = 'class="';

/** Elements, classes (with a dot) and states in selector syntax. */
export function namesIn(markup: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const piece of markup) {
    const attribute = piece.slice(1); // without the space or '<' before it
    if (attribute.startsWith(CLASS_ATTRIBUTE)) {
      const classes = decode(attribute.slice(CLASS_ATTRIBUTE.length)).split(/\s+/);
      for (const name of classes) names.add(`.${name}`);
    } else if (attribute === 'disabled=""') names.add(':disabled');
    else if (attribute.endsWith('"')) names.add(`[${attribute.replaceAll('"', '')}]`);
    else names.add(attribute);
  }
  return names;
}

/** Decodes the entities that React writes into attributes. */
function decode(text: string): string {
  const entities: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" };
  return text.replace(/&(\w+|#x27);/g, (whole, name) => entities[name] ?? whole);
}

/**
 * Drops what changes nothing, which minifiers of single rules cannot see and the first answer of a page, compressed
 * quickly, pays for: declarations that are repeated at once or that the next rule with the same selector overrides, and
 * rules that lost all their declarations.
 */
function dropRedundant(css: string): string {
  const less = css
    .replace(/(?<=[{;])([\w-]+:[^{};"]*;)\1+/g, '$1')
    .replace(/(?<=^|[{};])([^{};@]+)\{([\w-]+):[^{};]*\}(?=\1\{(?:[^{}]*;)?\2:)/g, '')
    .replace(/(?<=^|[{}])[^{};"']+\{\}/g, '');
  return less === css ? css : dropRedundant(less);
}
