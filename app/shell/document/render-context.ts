import { createContext } from 'react-router';
import type { Product, ProductPage, ProductQuery, ProductSummary } from '#contract/catalogue.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import type { NewsletterOffer } from '#domain/coupon.ts';
import type { ShippingRule } from '#domain/shipping.ts';

/** What the server renders pages from: only what is the same for every visitor. */
export type RenderContext = {
  catalogue: Catalogue;
  /** Who runs the shop. */
  details: ShopDetails;
  /** The owner's notice for every page, such as days without delivery; null: none. */
  notice: string | null;
  /** What delivery costs. */
  shipping: ShippingRule;
  /** The code that subscribing to the newsletter brings; null: none. */
  offer: NewsletterOffer | null;
  /** The owner's Google tag, such as G-ABC123; null without analytics. */
  analytics: string | null;
  /** Whether the shop runs in demo mode: pages under /dev exist only there. */
  demo: boolean;
  /** Whether the shop takes payments online, besides cash on delivery. */
  onlinePayment: boolean;
  /** Marks the inline scripts that the renderer itself writes; new for each document, and never sent. */
  nonce: string;
  /**
   * Takes the markup of the rendered page. As the body of a response it would be encoded, streamed and decoded again
   * before server/pages/document.ts finishes it.
   */
  takeMarkup: (html: string) => void;
};

type Catalogue = {
  listProducts(query: ProductQuery): Promise<ProductSummary[]>;
  /** A page of the product list. */
  listPage(query: ProductQuery): Promise<ProductPage>;
  /** Null when there is no such product. */
  findProduct(id: string): Promise<Product | null>;
};

/** Set by server/pages.ts for each render; loaders read it with `context.get(renderContext)`. */
export const renderContext = createContext<RenderContext>();
