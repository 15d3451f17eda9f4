import { sql } from 'kysely';
import type { NewPriceChange } from '#contract/admin/product-prices.ts';
import type {
  AdminProduct,
  ListedProduct,
  NewProduct,
  ProductForm,
} from '#contract/admin/products.ts';
import type { Product } from '#contract/catalogue.ts';
import { STOCK_LEVEL } from '#server/admin/stock/routes.ts';
import { AVAILABILITY } from '#server/catalogue/product-sql.ts';
import { statement } from '#server/database/tables.ts';

/** The scheduled price that runs now. */
const RUNNING = sql<AdminProduct['running']>`(
    select json_build_object('id', c.id, 'ends_at', c.ends_at, 'former_price', c.former_price)
    from price_changes c where c.product_id = products.id and c.state = 'active' limit 1
  ) as running`;

export function listProducts(limit: number) {
  return statement<ListedProduct>`
    select products.id, name, image, products.price, products.mrp, ${STOCK_LEVEL}, active as shown, version, (
        select json_build_object('price', c.price, 'starts_at', c.starts_at) from price_changes c
        where c.product_id = products.id and c.state = 'scheduled' order by c.starts_at limit 1
      ) as next_price, ${RUNNING}
    from products join stock_levels level on level.product_id = products.id
    order by active desc, name, products.id
    limit ${limit}`;
}

export function findProduct(id: string) {
  return statement<AdminProduct>`
    select id, name, category, weight, description, long_description, ingredients, taste, country_of_origin, benefits,
      brewing, certifications, contents, active as shown, price, mrp, stock, version, (
        select coalesce(json_agg(json_build_object('src', images[i], 'text', coalesce(image_texts[i], '')) order by i), '[]')
        from generate_subscripts(images, 1) i
      ) as images, (
        select coalesce(json_agg(change), '[]') from (
          select c.id, c.price, c.starts_at, c.ends_at, c.state from price_changes c
          where c.product_id = products.id order by c.starts_at desc, c.id limit 20
        ) change
      ) as price_changes, ${RUNNING}, coalesce(may_remove_product(id), false) as removable
    from products where id = ${id}`;
}

/** Like `findProduct` of server/catalogue, but also for hidden products. */
export function previewProduct(id: string) {
  return statement<Product>`
    select id, name, description, price, mrp, weight, image, category, ${AVAILABILITY}, images, image_texts, long_description,
      benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating, review_count
    from products where id = ${id}`;
}

/** The product that a request with this key created; `hash` is the hash of its form, null for older products. */
export function findCreated(key: string) {
  return statement<{ id: string; hash: string | null }>`
    select id, creation_hash as hash from products where creation_key = current_staff() || ':' || ${key}`;
}

/** No row if the id is taken or the key was used. */
export function insertProduct(id: string, key: string, hash: string, product: NewProduct) {
  const { price, mrp, stock } = product;
  const { names, values } = columnsOf(product);
  return statement<{ id: string }>`
    insert into products (id, creation_key, creation_hash, price, mrp, stock, ${names})
    values (${id}, current_staff() || ':' || ${key}, ${hash}, ${price}, ${mrp}, ${stock}, ${sql.join(values)})
    on conflict do nothing
    returning id`;
}

/** No row if there is no such product, or if it has another version. */
export function updateProduct(id: string, version: number, product: ProductForm) {
  const { names, values } = columnsOf(product);
  return statement<{ id: string }>`
    update products set (${names}) = row(${sql.join(values)})
    where id = ${id} and version = ${version} returning id`;
}

/** Nobody orders the product until the transaction ends. */
export function lockProduct(id: string) {
  return statement<Pick<AdminProduct, 'version' | 'name' | 'price' | 'stock'>>`
    select version, name, price, stock from products where id = ${id} for update`;
}

/** No row if it is shown, or was sold or paid for: see may_remove_product() in db/schema. */
export function deleteProduct(id: string) {
  return statement<{ id: string }>`delete from products where id = ${id} returning id`;
}

export function updatePrice(id: string, version: number, price: number, mrp: number) {
  return statement<{ id: string }>`
    update products set price = ${price}, mrp = ${mrp}
    where id = ${id} and version = ${version} returning id`;
}

