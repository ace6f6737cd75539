import { PDFDocument, PDFName, StandardFonts, type PDFFont } from 'pdf-lib';
import { seededRandomness } from '../randomness.ts';
import { writeContents, type Contents } from './contents.ts';
import {
  pickPalette,
  opacityName,
  pageStream,
  circle,
  polyline,
  rectangle,
  type Colour,
  type Palette,
  type PageStream,
} from './page-stream.ts';
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
    wear: recipe.defect === 'illegible' ? 'worn' : recipe.isScanned ? 'scanned' : 'printed',
    blurred: listBlurredSpots(recipe, contents),
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

/** Draws the marks of a scanner and of age: dust, a streak, a shadow along an edge, holes, a fold. */
export function drawScanMarks(stream: PageStream, recipe: SheetRecipe, page: number, palette: Palette): void {
  const dice = seededRandomness(`${recipe.seed}/scan/${page}`);
  const grey = (share: number): Colour => palette.colourOf('black', share);
  const isLeft = dice.unit() < 0.5;
  const black = grey(1);
  for (let step = 1; step <= 8; step += 1) {
    const width = 9 + step * 2;
    const x = isLeft ? -9 : paper.width + 9 - width;
    stream.path(rectangle(x, -9, width, paper.height + 18), { fill: black, opacity: 2 });
  }
  const streak = 40 + dice.unit() * (paper.width - 80);
  stream.path(rectangle(streak, -9, 0.6, paper.height + 18), { fill: black, opacity: 5 });
  if (dice.unit() < 0.35) {
    const fold = paper.height * (0.33 + dice.unit() * 0.02);
    stream.path(rectangle(-9, fold, paper.width + 18, 0.7), { fill: black, opacity: 10 });
    stream.path(rectangle(-9, fold + 0.7, paper.width + 18, 0.9), { fill: palette.paper, opacity: 45 });
  }
  if (dice.unit() < 0.45) {
    for (const offset of [-113.4, 113.4]) {
      stream.path(circle(21, paper.height / 2 + offset, 7.6), { fill: grey(0.5), stroke: grey(0.3) });
    }
  }
  const specks = recipe.defect === 'illegible' ? 420 : 110;
  for (let count = 0; count < specks; count += 1) {
    const size = 0.35 + dice.unit() ** 3 * 1.1;
    const [x, y] = [dice.unit() * paper.width, dice.unit() * paper.height];
    stream.path(rectangle(x, y, size, size * (0.6 + dice.unit() * 0.8)), {
      fill: grey(0.2 + dice.unit() * 0.4),
    });
  }
  if (recipe.defect === 'illegible') drawDropouts(stream, dice, palette.paper);
}

/** Draws the places where the toner has come off. */
function drawDropouts(stream: PageStream, dice: { unit(): number }, stroke: Colour): void {
  for (let count = 0; count < 260; count += 1) {
    const [x, y] = [dice.unit() * paper.width, 40 + dice.unit() * (paper.height - 80)];
    const end = [x + 14 + dice.unit() * 60, y + dice.unit() * 5 - 2.5] as const;
    stream.path(polyline([[x, y], end]), { stroke, thickness: 0.6 + dice.unit() * 1.6 });
  }
}
