import { randomBytes } from 'node:crypto';
import type { PatternDeclaration, SortCondition, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sampledNames, type DescribedTable } from '#shared/catalogue/drafting/draft-system.ts';
import type { SampledKey } from '#shared/catalogue/drafting/key-shapes.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { addReceipts } from '../../aws/batches-by-id.ts';
import { valueProblem } from '#shared/catalogue/keys/hole-value.ts';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import { openReadings, type CatalogueReader } from '../../aws/dynamodb/reading.ts';

/** One request reads this many items, and a partition is asked this often at most (decision 027). */
export const sampling = { itemsEach: 10, requests: 8 } as const;

/** A query reads one megabyte at most, which is 128 read units when it is eventually consistent. */
const mostRruOfRequest = 128;
const bytesOfHalfUnit = 4_096;

export interface SamplePrice {
  readonly requests: number;
  readonly itemsEach: number;
  readonly usualRru: number | null;
  readonly mostRru: number;
}

/** Says before a sample what one partition can cost. DynamoDB charges for whole items, although only keys are sent. */
export function estimateSample({ items, bytes, sort }: DescribedTable): SamplePrice {
  const requests = sort?.type === 'S' ? sampling.requests : 1;
  const mean = items === null || bytes === null || items === 0 ? null : bytes / items;
  const units = mean === null ? null : Math.ceil((mean * sampling.itemsEach) / bytesOfHalfUnit) / 2;
  return {
    requests,
    itemsEach: sampling.itemsEach,
    usualRru: units === null ? null : Math.min(units, mostRruOfRequest) * requests,
    mostRru: mostRruOfRequest * requests,
  };
}

interface Sample {
  readonly keys: readonly SampledKey[];
  readonly requests: number;
  readonly receipt: Receipt | undefined;
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly table: DescribedTable;
  readonly index: string | null;
  readonly partitions: readonly string[];
}

/**
 * Reads the keys of a few items in each partition. After a page it continues behind the items that begin alike, so that
 * a partition of many kinds shows all of them in a few requests.
 */
export async function sampleKeys({ reader, table, index, partitions }: Parts): Promise<Result<Sample>> {
  const schema = index === null ? table : table.indexes[index];
  if (schema === undefined) return invalid('index', `names no index of ${table.name}`);
  for (const [at, partition] of partitions.entries()) {
    const problem =
      schema.partition.type === 'N' ? valueProblem('number', partition) : textProblem(partition);
    if (problem !== undefined) return invalid(`partitions.${at}`, problem);
  }
  const names = sampledNames(table, index);
  const keys: SampledKey[] = [];
  let requests = 0;
  let receipt: Receipt | undefined;
  for (const partition of partitions) {
    let sort: SortCondition | undefined;
    for (let page = 0; page < sampling.requests; page += 1) {
      const system = literalSystem(table, index, names, partition, sort);
      const places = openReadings(randomBytes(32));
      // oxlint-disable-next-line no-await-in-loop -- each request begins where the one before it ended
      const read = await reader.ask(
        { system, pattern: 'keys', params: [{}] },
        { pageSize: sampling.itemsEach, places },
      );
      requests += 1;
      if (read.receipt !== undefined)
        receipt = receipt === undefined ? read.receipt : addReceipts(read.receipt, receipt);
      if (!read.ok) return receipt === undefined ? read : { ...read, receipt };
      keys.push(...read.value.items.map(({ attributes }) => keyTexts(attributes, names)));
      const last = keys.at(-1)?.[schema.sort?.name ?? ''];
      const isLast = read.value.cursor === null || read.value.items.length === 0 || last === undefined;
      if (isLast || schema.sort?.type !== 'S' || textProblem(last) !== undefined) break;
      sort = { after: behind(last) };
    }
  }
  return ok({ keys, requests, receipt }, receipt);
}

/** This sorts behind everything that begins alike: the last character of Unicode is after all others. */
function behind(sort: string): string {
  const parts = sort.split('#');
  // ElectroDB's collections begin alike, and the entity stands in the second part.
  const alike = parts.slice(0, sort.startsWith('$') && parts.length > 2 ? 2 : 1);
  return parts.length === 1 ? sort : `${alike.join('#')}#\u{10FFFF}`;
}

/** A key is asked as it was typed, so it is written as a template without values. */
function literalSystem(
  table: DescribedTable,
  index: string | null,
  names: readonly string[],
  partition: string,
  sort: SortCondition | undefined,
): SystemDeclaration {
  const { partition: key, sort: order, indexes, name } = table;
  const pattern: PatternDeclaration = {
    number: 'AP1',
    asks: 'Which keys are in this partition?',
    title: 'Sampled keys',
    on: index === null ? 'main' : `main.${index}`,
    partition,
    ...(sort !== undefined && { sort }),
    returns: [],
    gives: 'many',
    attributes: names,
  };
  return {
    id: 'sample',
    name: 'Sampled table',
    about: '',
    tables: { main: { name, partition: key, ...(order !== undefined && { sort: order }), indexes } },
    entities: {},
    patterns: { keys: pattern },
  };
}

function textProblem(text: string): string | undefined {
  if (/[{}]/.test(text)) return 'has a brace, which stands for a value here; choose another key';
  return /\p{Surrogate}/u.test(text) ? 'has half of a character; paste it again' : undefined;
}

function keyTexts(attributes: Attributes, names: readonly string[]): SampledKey {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = Object.hasOwn(attributes, name) ? toText(attributes[name]) : undefined;
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function toText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if ('S' in value) return value.S;
  return 'N' in value ? value.N : undefined;
}

const mostPasted = 1_000;

/**
 * Takes the keys out of pasted items: a list, or a line for each, as JSON or as DynamoDB writes it, such as the lines of
 * an export to S3. Everything else in them is dropped here.
 */
export function readPastedKeys(text: string, table: DescribedTable): readonly SampledKey[] | string {
  const items = parsePasted(text);
  if (typeof items === 'string') return items;
  if (items.length > mostPasted) return `has ${items.length} items; expected at most ${mostPasted}`;
  const names = sampledNames(table, null);
  const keys = items.map((item) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = Object.hasOwn(item, name) ? item[name] : undefined;
        const plain = isObject(value) ? (value['S'] ?? value['N']) : value;
        return typeof plain === 'string' || typeof plain === 'number' ? [[name, String(plain)] as const] : [];
      }),
    ),
  );
  const own = [table.partition.name, ...(table.sort === undefined ? [] : [table.sort.name])];
  const bad = keys.findIndex((key) => own.some((name) => !Object.hasOwn(key, name)));
  return bad === -1 ? keys : `has no ${own.join(' and ')} in item ${bad + 1}`;
}

type Item = Readonly<Record<string, unknown>>;

function parsePasted(text: string): readonly Item[] | string {
  const whole = parseJson(text);
  const found = whole === undefined ? parseLines(text) : Array.isArray(whole) ? whole : [whole];
  if (typeof found === 'string') return found;
  const items = found.map((one: unknown) => (isObject(one) && isObject(one['Item']) ? one['Item'] : one));
  const bad = items.findIndex((one) => !isObject(one));
  return bad === -1 ? items.filter(isObject) : `has something else than an item at place ${bad + 1}`;
}

function parseLines(text: string): readonly unknown[] | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parseJson);
  const bad = values.indexOf(undefined);
  return bad === -1 ? values : `is not JSON in line ${bad + 1}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalid(path: string, problem: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${path} ${problem}. Nothing was read.`,
    issues: [{ path, problem }],
  });
}
