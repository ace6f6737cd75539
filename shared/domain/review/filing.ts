/** `elsewhere`: under another workflow. `divided`: into several documents. `joined`: with other documents. */
export const filingKinds = ['elsewhere', 'divided', 'joined'] as const;
export type FilingKind = (typeof filingKinds)[number];

/** The most new documents of one call, the most other documents that it closes, and the most parts of a new one. */
export const mostFiled = 20;
export const mostJoined = 4;
export const mostParts = 20;

/** From the first page to the last, both included. */
export interface Pages {
  readonly from: number;
  readonly to: number;
}

/** A document, or some of its pages. Without `pages` it is the whole file. */
export interface Part {
  readonly batchId: string;
  readonly documentId: string;
  readonly pages?: Pages | undefined;
}

/** Names the kind by the number of closed and of new documents. */
export function judgeFiling({
  closed,
  into,
}: {
  readonly closed: number;
  readonly into: number;
}): FilingKind {
  if (into > 1) return 'divided';
  return closed > 1 ? 'joined' : 'elsewhere';
}

/** A document that a call closes, and the number of its pages. Undefined where its parts are only whole ones. */
export interface ClosedFile {
  readonly batchId: string;
  readonly documentId: string;
  readonly fileName: string;
  readonly pages: number | undefined;
}

/**
 * Explains why parts are not a division of these files: each page must be in exactly one new document, so that no page
 * is lost and none is read twice. Undefined where they are.
 */
export function explainBadParts(files: readonly ClosedFile[], parts: readonly Part[]): string | undefined {
  const stranger = parts.find((part) => !files.some((file) => belongsTo(part, file)));
  if (stranger) return `The document ${stranger.documentId} is a part, and is not closed by this request.`;
  for (const file of files) {
    const own = parts.filter((part) => belongsTo(part, file));
    const problem = explainPages(file, own);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function belongsTo(part: Part, { batchId, documentId }: ClosedFile): boolean {
  return part.batchId === batchId && part.documentId === documentId;
}

function explainPages({ fileName, pages }: ClosedFile, parts: readonly Part[]): string | undefined {
  if (parts.length === 0) return `No new document has a page of ${fileName}.`;
  const ranges = parts.flatMap((part) => part.pages ?? []);
  if (ranges.length < parts.length) {
    return parts.length === 1 ? undefined : `${fileName} is in two new documents as a whole.`;
  }
  if (pages === undefined) return `The number of pages of ${fileName} is not known.`;
  let next = 1;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (to < from) return `Pages ${from} to ${to} of ${fileName} are in the wrong order.`;
    if (from < next) return `Page ${from} of ${fileName} is in two new documents.`;
    if (from > next) return `Page ${next} of ${fileName} is in no new document.`;
    next = to + 1;
  }
  if (next > pages + 1) return `${fileName} has no page ${next - 1}. It has ${pages}.`;
  return next === pages + 1 ? undefined : `Page ${next} of ${fileName} is in no new document.`;
}

/** Writes the ranges of a file that is divided before these pages: "1–2", "3–5". */
export function divideAt(pages: number, beginnings: readonly number[]): Pages[] {
  const starts = [...new Set([1, ...beginnings])]
    .filter((page) => page >= 1 && page <= pages)
    .toSorted((one, other) => one - other);
  return starts.map((from, at) => ({ from, to: (starts[at + 1] ?? pages + 1) - 1 }));
}

/** Writes pages for people: "page 3" or "pages 1–2". */
export function describePages({ from, to }: Pages): string {
  return from === to ? `page ${from}` : `pages ${from}–${to}`;
}

/** Names a new document by its first part: "scan.pdf", or "scan (pages 1-2).pdf". */
export function nameFiled(fileName: string, pages: Pages | undefined): string {
  if (!pages) return fileName;
  const dot = fileName.lastIndexOf('.');
  const [name, end] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, ''];
  const said = ` (${describePages(pages).replace('–', '-')})${end}`;
  return `${name.slice(0, longestName - said.length)}${said}`;
}

const longestName = 255;
