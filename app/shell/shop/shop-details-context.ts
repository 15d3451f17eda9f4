import { createContext } from 'react-router';
import type { ShopDetails } from '#contract/shop-details.ts';

/** Set by the server from its settings; the root's loader passes it to every page. */
export const shopDetailsContext = createContext<ShopDetails>();
