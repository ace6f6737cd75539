import { PDFDocument, PDFName, StandardFonts, type PDFFont, type PDFRef } from 'pdf-lib';
import { writeContents, type Contents } from './contents.ts';
import { pickPalette, pageStream } from './page-stream.ts';
import { drawingPen } from './drawing-pen.ts';
import type { Font } from './pen.ts';
import { layOut } from './lay-out.ts';
import { paper, pickTilt } from './page-design.ts';
import { findDifference } from './troubles.ts';
import { makeSheetWith } from './sheet-of.ts';
import { computeSheetSize, type SheetRecipe } from './sheet.ts';

/** The document as a PDF, the same to the byte each time. */
export async function drawSheet(recipe: SheetRecipe): Promise<Uint8Array> {
  const size = computeSheetSize(recipe);
  const drawn = await drawnOn(recipe, writeContents(recipe));
  return recipe.defect === 'corrupt' ? zeroSecondHalf(drawn, size) : padTo(drawn, size);
}

async function drawnOn(recipe: SheetRecipe, contents: Contents): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(`${contents.title} ${contents.number}`);
  pdf.setProducer(recipe.isScanned ? 'Scanner at the front desk' : 'Bookkeeping');
  pdf.setCreationDate(noDay);
  pdf.setModificationDate(noDay);
  const fonts = new Map<Font, { name: string; font: PDFFont }>();
  for (const [name, font, standard] of standardFonts) {
    fonts.set(font, { name, font: await pdf.embedFont(standard) });
  }
  const palette = pickPalette(recipe, contents.issuer.ink);
  const streams = Array.from({ length: recipe.pages }, (_, at) =>
    pageStream(palette.paper, pickTilt(recipe, at + 1)),
  );
  const pen = drawingPen({
    palette,
    blurred: listBlurredSpots(recipe, contents),
    stream: (page) => streams[page - 1] ?? outside(page),
    encode(text, font) {
      const { name = '', font: face } = fonts.get(font) ?? {};
      return { font: name, encoded: face?.encodeText(text).toString() ?? '<>' };
    },
  });
  layOut(recipe, contents, pen);
  const faces = recipe.isScanned
    ? hideText(pdf)
    : [...fonts.values()].map(({ name, font }) => [name, font.ref] as const);
  for (const stream of streams) {
    const page = pdf.addPage([paper.width, paper.height]);
    for (const [name, font] of faces) page.node.setFontDictionary(PDFName.of(name), font);
    const drawn = pdf.context.flateStream(stream.contents());
    page.node.set(PDFName.of('Contents'), pdf.context.register(drawn));
  }
  return pdf.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

const standardFonts = [
  ['F1', 'sans', StandardFonts.Helvetica],
  ['F2', 'bold', StandardFonts.HelveticaBold],
  ['F3', 'mono', StandardFonts.Courier],
  ['F4', 'mono bold', StandardFonts.CourierBold],
] as const;
/**
 * A scan is a picture without text. Its letters are drawn here with fonts of which each letter stands for a space, so that
 * whoever reads the text of the file finds none.
 */
function hideText(pdf: PDFDocument): readonly (readonly [string, PDFRef])[] {
  const codes = Array.from({ length: 224 }, (_, at) => (at + 32).toString(16));
  const parts = [codes.slice(0, 100), codes.slice(100, 200), codes.slice(200)].map(
    (some) => `${some.length} beginbfchar\n${some.map((code) => `<${code}> <0020>`).join('\n')}\nendbfchar`,
  );
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Spaces def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange',
    ...parts,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
  const ToUnicode = pdf.context.register(pdf.context.flateStream(map));
  return standardFonts.map(([name, , BaseFont]) => {
    const font = { Type: 'Font', Subtype: 'Type1', BaseFont, Encoding: 'WinAnsiEncoding', ToUnicode };
    return [name, pdf.context.register(pdf.context.obj(font))] as const;
  });
}

/** Whenever it is drawn, it is the same. */
const noDay = new Date(Date.UTC(2026, 0, 1));

function outside(page: number): never {
  throw new Error(`Page ${page} is not one of the document's`);
}

/** Lists, by spot, the character that can be taken for another. */
function listBlurredSpots(recipe: SheetRecipe, contents: Contents): ReadonlyMap<string, number> {
  const { fields, lines } = makeSheetWith(recipe, contents);
  const blurred = new Map<string, number>();
  for (const { name, value, misread } of fields) {
    if (misread !== undefined) blurred.set(name, findDifference(value, misread));
  }
  lines.forEach(({ amount, misread }, index) => {
    if (misread !== undefined) blurred.set(`lineItems.${index}.amount`, findDifference(amount, misread));
  });
  return blurred;
}

/** Readers ignore white space before `startxref`, and the offset it gives points to bytes before it. */
function padTo(bytes: Uint8Array, size: number): Uint8Array {
  const missing = size - bytes.length;
  if (missing < 0) throw new Error(`Drawn, it has ${bytes.length} bytes, which is more than ${size}`);
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('startxref');
  const all = new Uint8Array(size).fill(space);
  all.set(bytes.subarray(0, at));
  all.set(bytes.subarray(at), at + missing);
  return all;
}
const space = 0x20;

/** An upload that broke off half-way: what had not come is nothing but noughts. */
function zeroSecondHalf(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size);
  all.set(bytes.subarray(0, Math.floor(Math.min(bytes.length, size) / 2)));
  return all;
}
