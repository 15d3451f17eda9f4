/** The widths in pixels every picture of a product is stored at. */
export const PRODUCT_WIDTHS = [160, 320, 640, 960, 1280] as const;
