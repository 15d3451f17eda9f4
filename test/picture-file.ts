import { crc32 } from 'node:zlib';
import sharp from 'sharp';

type Bytes = Uint8Array<ArrayBuffer>;

/** A photograph as a phone makes it: with the camera's name and the place where it was taken. */
export async function phonePhoto({ width = 1200, height = 900, seed = 0 } = {}): Promise<Bytes> {
  const background = { r: (seed * 37) % 256, g: 90, b: 160 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone of Asha', Copyright: 'Asha Rao' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 4/1 33/1' },
    })
    .toBuffer();
  return Uint8Array.from(bytes);
}

export async function jpegOf(width: number, height: number): Promise<Bytes> {
  const background = { r: 90, g: 90, b: 160 };
  return Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
}

export async function avifOf(width: number, height: number): Promise<Bytes> {
  const background = { r: 90, g: 90, b: 160 };
  return Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background } })
      .avif({ effort: 0 })
      .toBuffer(),
  );
}

/** A PNG that claims a size and holds next to nothing: a decompression bomb's fuse. */
export function pngHeader(width: number, height: number): Bytes {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', size),
      chunk('IDAT', Buffer.from('789c63000000020001', 'hex')),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
