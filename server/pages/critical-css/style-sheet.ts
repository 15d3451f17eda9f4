import { foldVariables } from './fold-variables.ts';

/** A style sheet, read so far that rules can be left out of it. */
export type Sheet = readonly Part[];

type Part =
  /** A rule, with the elements and classes each of its selectors needs; with none, something that is always kept. */
  | { kind: 'rule'; text: string; needs: readonly (readonly string[])[] }
  /** A layer, a media query and the like around others. */
  | { kind: 'group'; head: string; parts: Sheet };

/**
 * Reads a minified style sheet (no comments inside selectors). Throws when a brace is not closed: half a sheet is
 * worse than none.
 */
export function readSheet(css: string): Sheet {
  const parts: Part[] = [];
  let start = 0;
  while (start < css.length) {
    const end = endOf(css, start, ';{');
    if (css[end] !== '{') {
      const text = css.slice(start, end + 1).trim();
      if (text) parts.push({ kind: 'rule', text, needs: [] });
      start = end + 1;
      continue;
    }
    const close = endOf(css, end + 1, '}');
    if (close >= css.length) throw new Error('A brace is not closed in the style sheet');
    parts.push(readPart(css.slice(start, end).trim(), css.slice(end + 1, close)));
    start = close + 1;
  }
  return parts;
}

/** The rules that can match something in a page made of these elements and classes, in their order, as text. */
export function styleFor(sheet: Sheet, there: ReadonlySet<string>): string {
  const isThere = (name: string) => there.has(name);
  const write = (parts: Sheet): string =>
    parts
      .map((part) => {
        if (part.kind === 'group') {
          const inside = write(part.parts);
          if (part.head === KNOWN_BY_ALL) return inside;
          return inside && `${part.head}{${inside}}`;
        }
        const matches =
          part.needs.length === 0 || part.needs.some((needed) => needed.every(isThere));
        return matches ? part.text : '';
      })
      .join('');
  return foldVariables(withoutUnusedKeyframes(write(sheet)));
}

/** Around every colour that is mixed, in the layer of utilities: browsers that Tailwind 4 supports know it. */
const KNOWN_BY_ALL = '@supports (color:color-mix(in lab, red, red))';

/** What moves only once a script has changed something waits with the rest of the sheet. */
function withoutUnusedKeyframes(css: string): string {
  return css
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (keyframes, name) =>
      new RegExp(`animation[^;{}]*\\b${name}\\b`).test(css) ? keyframes : '',
    )
    .replace(/@media[^{};]*\{\}/g, '');
}

function readPart(head: string, body: string): Part {
  const bare = head.replace(/\/\*.*?\*\//gs, '').trim();
  if (CAN_WAIT.test(`${bare}{${body}`)) return { kind: 'rule', text: '', needs: [] };
  if (/^@(?:layer|media|supports|container)\b/.test(bare)) {
    return { kind: 'group', head: bare, parts: readSheet(body) };
  }
  const text = `${bare}{${body}}`;
  return { kind: 'rule', text, needs: bare.startsWith('@') ? [] : selectorsOf(bare).map(needsOf) };
}

/** Where one of `ends` stands next outside of strings, brackets and braces; the text's length when nowhere. */
function endOf(css: string, from: number, ends: string): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const char = css[at] ?? '';
    if (depth === 0 && ends.includes(char)) return at;
    if (char === '\\') at += 1;
    else if (char === '"' || char === "'") at = endOfString(css, at);
    else if (css.startsWith('/*', at)) at = css.indexOf('*/', at) + 1;
    else if ('{(['.includes(char)) depth += 1;
    else if ('})]'.includes(char)) depth -= 1;
  }
  return css.length;
}

function endOfString(css: string, from: number): number {
  for (let at = from + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === css[from]) return at;
  }
  return css.length;
}

function selectorsOf(head: string): string[] {
  const selectors: string[] = [];
  for (let start = 0; start <= head.length; ) {
    const end = endOf(head, start, ',');
    selectors.push(head.slice(start, end));
    start = end + 1;
  }
  return selectors;
}

/**
 * The elements, classes and states without which a selector matches nothing. What stands in brackets, as in
 * `:not(.a)`, is no such need.
 */
function needsOf(selector: string): string[] {
  const unbracketed = selector.replace(/(?<!\\)\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)/g, '');
  const outside = unbracketed.replace(/(?<!\\)\[[^\]]*\]/g, '');
  const states = unbracketed.match(/(?<!\\)(?:\[aria-[a-z]+=(?:true|page)\]|:disabled)/g) ?? [];
  const classes = [...outside.matchAll(CLASS)];
  const elements = [
    ...outside.replace(CLASS, '').matchAll(/(?<![\w:#-])([a-z][a-z0-9]*)(?![\w-])/g),
  ];
  const [, inside] = /^(?::root|html):has\(([\w.-]+)[^(),]*\)/.exec(selector) ?? [];
  return [
    ...states,
    ...(inside ? [inside] : []),
    ...classes.map(([, name = '']) => `.${name.replace(/\\(.)/g, '$1')}`),
    ...elements.map(([, name = '']) => name),
  ];
}

const CLASS = /(?<!\\)\.((?:\\.|[\w-]|[^\0-\x7f])+)/g;

/**
 * What no first paint is the worse for, in the moment before the whole sheet is there: how it is printed, what hovering
 * does and how softly, fonts for letters beyond English (`fonts.css`), the inside of fields for dates, numbers, files and searches,
 * the colour of placeholders (the shop's fields have their own), Firefox's own rings, and Tailwind's help for browsers
 * of before 2024, in its layer of properties.
 */
const CAN_WAIT =
  /^@media (?:\(hover:hover\)|print\b)|^@font-face\{.*unicode-range:(?!U\+20-)|^@layer properties\b|^\.(?:transition|duration)-|^::(?:-webkit-(?:date|calendar|inner|outer|search)|file-selector)|^@supports \(not \(\(-webkit-appearance|^:-moz-/;

/**
 * The elements of a page, its classes, each with a dot, and the states that only scripts change, as selectors write
 * them. Before a script changes one, the whole style sheet is there (`hydrateLater`).
 */
export function namesIn(html: string): Set<string> {
  const states = html.match(/(?<=\s)(?:aria-[a-z]+="(?:true|page)"|disabled="")/g) ?? [];
  const tags = new Set(html.match(/<[a-z][a-z0-9]*/g));
  // A page's list repeats itself: what stands in many tags is taken apart once.
  const attributes = new Set(html.match(/\sclass="[^"]*/g));
  const lists = [...attributes].map((attribute) => attribute.slice(' class="'.length));
  return new Set([
    ...[...tags].map((tag) => tag.slice('<'.length)),
    ...states.map((state) =>
      state === 'disabled=""' ? ':disabled' : `[${state.replaceAll('"', '')}]`,
    ),
    ...decode(lists.join(' '))
      .split(/\s+/)
      .map((name) => `.${name}`),
  ]);
}

/** What React writes into attributes, back to what it was. */
function decode(text: string): string {
  const meant: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" };
  return text.replace(/&(\w+|#x27);/g, (whole, name) => meant[name] ?? whole);
}
