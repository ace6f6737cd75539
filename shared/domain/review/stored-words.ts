/** A word as a reader found it on a page. */
export interface StoredWord {
  readonly text: string;
  readonly page: number;
  /** Left, top, width and height, as shares of the page. */
  readonly box: readonly [number, number, number, number];
  /** 0 ≤ n ≤ 1 */
  readonly confidence: number;
}

/** The file of a document's words, beside its results. A document has one file, so a later run writes the same words. */
export function buildWordsKey({
  tenantId,
  batchId,
  documentId,
}: {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
}): string {
  return `results/${tenantId}/${batchId}/${documentId}/words.json`;
}

/** About 60 dense pages. A page that would lead above it is left out, and so are all after it. */
const mostWords = 30_000;
const longestWord = 200;
/** A file within the limits has at most so many bytes. */
export const mostBytesOfWords = 4 * 1_048_576;

/** Text, page, then the box in ten-thousandths of the page, and the confidence in per cent. */
type Row = readonly [string, number, number, number, number, number, number];

/** Writes the words as a list of short rows, because a page may have a thousand. */
export function formatWordFile(words: readonly StoredWord[]): string {
  const rows: Row[] = [];
  let [page, begin, bytes] = [0, 0, 0];
  for (const word of words) {
    if (word.page !== page) [page, begin] = [word.page, rows.length];
    const [left, top, width, height] = word.box.map((share) => Math.round(share * 10_000));
    const text = word.text.slice(0, longestWord);
    rows.push([text, page, left ?? 0, top ?? 0, width ?? 0, height ?? 0, Math.round(word.confidence * 100)]);
    // A letter has at most six bytes in JSON, and the numbers of a row have at most forty.
    bytes += text.length * 6 + 40;
    if (rows.length <= mostWords && bytes <= mostBytesOfWords) continue;
    rows.length = begin;
    break;
  }
  return JSON.stringify({ version: 1, words: rows });
}

/** Reads what `formatWordFile` has written. Undefined: it is something else. */
export function parseWordFile(text: string): readonly StoredWord[] | undefined {
  const rows = readRows(text);
  if (rows === undefined || rows.length > mostWords) return undefined;
  const words: StoredWord[] = [];
  for (const row of rows) {
    if (!isRow(row)) return undefined;
    const [word, page, left, top, width, height, confidence] = row;
    const box = [left / 10_000, top / 10_000, width / 10_000, height / 10_000] as const;
    words.push({ text: word, page, box, confidence: confidence / 100 });
  }
  return words;
}

function readRows(text: string): readonly unknown[] | undefined {
  try {
    const file = JSON.parse(text) as { readonly version?: unknown; readonly words?: unknown } | null;
    return file?.version === 1 && Array.isArray(file.words) ? file.words : undefined;
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 7) return false;
  const [text, page, ...numbers] = row as unknown[];
  return (
    typeof text === 'string' &&
    text.length <= longestWord &&
    Number.isInteger(page) &&
    (page as number) >= 1 &&
    numbers.every((one) => typeof one === 'number' && Math.abs(one) <= 100_000)
  );
}
