/** `name`, or 'name 2', 'name 3' and so on: the first that is not used. */
export function uniqueName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`;
  return free;
}
