/**
 * `npm run art [-- NAME ...]`: installs what the pictures need, renders what changed and writes the
 * files the shop serves. Without a name: everything. A name may be a picture (`4-pack`), a part of
 * one (`pack`, `hero`), `drawings` (logo, icons, social cards and the packs for emails only) or
 * `sheet` (what to judge the pictures by).
 *
 * A picture named in full is rendered even if nothing changed. `--accept` renders nothing and
 * records the finished pictures as up to date: for a change that cannot be seen, such as a comment.
 * `--draft` renders small and rough, to see a whole set of pictures soon; the next full run replaces
 * drafts. `--part=.4,.5,.8,.9` renders one rectangle (left, top, right, bottom as shares) and lays
 * it into the finished picture: for a change that reaches no further. `--rendered` takes the PNG in
 * `out/` instead of rendering: to grade and encode again.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './queue/install.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
await install(here);

// Loaded only now: these need the packages installed above.
const { PICTURES } = await import('./web/contract.mjs');
const { writeBrand } = await import('./drawing/brand.mjs');
const { drawPacks } = await import('./drawing/packs.mjs');
const { drawLemon } = await import('./drawing/lemon.mjs');
const { drawOnce } = await import('./queue/draw-once.mjs');
const { writeEmailPictures } = await import('./web/email.mjs');
const { writeSheets } = await import('./web/sheet.mjs');
const { writeSocialCards } = await import('./web/social.mjs');
const { acceptPicture, producePicture } = await import('./queue/produce.mjs');

const accept = process.argv.includes('--accept');
const draft = process.argv.includes('--draft');
const rendered = process.argv.includes('--rendered');
const part = process.argv
  .find((argument) => argument.startsWith('--part='))
  ?.slice('--part='.length);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folders = {
  here,
  tex: path.join(here, 'tex'),
  out: path.join(here, 'out'),
  masters: path.join(here, 'masters'),
  public: path.join(here, '../..', 'public'),
};

await drawOnce(folders, async () => {
  await drawPacks(folders.tex);
  await drawLemon(folders.tex);
});

// In the order asked for, so that the pictures wanted most come first.
const parts = wanted.length > 0 ? wanted : [''];
const chosen = new Set(parts.flatMap((part) => PICTURES.filter(({ name }) => name.includes(part))));
for (const picture of chosen) {
  if (accept) await acceptPicture(picture, folders);
  else
    await producePicture(picture, folders, {
      force: wanted.includes(picture.name),
      draft,
      part,
      rendered,
    });
}
await writeBrand(folders.public);
await writeEmailPictures(folders);
await writeSocialCards(folders);
if (wanted.length === 0 || wanted.includes('sheet')) await writeSheets(folders);
