/**
 * Drops what changes nothing, which minifiers of single rules cannot see and the first answer of a page, compressed
 * quickly, pays for: declarations that are repeated at once or that the next rule with the same selector overrides, and
 * rules that lost all their declarations.
 */
export function dropRedundant(css: string): string {
  const less = css
    .replace(/(?<=[{;])([\w-]+:[^{};"]*;)\1+/g, '$1')
    .replace(/(?<=^|[{};])([^{};@]+)\{([\w-]+):[^{};]*\}(?=\1\{(?:[^{}]*;)?\2:)/g, '')
    .replace(/(?<=^|[{}])[^{};"']+\{\}/g, '');
  return less === css ? css : dropRedundant(less);
}
