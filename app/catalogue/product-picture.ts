/** The widths that a card uses: it is 140 to 360 px wide. */
export const CARD_WIDTHS = [320, 640, 960] as const;
