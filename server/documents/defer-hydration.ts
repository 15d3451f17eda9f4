export function deferHydration(html: string): string {
  return html;
}
