import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';

/**
 * Describes text as a reader of the PDF finds it. Its position is from the upper left, as shares of its page.
 */
export interface FoundText {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** Reads only the content of the file. */
export async function textOnPages(bytes: Uint8Array): Promise<readonly FoundText[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  return pdf.getPages().flatMap((page, at) => {
    const contents = page.node.Contents();
    if (!(contents instanceof PDFRawStream)) throw new Error('A page has no contents');
    const written = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1');
    const { width, height } = page.getSize();
    const turned = matrixBefore(written, 'cm') ?? [1, 0, 0, 1, 0, 0];
    return [...written.matchAll(/BT .*? ([-\d. ]+) Tm .*?<([0-9A-F]*)> Tj ET/g)].map(
      ([, matrix = '', hex = '']) => {
        const [, , , , e = 0, f = 0] = matrix.split(' ').slice(-6).map(Number);
        const [a, b, c, d, dx, dy] = turned;
        return {
          page: at + 1,
          text: new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
          x: (a * e + c * f + dx) / width,
          y: 1 - (b * e + d * f + dy) / height,
        };
      },
    );
  });
}

function matrixBefore(written: string, operator: string): Matrix | undefined {
  const found = new RegExp(`((?:[-\\d.]+ ){6})${operator}\\b`).exec(written);
  return found?.[1]?.trim().split(' ').map(Number) as Matrix | undefined;
}
