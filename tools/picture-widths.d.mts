export function pictureWidths(folder: string | URL): Record<string, number[]>;
