/** Added to a button's classes where buttons stand in lists and bars. Important, because the button has sizes already. */
export const COMPACT_BUTTON = 'min-h-11! px-3.5! py-1!';
