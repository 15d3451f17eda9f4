/** The id of a row that the API answered with. */
export function idOf(answer: unknown): string {
  if (typeof answer === 'object' && answer && 'id' in answer) return String(answer.id);
  throw new Error(`no id in ${JSON.stringify(answer)}`);
}
