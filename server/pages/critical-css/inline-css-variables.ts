const VALUE = String.raw`(?:[^;{}"'()]|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*`;
const DECLARATION = new RegExp(`(?<=[{;])(--[\\w-]+):(${VALUE})(?:;|(?=\\}))`, 'g');
const USE = /var\((--[\w-]+)(?:,((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*))?\)/g;
const BODY = /\{[^{}]*\}/g;
const REGISTRATION = /@property (--[\w-]+)\{([^}]*)\}/g;

/**
 * Replaces uses of a CSS variable by its value, when it has one value on the whole page, and drops what is then unused:
 * two thirds of the theme and of Tailwind's own variables are for other pages. A variable has one value when it is set
 * once, in `:root,:host`, and not again for dark mode; when it is never set and has its registered initial value or the
 * fallback of `var()`; or, as Tailwind's shadows, when only rules that set it use it. A product page is 0.7 kB (brotli)
 * smaller for it.
 */
export function inlineCssVariables(css: string): string {
  const less = withoutUnused(evaluate(evaluateWithinRules(css)));
  return less === css ? shortenValues(less) : inlineCssVariables(less);
}

function evaluate(css: string): string {
  const declarations = [...css.matchAll(DECLARATION)];
  const set = new Map<string, number>();
  for (const [, name = ''] of declarations) set.set(name, (set.get(name) ?? 0) + 1);
  const theme = /:root,:host\{([^{}]*)\}/.exec(css)?.[0] ?? '';

  const constants = new Map<string, string>();
  for (const [, name = '', value = ''] of theme.matchAll(DECLARATION)) {
    if (set.get(name) === 1) constants.set(name, value.trim());
  }
  for (const [, name = '', registration = ''] of css.matchAll(REGISTRATION)) {
    const initial = /initial-value:([^;]*)/.exec(registration)?.[1];
    if (initial !== undefined && !set.has(name)) constants.set(name, initial);
  }
  const replaceUses = (value: string): string =>
    value.replace(USE, (use, name: string, fallback: string | undefined) => {
      const constant = constants.get(name);
      if (constant !== undefined || fallback === undefined) return constant ?? use;
      return set.has(name) ? `var(${name},${replaceUses(fallback)})` : fallback.trim();
    });
  return replaceUses(css);
}

/**
 * Evaluates variables that only rules use which also set them. Whichever rule applies, its own value of the variable
 * applies with it.
 */
function evaluateWithinRules(css: string): string {
  const outside = css.replace(BODY, (body) => evaluateIn(body, () => false));
  const others = new Set([...outside.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  return css.replace(BODY, (body) => evaluateIn(body, (name) => others.has(name)));
}

function evaluateIn(body: string, isKept: (name: string) => boolean): string {
  const own = new Map<string, string>();
  for (const [, name = '', value = ''] of body.matchAll(DECLARATION)) own.set(name, value.trim());
  return body.replace(USE, (use, name: string) => (isKept(name) ? use : (own.get(name) ?? use)));
}

/** Drops variables that nothing uses, and registrations of those that are never set and have no initial value. */
function withoutUnused(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  const set = new Set([...css.matchAll(DECLARATION)].map(([, name = '']) => name));
  return css
    .replace(REGISTRATION, (rule, name, registration) => {
      const matters = set.has(name) || registration.includes('initial-value');
      return used.has(name) && matters ? rule : '';
    })
    .replace(DECLARATION, (declaration, name) => (used.has(name) ? declaration : ''));
}

/** 'calc(.25rem * 5)' → '1.25rem'; also removes spaces that empty variables left. */
function shortenValues(css: string): string {
  return css
    .replace(/calc\((-?[\d.]+)(rem|px) \* (-?[\d.]+)\)/g, (_, size, unit, times) => {
      const length = String(Number((size * times).toFixed(4))).replace(/^(-?)0\./, '$1.');
      return length === '0' ? '0' : length + unit;
    })
    .replace(/(?<=:) {2,}| +(?=[;}])/g, '');
}