export function updateShown(id: string, version: number, shown: boolean) {
  return statement<{ id: string }>`
    update products set active = ${shown}
    where id = ${id} and version = ${version} returning id`;
}

/** Ends the running scheduled price for good when another one is set. No row if none runs. */
export function replacePriceChange(product: string) {
  return statement<{ id: string }>`
    update price_changes set state = 'replaced' where product_id = ${product} and state = 'active' returning id`;
}

/** Runs a replaced scheduled price again. No row if it was not replaced, or if it has another price. */
export function resumePriceChange(product: string, id: string, price: number) {
  return statement<{ id: string }>`
    update price_changes set state = 'active'
    where id = ${id} and product_id = ${product} and price = ${price} and state = 'replaced' returning id`;
}

/** Other changes of the product's price or MRP wait until the transaction ends. */
export function lockPrices(product: string) {
  return statement`select from products where id = ${product} for no key update`;
}

/** The former price that is to return above this MRP: the running price has another MRP of its own. No row if none is. */
export function returnsAbove(product: string, mrp: number) {
  return statement<{ price: number; at: string }>`
    select former_price as price, ends_at as at from price_changes
    where product_id = ${product} and state = 'active' and former_price > ${mrp} and mrp is distinct from ${mrp}`;
}

/** The same price at the same time, not withdrawn. */
export function sameScheduled(product: string, change: NewPriceChange) {
  const { price, mrp, starts_at, ends_at } = change;
  return statement<{ id: string }>`
    select id from price_changes
    where product_id = ${product} and price = ${price} and mrp = ${mrp}
      and starts_at = ${starts_at} and ends_at is not distinct from ${ends_at}
      and state in ('scheduled', 'active', 'done')`;
}

export function insertPriceChange(product: string, change: NewPriceChange) {
  const { price, mrp, starts_at, ends_at } = change;
  return statement`
    insert into price_changes (product_id, price, mrp, starts_at, ends_at, staff_id)
    values (${product}, ${price}, ${mrp}, ${starts_at}, ${ends_at}, current_staff())`;
}

/** No row if it has begun. */
export function cancelPriceChange(id: string) {
  return statement<{ product_id: string; price: number; starts_at: string }>`
    update price_changes set state = 'cancelled' where id = ${id} and state = 'scheduled'
    returning product_id, price, starts_at`;
}

export function insertPicture(hash: string, original: Buffer) {
  return statement<{ is_new: boolean }>`
    insert into pictures (hash, original, staff_id) values (${hash}, ${original}, current_staff())
    on conflict (hash) do update set unused_since = now() where pictures.unused_since is not null
    returning not exists (select from pictures former where former.hash = pictures.hash) as is_new`;
}

export function findPicture(hash: string) {
  return statement<{ hash: string; state: 'waiting' | 'ready' | 'unreadable' }>`
    select hash, state from pictures where hash = ${hash}`;
}

/** Which of these pictures are ready. Marks them as used, so that the nightly job does not delete them. */
export function claimPictures(hashes: string[]) {
  return statement<{ hash: string }>`
    update pictures set unused_since = null where hash = any(${hashes}) and state = 'ready' returning hash`;
}

function columnsOf(product: ProductForm) {
  const columns: [string, unknown][] = [
    ['name', product.name],
    ['category', product.category],
    ['weight', product.weight],
    ['description', product.description],
    ['long_description', product.long_description],
    ['ingredients', product.ingredients],
    ['taste', product.taste],
    ['country_of_origin', product.country_of_origin],
    ['benefits', JSON.stringify(product.benefits)],
    ['brewing', JSON.stringify(product.brewing)],
    ['certifications', product.certifications],
    ['contents', JSON.stringify(product.contents)],
    ['image', product.images[0]?.src ?? ''],
    ['images', product.images.map(({ src }) => src)],
    ['image_texts', product.images.map(({ text }) => text)],
    ['active', product.shown],
  ];
  return {
    names: sql.join(columns.map(([name]) => sql.ref(name))),
    values: columns.map(([, value]) => value),
  };
}
