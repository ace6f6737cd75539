import { PDFDocument } from 'pdf-lib';
import { drawSheet } from './draw-sheet.ts';
import { isWhole, type Paper } from './paper.ts';

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
