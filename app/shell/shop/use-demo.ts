import { useRootData } from '#app/shell/document/root-data.ts';

/** Whether the shop is a demo: no money moves, and nothing is shipped. */
export function useDemo(): boolean {
  return useRootData()?.demo ?? false;
}
