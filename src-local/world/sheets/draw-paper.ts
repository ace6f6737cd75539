import { PDFDocument } from 'pdf-lib';
import { formatWordFile } from '#shared/domain/review/stored-words.ts';
import { printedConfidence } from '../../aws/textract/found-answers.ts';
import { drawSheet } from './draw-sheet.ts';
import { isWhole, wholeSheet, type Paper } from './paper.ts';
import { readPaper } from './read-paper.ts';
import { computeWordsSize, type SheetRecipe } from './sheet.ts';

/** Draws the file, the same to the byte each time. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const [only] = paper;
  if (only && paper.length === 1 && isWhole(only)) return drawSheet(only.recipe);
  const file = await PDFDocument.create({ updateMetadata: false });
  for (const { recipe, from, to } of paper) {
    const drawn = await PDFDocument.load(await drawSheet(recipe), { updateMetadata: false });
    const wanted = drawn.getPageIndices().slice(from - 1, to);
    for (const page of await file.copyPages(drawn, wanted)) file.addPage(page);
  }
  return file.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

/**
 * The file of words as the pipeline has stored it of a sheet, filled up with white space to the size that is told before
 * it is drawn.
 */
export function drawWordFile(recipe: SheetRecipe, schema: Readonly<Record<string, string>>): Uint8Array {
  const { lines } = readPaper([wholeSheet(recipe)], schema).found;
  const text = formatWordFile(
    lines.flatMap(({ text: whole, page, box, words }) =>
      whole
        .split(' ')
        .map((word, at) => ({ text: word, page, box: words[at] ?? box, confidence: printedConfidence })),
    ),
  );
  const bytes = Buffer.alloc(computeWordsSize(recipe), ' ');
  const needed = Buffer.byteLength(text);
  if (needed > bytes.length) {
    throw new Error(`The words have ${needed} bytes, which is more than ${bytes.length}`);
  }
  bytes.write(text);
  return bytes;
}
