import type { FoundBox, FoundLine, FoundPages, FoundRow } from './found-pages.ts';

/** An element of an answer. https://docs.aws.amazon.com/textract/latest/dg/API_Block.html */
export interface Block {
  readonly Id: string;
  readonly BlockType: string;
  readonly [member: string]: unknown;
}

/** https://docs.aws.amazon.com/textract/latest/dg/API_AnalyzeExpense.html */
export function listExpenseDocuments(found: FoundPages): object[] {
  return listPages(found).map((page) => {
    const on = { PageNumber: page };
    const rows = found.rows.filter((row) => row.page === page);
    const group = { LineItemGroupIndex: 1, LineItems: rows.map((row) => toLineItem(found, row)) };
    return {
      ExpenseIndex: page,
      SummaryFields: found.values.flatMap(({ type, label, value, confidence }) => {
        const line = found.lines[value];
        if (line?.page !== page) return [];
        const labelLine = label === undefined ? undefined : found.lines[label];
        return [
          {
            Type: { Text: type, Confidence: toPercent(0.99) },
            ...(labelLine && { LabelDetection: detect(labelLine, 0.99) }),
            ValueDetection: detect(line, confidence),
            ...on,
          },
        ];
      }),
      LineItemGroups: rows.length > 0 ? [group] : [],
      Blocks: listTextBlocks(found, page),
    };
  });
}

const cellTypes = ['ITEM', 'QUANTITY', 'UNIT_PRICE', 'PRICE'] as const;

function toLineItem({ lines }: FoundPages, { cells, page, box, confidence }: FoundRow): object {
  const row = { text: cells.map((cell) => lines[cell]?.text ?? '').join(' '), box };
  const fields = cells.flatMap((cell, at) => {
    const line = lines[cell];
    return line
      ? [{ Type: { Text: cellTypes[at] }, ValueDetection: detect(line, confidence), PageNumber: page }]
      : [];
  });
  const whole = { Type: { Text: 'EXPENSE_ROW' }, ValueDetection: detect(row, confidence), PageNumber: page };
  return { LineItemExpenseFields: [...fields, whole] };
}

function detect({ text, box }: Pick<FoundLine, 'text' | 'box'>, confidence: number): object {
  return { Text: text, Geometry: toGeometry(box), Confidence: toPercent(confidence) };
}

function listPages({ pages }: FoundPages): number[] {
  return Array.from({ length: pages }, (_, at) => at + 1);
}

/** 0 ≤ n ≤ 1: every letter is printed. How sure a value is comes from its reading. */
export const printedConfidence = 0.99;

/** The lines of a page, each followed by its words. */
function listTextBlocks({ lines }: FoundPages, page: number): Block[] {
  return lines.flatMap((line, at) => {
    if (line.page !== page) return [];
    const { text, box } = line;
    const place = { Geometry: toGeometry(box), Page: page, Confidence: toPercent(printedConfidence) };
    const children = relate('CHILD', listWordIds(lines, at));
    const whole = { Id: nameBlock('line', at), BlockType: 'LINE', Text: text, Relationships: children };
    return [{ ...whole, ...place }, ...listWordBlocks(line, at)];
  });
}

function listWordBlocks({ text, page, box, words }: FoundLine, at: number): Block[] {
  return text.split(' ').map((Text, place): Block => ({
    Id: nameBlock(`word ${at}`, place),
    BlockType: 'WORD',
    Text,
    TextType: 'PRINTED',
    Page: page,
    Geometry: toGeometry(words[place] ?? box),
    Confidence: toPercent(printedConfidence),
  }));
}

/** https://docs.aws.amazon.com/textract/latest/dg/API_AnalyzeDocument.html */
export function listDocumentBlocks(found: FoundPages, features: readonly string[]): Block[] {
  const { lines } = found;
  const pages = listPages(found).map((page): Block => {
    const children = lines.flatMap((line, at) => (line.page === page ? [nameBlock('line', at)] : []));
    const place = {
      Page: page,
      Geometry: toGeometry([0, 0, 1, 1]),
      Relationships: relate('CHILD', children),
    };
    return { Id: nameBlock('page', page), BlockType: 'PAGE', ...place };
  });
  return [
    ...pages,
    ...listPages(found).flatMap((page) => listTextBlocks(found, page)),
    ...(features.includes('FORMS') ? listForms(found) : []),
    ...(features.includes('TABLES') ? listPages(found).flatMap((page) => listTable(found, page)) : []),
  ];
}

