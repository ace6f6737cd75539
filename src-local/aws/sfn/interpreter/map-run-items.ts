import { AwsError } from '../../protocol/aws-error.ts';
import { callAsRole } from '../call-as-role.ts';
import { itemReaderFailed, StateError } from '../language/errors.ts';
import { delimiters, mostItems } from '../language/map-fields.ts';
import type { ItemReader, MapState } from '../language/state.ts';
import type { Run } from '../step-functions-engine.ts';
import type { Frame } from './frame.ts';
import { applyTemplate, buildContext, filterInput, readNumber } from './state-data.ts';

type ReaderConfig = NonNullable<ItemReader['ReaderConfig']>;

/**
 * Reads the items of a distributed Map from S3: the rows of a file, or the objects of a bucket.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html
 */
export async function readItemsOfReader(run: Run, frame: Frame, state: MapState): Promise<unknown[]> {
  const { Resource, Parameters, ReaderConfig: config = {} } = state.ItemReader ?? { Resource: '' };
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const most = readMaxItems(config, input, context);
  const request = Object(applyTemplate(run, Parameters ?? {}, input, context)) as object;
  const isList = Resource.endsWith(':listObjectsV2');
  const answer = await askS3(run, isList ? 'ListObjectsV2' : 'GetObject', request);
  const items = isList ? answer.Contents : parseItems(Buffer.from(answer.Body).toString('utf8'), config);
  return items.length > most ? items.slice(0, most) : items;
}

function readMaxItems({ MaxItems, MaxItemsPath }: ReaderConfig, input: unknown, context: object): number {
  const most = readNumber('MaxItems', MaxItems, MaxItemsPath, input, context) ?? 0;
  if (most < 0) throw failed('field MaxItems must be positive');
  return Math.min(most || mostItems, mostItems);
}

async function askS3(
  run: Run,
  operation: string,
  request: object,
): Promise<{ readonly Body: Uint8Array; readonly Contents: unknown[] }> {
  // The steps that led here must be stored first.
  await Promise.resolve();
  try {
    return (await callAsRole(run, 's3', operation, request)) as {
      Body: Uint8Array;
      Contents: unknown[];
    };
  } catch (error) {
    if (error instanceof AwsError) throw failed(error.message);
    throw error;
  }
}

function parseItems(text: string, config: ReaderConfig): unknown[] {
  if (config.InputType === 'CSV') return readRows(text, config);
  if (config.InputType === 'JSONL') {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map(parseJson);
  }
  const items = parseJson(text);
  if (!Array.isArray(items)) throw failed('Attempting to map over non-iterable node.');
  return items;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failed(`Unable to parse the file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Missing values are empty, and those beyond the last header are left out. */
function readRows(text: string, config: ReaderConfig): Record<string, string>[] {
  const rows = splitCsv(text, delimiters.get(config.CSVDelimiter ?? 'COMMA') ?? ',');
  const headers = config.CSVHeaders ?? rows.shift() ?? [];
  if (new Set(headers).size < headers.length) throw failed('CSV headers cannot contain duplicates.');
  const ordered = orderLikeAws(headers.map((header, index) => ({ header, index })));
  return rows.map((row) =>
    Object.fromEntries(ordered.map(({ header, index }) => [header, row[index] ?? ''])),
  );
}

/** https://www.rfc-editor.org/rfc/rfc4180; a line without any character is no row. */
function splitCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  const endRow = (): void => {
    if (row.length > 0 || value !== '') rows.push([...row, value]);
    row = [];
    value = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') value += character;
      else if (text.charAt(at + 1) === '"') {
        value += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && value === '') isQuoted = true;
    else if (character === delimiter) {
      row.push(value);
      value = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') value += character;
  }
  endRow();
  return rows;
}

/** AWS writes the columns in the order of a hash table, where they stand by the hash of their names. */
function orderLikeAws<T extends { readonly header: string }>(columns: readonly T[]): T[] {
  let buckets = 16;
  while (columns.length > buckets * 0.75) buckets *= 2;
  const place = ({ header }: T): number => {
    let hash = 0;
    for (let at = 0; at < header.length; at += 1) hash = (hash * 31 + header.charCodeAt(at)) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return columns.toSorted((one, other) => place(one) - place(other));
}

function failed(cause: string): StateError {
  return new StateError(itemReaderFailed, cause);
}
