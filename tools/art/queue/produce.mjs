/** One picture from scene to web files; a picture whose inputs are unchanged is left alone. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { writeWebFiles } from '../web/encode.mjs';
import { fingerprint } from './fingerprint.mjs';
import { laidInto } from './part.mjs';
import { renderScene } from './scene.mjs';

// A picture that has been paid for in minutes is kept at a quality that survives re-encoding.
const MASTER_QUALITY = 94;

/**
 * Renders, masters and encodes a picture unless its fingerprint says that nothing changed.
 *
 * The record is written last, so a run that is killed repeats at most one picture.
 *
 * @param {object} picture an entry of the contract
 * @param {Record<string, string>} folders
 * @param {{ force?: boolean, draft?: boolean, part?: string, rendered?: boolean }} [options]
 *   `part` (left, top, right, bottom as shares) renders only a rectangle and lays it into the
 *   finished picture; `rendered` takes the PNG that an earlier run left in `out/`
 */
export async function producePicture(
  picture,
  folders,
  { force = false, draft = false, part, rendered = false } = {},
) {
  const print = await fingerprint(picture.name, folders);
  if (!force && (await recorded(folders))[picture.name] === print) return;

  const started = Date.now();
  const shot = path.join(folders.out, `${picture.name}.png`);
  const settings = part ? [`part=${part}`] : draft ? draftOf(picture) : [];
  if (!rendered) await renderScene(picture.name, shot, folders, settings);
  const master = masterOf(picture, folders);
  await fs.mkdir(path.dirname(master), { recursive: true });
  const printed = part ? await laidInto(master, graded(shot), part) : graded(shot);
  const finished = await printed.webp({ quality: MASTER_QUALITY, effort: 6 }).toBuffer();
  await fs.writeFile(master, finished);
  const effort = draft ? 2 : 5;
  await writeWebFiles(master, picture, path.join(folders.public, 'pictures'), { effort });
  await record(picture, draft ? 'draft' : print, folders);
  console.log(`${picture.name}: ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Records a finished picture as up to date without rendering it. */
export async function acceptPicture(picture, folders) {
  await fs.access(masterOf(picture, folders));
  await record(picture, await fingerprint(picture.name, folders), folders);
}

/** A fifth of the work: fewer, larger pixels and fewer samples. */
const draftOf = ({ widths }) => [`width=${Math.round(Math.max(...widths) * 0.5)}`, 'samples=16'];

const masterOf = (picture, { masters }) =>
  path.join(masters, picture.group, `${picture.name}.webp`);

const recordFile = ({ masters }) => path.join(masters, 'fingerprints.json');

async function recorded(folders) {
  return JSON.parse(await fs.readFile(recordFile(folders), 'utf8').catch(() => '{}'));
}

async function record(picture, print, folders) {
  const known = { ...(await recorded(folders)), [picture.name]: print };
  const sorted = Object.fromEntries(Object.entries(known).sort());
  await fs.writeFile(recordFile(folders), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The print of the picture: a little more colour and contrast, a little sharper. */
function graded(file) {
  return sharp(file)
    .removeAlpha()
    .modulate({ saturation: 1.05 })
    .linear(1.05, -3)
    .sharpen({ sigma: 0.8, m1: 0.35, m2: 1.0 });
}
