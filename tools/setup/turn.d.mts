export function oneAtATime(work: () => unknown, turn?: string): Promise<void>;
