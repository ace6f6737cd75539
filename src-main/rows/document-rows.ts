import { findDeclared } from '#shared/catalogue/declaration.ts';
import { plainText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { DocumentRow, Field, OpenDocument, Usage } from '#shared/contract/triage.ts';
import { filingKinds } from '#shared/domain/review/filing.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { readAttributes, readRow, readStatus, type AttributeReading, type RowReading } from './read-row.ts';
import { shownText } from './shown-text.ts';

/** Makes a row of any item; missing attributes become null. It holds no extracted values. */
export function documentRow(item: StoredItem): DocumentRow {
  return toDocumentRow(readRow(item, 'Document'));
}

function toDocumentRow({ read, id, asRead }: RowReading): DocumentRow {
  return {
    tenantId: id('tenantId'),
    batchId: id('batchId'),
    documentId: id('documentId'),
    ...readStatus(read, documentStatuses),
    statusSince: read.time('statusSince', 'optional'),
    fileName: read.text('fileName'),
    run: read.size('run', 'optional'),
    receivedAt: read.time('receivedAt', 'optional'),
    score: read.number('score', 'optional'),
    stage: read.text('stage', 'optional'),
    error: readError(read.anything('error')),
    usage: readUsage(read.map('usage', 'optional')),
    claimedBy: read.text('claimedBy', 'optional'),
    claimExpiresAt: read.time('claimExpiresAt', 'optional'),
    reviewedBy: read.text('reviewedBy', 'optional'),
    ...asRead(),
  };
}

/** A stack trace can be as long as an item. */
const longestError = 4_000;

/** Everything in the error explains the failure, so parts with unknown names become the message. */
function readError(error: AttributeValue | null, longest = longestError): DocumentRow['error'] {
  if (error === null) return null;
  if (!('M' in error)) return { stage: null, code: null, message: formatValue(error, { longest }) };
  const { M: members } = error;
  const [stage, code, message] = ['stage', 'code', 'message'].map((name) =>
    plainMember(members, name, longest),
  );
  const isPlain = (name: string): boolean =>
    (name === 'stage' && stage !== null) || (name === 'code' && code !== null);
  const rest = Object.entries(members).filter(([name, value]) => !isPlain(name) && !('NULL' in value));
  const inBraces = false;
  const told =
    message ??
    (rest.length === 0 ? null : formatValue({ M: Object.fromEntries(rest) }, { longest, inBraces }));
  return { stage: stage ?? null, code: code ?? null, message: told };
}

function plainMember(members: Attributes, name: string, longest: number): string | null {
  const value = findDeclared(members, name);
  if (value === undefined || !('S' in value || 'N' in value)) return null;
  return 'S' in value && value.S.trim() === '' ? null : formatValue(value, { longest });
}

function formatValue(
  value: AttributeValue,
  { longest, inBraces = true }: { readonly longest: number; readonly inBraces?: boolean },
): string {
  const text = formatContent(value, inBraces);
  return shownText(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** Lists have only the beginning of a long message, and the fingerprint is of that beginning. */
function readWholeMessage(error: AttributeValue | null): string | null {
  const beginning = readError(error)?.message ?? null;
  const whole = readError(error, Number.POSITIVE_INFINITY)?.message ?? null;
  return whole === beginning ? null : whole;
}

/** Members are sorted so that the same error gives the same text, since DynamoDB keeps no order. */
function formatContent(value: AttributeValue, inBraces = true): string {
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  if ('BOOL' in value) return String(value.BOOL);
  if ('L' in value) return `[${value.L.map((one) => formatContent(one)).join(', ')}]`;
  if ('SS' in value) return `[${value.SS.toSorted().join(', ')}]`;
  if (!('M' in value)) return plainText(value);
  const members = Object.entries(value.M).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const words = members.map(([name, one]) => `${name}: ${formatContent(one)}`).join(', ');
  return inBraces ? `{${words}}` : words;
}

function readUsage(usage: AttributeReading | null): Usage | null {
  const textract = usage?.map('textract', 'optional') ?? null;
  return (
    usage && {
      textract: textract && {
        pages: unitsIn(textract, 'pages'),
        ms: unitsIn(textract, 'ms'),
        ...analysisIn(textract),
      },
      gapFill: readModel(usage.map('gapFill', 'optional')),
      verify: readModel(usage.map('verify', 'optional')),
    }
  );
}

/** Returns what each run of a document used, by number. Only runs that recorded something are among them. */
export function readUsageByRun(item: StoredItem): ReadonlyMap<number, Usage> {
  const { read } = readRow(item, 'Document');
  const usages = new Map<number, Usage>();
  const earlier = read.map('earlierUsage', 'optional');
  for (const name of earlier?.names() ?? []) {
    const usage = readUsage(earlier?.map(name, 'optional') ?? null);
    if (usage !== null && /^[1-9]\d{0,6}$/.test(name)) usages.set(Number(name), usage);
  }
  const latest = readUsage(read.map('usage', 'optional'));
  if (latest !== null) usages.set(read.size('run', 'optional') ?? 1, latest);
  return usages;
}

/** An analysis that the console does not know is priced as one that was not recorded. */
function analysisIn(textract: AttributeReading): Pick<NonNullable<Usage['textract']>, 'analysis'> {
  const analysis = textract.text('analysis', 'optional');
  return analysis === 'expense' || analysis === 'tablesAndForms' ? { analysis } : {};
}

function readModel(model: AttributeReading | null): Usage['gapFill'] {
  return (
    model && {
      model: nameIn(model, 'model'),
      inputTokens: unitsIn(model, 'inputTokens'),
      outputTokens: unitsIn(model, 'outputTokens'),
      ms: unitsIn(model, 'ms'),
    }
  );
}

/** The name is stored with every sum of consumption, so its length is limited. */
const longestName = 100;

function nameIn(of: AttributeReading, name: string): string | null {
  const text = of.text(name, 'optional');
  if (text === null || text.length <= longestName) return text;
  of.note(name, `expected a name, found ${text.length} characters`);
  return null;
}

/** A negative figure or one above this limit cannot be real, so it must not be priced. */
const mostUnits = 1_000_000_000;

function unitsIn(of: AttributeReading, name: string): number | null {
  const units = of.count(name, 'optional');
  if (units === null || (units >= 0 && units <= mostUnits)) return units;
  of.note(name, `expected a number from 0 to ${mostUnits}, found ${units}`);
  return null;
}

/**
 * Returns a document with everything about its fields that may be shown while their values stay in the main
 * process.
 */
export function openDocument(item: StoredItem): OpenDocument {
  const row = readRow(item, 'Document');
  const { read } = row;
  return {
    ...toDocumentRow(row),
    fields: readFields(read.map('fields', 'optional')),
    lineItems: read.list('lineItems', 'optional')?.length ?? 0,
    checks: (read.list('checks', 'optional') ?? []).flatMap((check, at) => readCheck(read, check, at)),
    resultsInS3: read.map('resultsAt', 'optional') !== null,
    objectKey: read.text('objectKey', 'optional'),
    reviewedAt: read.time('reviewedAt', 'optional'),
    decision: read.oneOf('decision', ['approve', 'reject'], 'optional'),
    filed: readFiling(read.map('filed', 'optional'), 'into'),
    madeOf: readSources(read),
    wholeMessage: readWholeMessage(read.anything('error')),
  };
}

function readFiling(filed: AttributeReading | null, list: string): OpenDocument['filed'] {
  const kind = filed?.oneOf('kind', filingKinds) ?? null;
  if (filed === null || kind === null) return null;
  return { kind, documents: (filed.list(list) ?? []).flatMap((one) => readRelated(one)) };
}

/** Every source says how the document was made. */
function readSources(read: AttributeReading): OpenDocument['madeOf'] {
  const sources = read.list('madeOf', 'optional') ?? [];
  const [first] = sources;
  if (first === undefined || !('M' in first)) return null;
  const kind = readAttributes(first.M, []).oneOf('kind', filingKinds);
  return kind === null ? null : { kind, documents: sources.flatMap((one) => readRelated(one)) };
}

function readRelated(value: AttributeValue): NonNullable<OpenDocument['filed']>['documents'] {
  if (!('M' in value)) return [];
  const read = readAttributes(value.M, []);
  const [batchId, documentId] = [read.text('batchId'), read.text('documentId')];
  if (batchId === null || documentId === null) return [];
  const pages = read.map('pages', 'optional');
  const [from, to] = [pages?.size('from') ?? null, pages?.size('to') ?? null];
  const fileName = read.text('fileName', 'optional');
  return [{ batchId, documentId, fileName, pages: from === null || to === null ? null : { from, to } }];
}

function readFields(fields: AttributeReading | null): Field[] {
  return (fields?.names() ?? []).map((name) => {
    // Only the map of fields is declared, so a field may be a bare value.
    const value = fields?.anything(name) ?? null;
    const field = value !== null && 'M' in value ? (fields?.map(name) ?? null) : null;
    const absent = field?.anything('absent') ?? null;
    return {
      name,
      confidence: field?.number('confidence', 'optional') ?? null,
      readBy: field?.text('readBy', 'optional') ?? null,
      ...(absent !== null && 'BOOL' in absent && absent.BOOL && { absent: true as const }),
      page: field?.count('page', 'optional') ?? null,
      flags: readFlags(field),
      readings: readReadings(field?.map('readings', 'optional') ?? null),
    };
  });
}

function readFlags(field: AttributeReading | null): string[] {
  return (field?.list('flags', 'optional') ?? []).flatMap((flag, at) => {
    // Any other text may be a value that was put in the wrong place.
    if ('S' in flag && knownFlags.has(flag.S)) return [flag.S];
    field?.note(`flags.${at}`, 'is no flag that is known');
    return [];
  });
}

const knownFlags: ReadonlySet<string> = new Set(['below threshold', 'readers disagree', 'check failed']);

function readReadings(readings: AttributeReading | null): Field['readings'] {
  return (readings?.names() ?? []).map((reader) => ({
    reader,
    confidence: readings?.map(reader)?.number('confidence', 'optional') ?? null,
  }));
}

function readCheck(read: AttributeReading, check: AttributeValue, at: number): OpenDocument['checks'] {
  const { M: members } = 'M' in check ? check : { M: {} };
  const name = Object.hasOwn(members, 'name') ? members['name'] : undefined;
  const passed = Object.hasOwn(members, 'passed') ? members['passed'] : undefined;
  if (name !== undefined && 'S' in name && passed !== undefined && 'BOOL' in passed) {
    return [{ name: name.S, passed: passed.BOOL }];
  }
  read.note(`checks.${at}`, 'expected a name and whether it passed');
  return [];
}

export function noDocument(documentId: string): { readonly what: string; readonly message: string } {
  const message = `There is no document "${documentId}" in this batch. Check the id, or open the batch that it is of.`;
  return { what: `document ${documentId}`, message };
}