/** A value without a label on the page is no pair. */
function listForms({ lines, values }: FoundPages): Block[] {
  return values.flatMap(({ label, value, confidence }, at) => {
    const labelLine = label === undefined ? undefined : lines[label];
    const line = lines[value];
    if (label === undefined || !labelLine || !line) return [];
    const [keyId, valueId] = [nameBlock('key', at), nameBlock('value', at)];
    const pair = { BlockType: 'KEY_VALUE_SET', Confidence: toPercent(confidence) };
    const keyWords = relate('CHILD', listWordIds(lines, label));
    return [
      {
        ...pair,
        ...locateLine(labelLine),
        Id: keyId,
        EntityTypes: ['KEY'],
        Relationships: [...relate('VALUE', [valueId]), ...keyWords],
      },
      {
        ...pair,
        ...locateLine(line),
        Id: valueId,
        EntityTypes: ['VALUE'],
        Relationships: relate('CHILD', listWordIds(lines, value)),
      },
    ];
  });
}

function locateLine({ page, box }: FoundLine): { Page: number; Geometry: object } {
  return { Page: page, Geometry: toGeometry(box) };
}

function listTable(found: FoundPages, page: number): Block[] {
  const { lines, headings, rows } = found;
  const own = rows.filter((row) => row.page === page);
  const [first] = own;
  if (!first) return [];
  const heading = headings.find((cells) => lines[cells[0] ?? -1]?.page === page) ?? [];
  const cells = [
    ...heading.map((cell, at) =>
      toCell(lines, cell, { row: 1, column: at + 1, confidence: 0.99, isHeading: true }),
    ),
    ...own.flatMap(({ cells: ofRow, box, confidence }, index) =>
      ofRow.map((cell, at) => {
        const where = { row: index + 2, column: at + 1, confidence, box: slice(box, at, ofRow.length) };
        return toCell(lines, cell, where);
      }),
    ),
  ];
  const Relationships = relate(
    'CHILD',
    cells.map(({ Id }) => Id),
  );
  const table = {
    BlockType: 'TABLE',
    Page: page,
    Geometry: toGeometry(first.box),
    Confidence: 99,
    Relationships,
  };
  return [{ Id: nameBlock('table', page), ...table }, ...cells];
}

function toCell(
  lines: readonly FoundLine[],
  at: number,
  cell: { row: number; column: number; confidence: number; box?: FoundBox; isHeading?: boolean },
): Block {
  const { page = 1, box = [0, 0, 0, 0] as const } = lines[at] ?? {};
  return {
    Id: nameBlock(`cell ${page}`, cell.row * 100 + cell.column),
    BlockType: 'CELL',
    RowIndex: cell.row,
    ColumnIndex: cell.column,
    RowSpan: 1,
    ColumnSpan: 1,
    Page: page,
    Geometry: toGeometry(cell.box ?? box),
    Confidence: toPercent(cell.confidence),
    ...(cell.isHeading && { EntityTypes: ['COLUMN_HEADER'] }),
    Relationships: relate('CHILD', listWordIds(lines, at)),
  };
}

/** The cells of a row share its width. */
function slice([left, top, width, height]: FoundBox, at: number, count: number): FoundBox {
  return [left + (at * width) / count, top, width / count, height];
}

function listWordIds(lines: readonly FoundLine[], at: number): string[] {
  const count = lines[at]?.text.split(' ').length ?? 0;
  return Array.from({ length: count }, (_, place) => nameBlock(`word ${at}`, place));
}

function relate(Type: string, Ids: readonly string[]): object[] {
  return Ids.length > 0 ? [{ Type, Ids }] : [];
}

/** Unique within an answer, which is all that an id of a block is for. */
function nameBlock(kind: string, at: number): string {
  return `${kind.replaceAll(' ', '-')}-${at}`;
}

/** The outline that AWS gives beside the box would be the same four corners, and half of every answer. */
function toGeometry([Left, Top, Width, Height]: FoundBox): object {
  return { BoundingBox: { Left, Top, Width, Height } };
}

function toPercent(share: number): number {
  return Math.round(share * 1_000_000) / 10_000;
}
