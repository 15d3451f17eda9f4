/** The widths in pixels every picture of a product is stored at; the full-screen viewer finds larger ones by itself. */
export const PRODUCT_WIDTHS = [160, 320, 640, 960, 1280] as const;
/** Those that a card asks for: it is from 140 to 360 px wide. */
export const CARD_WIDTHS = [320, 640, 960] as const;
