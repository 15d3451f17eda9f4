/** Classes for buttons in lists and bars. `!important`, because the button has sizes already. */
export const COMPACT_BUTTON = 'min-h-11! px-3.5! py-1!';
