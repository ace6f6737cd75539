import { listWords } from '#pipelines/extraction/aws-readers/read-pages.ts';
import { formatWords } from '#shared/domain/review/stored-words.ts';
import { listTextBlocks } from '../../aws/textract/found-answers.ts';
import { findPrinted } from './drawn-documents.ts';
import { computeWordsSize, type SheetRecipe } from './sheet.ts';

/**
 * The file of words as the pipeline has stored it of a sheet, filled up with white space to the size that is told before
 * it is drawn.
 */
export function drawWords(recipe: SheetRecipe, schema: Readonly<Record<string, string>>): Uint8Array {
  const found = findPrinted(recipe, schema);
  const blocks = Array.from({ length: recipe.pages }, (_, at) => listTextBlocks(found, at + 1)).flat();
  // They have the form of AWS's, as a client receives them.
  const text = formatWords(listWords(blocks as Parameters<typeof listWords>[0]));
  const bytes = Buffer.alloc(computeWordsSize(recipe), ' ');
  const needed = Buffer.byteLength(text);
  if (needed > bytes.length) {
    throw new Error(`The words have ${needed} bytes, which is more than ${bytes.length}`);
  }
  bytes.write(text);
  return bytes;
}
