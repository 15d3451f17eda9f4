/** The widths in pixels of every product picture; the full-screen viewer finds larger ones itself. */
export const PRODUCT_WIDTHS = [160, 320, 640, 960, 1280] as const;
/** The widths that a card uses: it is 140 to 360 px wide. */
export const CARD_WIDTHS = [320, 640, 960] as const;
