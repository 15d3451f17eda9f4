/** The packs as emails show them: JPEG, because Outlook for Windows draws neither AVIF nor WebP. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { PRODUCTS } from './contract.mjs';
import { scaled } from './encode.mjs';

/** An email shows 64 px; this is sharp at 2.5×. */
const WIDTH = 160;

/** Writes `products/<id>-pack-mail.jpg` for each product whose pack is finished. */
export async function writeEmailPictures({ masters, public: publicFolder }) {
  const folder = path.join(publicFolder, 'pictures', 'products');
  for (const id of PRODUCTS) {
    const pack = await fs.readFile(path.join(masters, 'products', `${id}-pack.webp`)).catch(none);
    if (!pack) continue;
    const picture = await scaled(pack, WIDTH, WIDTH);
    await picture
      .jpeg({ quality: 84, mozjpeg: true })
      .toFile(path.join(folder, `${id}-pack-mail.jpg`));
  }
}

/** Not rendered yet. */
const none = () => null;
