/** The keys of an object that has no others than its type says, such as a constant table, in their order. */
export function keysOf<T extends object>(table: T): (keyof T & string)[];
export function keysOf(table: object): string[] {
  return Object.keys(table);
}
