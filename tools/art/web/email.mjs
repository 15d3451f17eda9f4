/** The products' pictures as emails show them: any may lead its product: JPEG, because Outlook for Windows draws neither AVIF nor WebP. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { PRODUCTS } from './contract.mjs';
import { scaled } from './encode.mjs';

/** An email shows 64 px; this is sharp at 2.5×. */
const WIDTH = 160;

/** Writes `products/<id>-<view>-mail.jpg` for each picture that is finished. */
export async function writeEmailPictures({ masters, public: publicFolder }) {
  const folder = path.join(publicFolder, 'pictures', 'products');
  for (const id of PRODUCTS) {
    for (const view of ['pack', 'inside', 'in-use']) {
      const name = `${id}-${view}`;
      const master = await fs.readFile(path.join(masters, 'products', `${name}.webp`)).catch(none);
      if (!master) continue;
      const picture = await scaled(master, WIDTH, WIDTH);
      await picture
        .jpeg({ quality: 84, mozjpeg: true })
        .toFile(path.join(folder, `${name}-mail.jpg`));
    }
  }
}

/** Not rendered yet. */
const none = () => null;
