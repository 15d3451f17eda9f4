import { page } from 'vitest/browser';

// Parts of the page that is open, by their role and name.
export const alert = page.getByRole('alert');
export const dialog = page.getByRole('dialog');
/** Why the step that the dialog asks for was not taken. */
export const reason = dialog.getByRole('alert');
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const heading = (name: string | RegExp) => page.getByRole('heading', { name });
export const field = (label: string) => page.getByLabelText(label, { exact: true });
