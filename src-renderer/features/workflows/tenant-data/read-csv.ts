import type { OrderInput, SupplierInput } from '#shared/contract/tenant-lists.ts';
import { mostIbans, mostOrders, mostSuppliers, toNumberKey } from '#shared/domain/review/invoice-key.ts';
import { messages } from './list-messages.ts';

/** The largest file that is read. */
export const mostBytes = 1_048_576;

export interface ReadCsv<Entry> {
  readonly entries: readonly Entry[];
  /** The problems with their lines; nothing is imported while there is one. */
  readonly problems: readonly string[];
}

/** Reads suppliers from a table with a head: name, and any of id, VAT number and bank accounts. */
export function readSuppliersCsv(text: string): ReadCsv<SupplierInput> {
  const read = readTable(text, {
    name: ['name', 'supplier', 'suppliername', 'lieferant', 'firma'],
    id: ['id', 'supplierid', 'number', 'lieferantennummer', 'kreditor'],
    vat: ['vat', 'vatnumber', 'vatid', 'ustid', 'ustidnr'],
    iban: ['iban', 'ibans', 'bankaccount', 'bankaccounts', 'account', 'bankverbindung'],
  });
  if ('problem' in read) return { entries: [], problems: [read.problem] };
  if (!read.has.name) return { entries: [], problems: [messages.csv.noColumn('name')] };
  return collect(read.rows, mostSuppliers, ({ name, id, vat, iban }) => {
    if (name === '') return { problem: messages.csv.noName };
    const ibans = iban
      .split(/[,;|/]/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const supplierId = (id === '' ? toSupplierId(name) : id).replaceAll('#', '-').slice(0, 128);
    if (name.length > 200) return { problem: messages.csv.tooLong };
    if (ibans.length > mostIbans) return { problem: messages.csv.tooManyAccounts };
    const entry = { supplierId, name, vatNumber: vat === '' ? null : vat.slice(0, 64), ibans };
    return { key: supplierId, entry };
  });
}

/** Reads purchase orders: the number, and perhaps the id of the supplier. */
export function readOrdersCsv(text: string): ReadCsv<OrderInput> {
  const read = readTable(text, {
    number: ['number', 'purchaseorder', 'po', 'order', 'ordernumber', 'bestellnummer', 'bestellung'],
    supplier: ['supplier', 'supplierid', 'lieferant', 'kreditor'],
  });
  if ('problem' in read) return { entries: [], problems: [read.problem] };
  if (!read.has.number) return { entries: [], problems: [messages.csv.noColumn('number')] };
  return collect(read.rows, mostOrders, ({ number, supplier }) => {
    const key = toNumberKey(number);
    if (key === '') return { problem: messages.csv.noNumber };
    if (number.length > 64) return { problem: messages.csv.tooLong };
    return { key, entry: { number, supplierId: supplier === '' ? null : supplier } };
  });
}

/** "harrow-pike-freight-ltd" of "Harrow & Pike Freight Ltd". */
export function toSupplierId(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return words.slice(0, 128) || 'supplier';
}

interface Row<Column extends string> {
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
}

function collect<Column extends string, Entry>(
  rows: readonly Row<Column>[],
  most: number,
  toEntry: (
    cells: Row<Column>['cells'],
  ) => { readonly key: string; readonly entry: Entry } | { readonly problem: string },
): ReadCsv<Entry> {
  const entries = new Map<string, Entry>();
  const problems: string[] = [];
  for (const { line, cells } of rows) {
    const read = toEntry(cells);
    if ('problem' in read) problems.push(messages.csv.inLine(line, read.problem));
    else if (entries.has(read.key)) problems.push(messages.csv.inLine(line, messages.csv.twice(read.key)));
    else entries.set(read.key, read.entry);
  }
  if (entries.size > most) problems.push(messages.csv.tooMany(entries.size, most));
  if (entries.size === 0 && problems.length === 0) problems.push(messages.csv.empty);
  return { entries: [...entries.values()], problems };
}

interface Table<Column extends string> {
  readonly has: Readonly<Record<Column, boolean>>;
  readonly rows: readonly Row<Column>[];
}

function readTable<Column extends string>(
  text: string,
  names: Readonly<Record<Column, readonly string[]>>,
): Table<Column> | { readonly problem: string } {
  const plain = text.replace(/^\uFEFF/, '');
  const firstLine = plain.split(/\r?\n/, 1)[0] ?? '';
  const separator = [';', '\t', ','].find((one) => firstLine.includes(one)) ?? ',';
  const parsed = parseCsv(plain, separator);
  if (parsed === undefined) return { problem: messages.csv.openQuote };
  const [head, ...rows] = parsed;
  if (head === undefined) return { problem: messages.csv.empty };
  const titles = head.cells.map((title) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const columns = Object.keys(names) as Column[];
  const places = columns.map(
    (column) => [column, titles.findIndex((title) => names[column].includes(title))] as const,
  );
  return {
    has: Object.fromEntries(places.map(([column, at]) => [column, at !== -1])) as Table<Column>['has'],
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        places.map(([column, at]) => [column, (cells[at] ?? '').trim()]),
      ) as Row<Column>['cells'],
    })),
  };
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads quoted cells too (RFC 4180). Undefined if a quote does not end. Empty lines are left out. */
function parseCsv(text: string, separator: string): readonly Line[] | undefined {
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begunAt = 1;
  const endLine = (): void => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) lines.push({ line: begunAt, cells });
    cells = [];
    cell = '';
    begunAt = line;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') endLine();
    else if (character !== '\r') cell += character;
  }
  if (isQuoted) return undefined;
  endLine();
  return lines;
}
