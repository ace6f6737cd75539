import { PDFDocument, PDFName, StandardFonts, type PDFFont } from 'pdf-lib';
import { contentsOf } from './content/contents-of.ts';
import type { Contents } from './content/contents.ts';
import { paletteOf } from './draw/colours.ts';
import { drawingPen } from './draw/drawing-pen.ts';
import { opacityName, pageStream } from './draw/page-stream.ts';
import { drawScanMarks } from './draw/scan-marks.ts';
import type { Font } from './page/glyph-widths.ts';
import { layOut } from './page/lay-out.ts';
import { paper } from './page/room-of.ts';
import { tiltOf } from './page/tilt.ts';
import { differsAt } from './reading/misread.ts';
import { sheetWith } from './sheet-of.ts';
import { sizeOfSheet } from './size-of-sheet.ts';
import type { SheetRecipe } from './sheet.ts';

/** The document as a PDF, the same to the byte each time. */
export async function drawSheet(recipe: SheetRecipe): Promise<Uint8Array> {
  const size = sizeOfSheet(recipe);
  const drawn = await drawnOn(recipe, contentsOf(recipe));
  return recipe.defect === 'corrupt' ? cutOff(drawn, size) : padded(drawn, size);
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
  const palette = paletteOf(recipe, contents.issuer.ink);
  const streams = Array.from({ length: recipe.pages }, (_, at) =>
    pageStream(palette.paper, tiltOf(recipe, at + 1)),
  );
  const pen = drawingPen({
    palette,
    wear: recipe.defect === 'illegible' ? 'worn' : recipe.isScanned ? 'scanned' : 'printed',
    blurred: spotsBlurred(recipe, contents),
    stream: (page) => streams[page - 1] ?? outside(page),
    encode(text, font) {
      const { name = '', font: face } = fonts.get(font) ?? {};
      return { font: name, encoded: face?.encodeText(text).toString() ?? '<>' };
    },
  });
  layOut(recipe, contents, pen);
  streams.forEach((stream, at) => {
    if (recipe.isScanned) drawScanMarks(stream, recipe, at + 1, palette);
    const page = pdf.addPage([paper.width, paper.height]);
    for (const { name, font } of fonts.values()) page.node.setFontDictionary(PDFName.of(name), font.ref);
    for (const opacity of stream.opacities) {
      const state = pdf.context.obj({ ca: opacity / 100, CA: opacity / 100 });
      page.node.setExtGState(PDFName.of(opacityName(opacity)), state);
    }
    const drawn = pdf.context.flateStream(stream.contents());
    page.node.set(PDFName.of('Contents'), pdf.context.register(drawn));
  });
  return pdf.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

const standardFonts = [
  ['F1', 'sans', StandardFonts.Helvetica],
  ['F2', 'bold', StandardFonts.HelveticaBold],
  ['F3', 'mono', StandardFonts.Courier],
  ['F4', 'mono bold', StandardFonts.CourierBold],
] as const;
/** Whenever it is drawn, it is the same. */
const noDay = new Date(Date.UTC(2026, 0, 1));

function outside(page: number): never {
  throw new Error(`Page ${page} is not one of the document's`);
}

/** By spot, the character that can be taken for another. */
function spotsBlurred(recipe: SheetRecipe, contents: Contents): ReadonlyMap<string, number> {
  const { fields, lines } = sheetWith(recipe, contents);
  const blurred = new Map<string, number>();
  for (const { name, value, misread } of fields) {
    if (misread !== undefined) blurred.set(name, differsAt(value, misread));
  }
  lines.forEach(({ amount, misread }, index) => {
    if (misread !== undefined) blurred.set(`lineItems.${index}.amount`, differsAt(amount, misread));
  });
  return blurred;
}

/** White space before `startxref` is nobody's; what it points to lies before. */
function padded(bytes: Uint8Array, size: number): Uint8Array {
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
function cutOff(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size);
  all.set(bytes.subarray(0, Math.floor(Math.min(bytes.length, size) / 2)));
  return all;
}
