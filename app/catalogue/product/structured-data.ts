import type { PagePath } from '#app/ui/page-path.ts';
import { mrpBeside } from '#domain/mrp.ts';
import type { ShownProduct } from './product-facts.ts';

/** schema.org Product for search engines. `origin` is the shop's canonical one, `fee` what delivery of one costs, in rupees. */
export function productData(origin: string, product: ShownProduct, fee: number) {
  const mrp = mrpBeside(product);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.long_description,
    sku: product.id,
    image: product.images.map((image) => origin + image),
    brand: { '@type': 'Brand', name: 'Aparajita' },
    weight: product.weight,
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${product.id}`,
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      ...(mrp !== null && { priceSpecification: struckThrough(mrp) }),
      availability: `https://schema.org/${product.in_stock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: shippingDetails(fee),
    },
    // Search engines reject a rating without reviews.
    ...(product.review_count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        reviewCount: product.review_count,
      },
    }),
  };
}

/**
 * A price that is no longer asked, as Google's documentation of merchant listings wants it beside the `price` of an offer:
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing#sale-pricing
 */
const struckThrough = (rupees: number) => ({
  '@type': 'UnitPriceSpecification',
  priceType: 'https://schema.org/StrikethroughPrice',
  price: rupees.toFixed(2),
  priceCurrency: 'INR',
});

/** Within India. Without days, which differ by PIN code; returns are told of the whole shop, on the home page. */
const shippingDetails = (fee: number) => ({
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: fee.toFixed(2), currency: 'INR' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
});

/** schema.org BreadcrumbList: Home > Shop > product. */
export function breadcrumbData(origin: string, product: ShownProduct) {
  const steps: { name: string; path: PagePath }[] = [
    { name: 'Home', path: '/' },
    { name: 'Shop', path: '/shop' },
    { name: product.name, path: `/product/${product.id}` },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}
