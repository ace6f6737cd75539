import { requestHandler } from '#local/aws/request-handler.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import { listExampleParams } from './example-params.ts';
import { grownWorld } from './grown-world.ts';

const sizes = [1_000, 10_000, 100_000] as const;
const warmUp = 30;
const rounds = 100;

interface Answered {
  readonly calls: number;
  readonly rru: number;
  readonly items: number;
}

export interface MeasuredPattern {
  readonly name: string;
  /** The answers have the order of `sizes`. */
  readonly answers: readonly Answered[];
  /** These questions ask for one item per page, so that pages follow each other. */
  readonly pageByPage: readonly Answered[];
  readonly times: readonly (readonly number[])[];
}

interface Opened {
  readonly aws: PocketAws;
  readonly reader: CatalogueReader;
}

/** Measures one system at a time, so that no more than three worlds are in memory at once. */
async function measure(): Promise<MeasuredPattern[]> {
  const measured: MeasuredPattern[] = [];
  for (const system of Object.values<SystemDeclaration>(catalogue)) {
    const opened: Opened[] = [];
    for (const size of sizes) opened.push(open(await grownWorld(system, size)));
    for (const pattern of Object.keys(system.patterns)) {
      measured.push(await measurePattern(opened, system, pattern));
    }
    for (const { aws } of opened) aws.close();
  }
  return measured;
}

function open(aws: PocketAws): Opened {
  const client = dynamoDbClient({
    requestHandler: requestHandler(aws.dispatch),
    region: 'local',
    accountId: '000000000000',
  });
  const reader = openReader({
    client,
    connectionId: 'local',
    tableNames: (system) => tableNames(system, 'sandbox'),
    cursorKey: new Uint8Array(32),
    now: Date.now,
    elapsed: () => performance.now(),
    random: () => 0.5,
    sleep: () => Promise.reject(new Error('Nothing is throttled here')),
  });
  return { aws, reader };
}

/** The sizes take turns, so that other load on the machine affects all of them. */
async function measurePattern(
  opened: readonly Opened[],
  system: SystemDeclaration,
  pattern: string,
): Promise<MeasuredPattern> {
  const readers = opened.map(({ reader }) => reader);
  const params = await fullest(readers[0], system, pattern);
  const answers: Answered[] = [];
  const pageByPage: Answered[] = [];
  for (const reader of readers) {
    answers.push(await askAll(reader, system, pattern, params));
    pageByPage.push(await askAll(reader, system, pattern, params, 1));
  }
  const times: number[][] = readers.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < readers.length; turn += 1) {
      const which = (round + turn) % readers.length;
      const reader = readers[which];
      if (reader === undefined) continue;
      const started = performance.now();
      await askAll(reader, system, pattern, params);
      if (round >= warmUp) times[which]?.push(performance.now() - started);
    }
  }
  return { name: `${system.id}.${pattern}`, answers, pageByPage, times };
}

/** Returns the parameters with the most items among those that the samples offer. */
async function fullest(
  reader: CatalogueReader | undefined,
  system: SystemDeclaration,
  pattern: string,
): Promise<readonly Params[]> {
  let best: { params: readonly Params[]; items: number } | undefined;
  for (const params of listExampleParams(system, pattern)) {
    if (reader === undefined) continue;
    const { items } = await askAll(reader, system, pattern, params);
    if (best === undefined || items > best.items) best = { params, items };
  }
  if (best === undefined || best.items === 0) {
    throw new Error(`${system.id}.${pattern} has no example that finds anything`);
  }
  return best.params;
}

/** Reads to the last page. */
async function askAll(
  reader: CatalogueReader,
  system: SystemDeclaration,
  pattern: string,
  params: readonly Params[],
  pageSize?: number,
): Promise<Answered> {
  let answered: Answered = { calls: 0, rru: 0, items: 0 };
  let cursor: string | undefined;
  do {
    const page = await reader.ask({ system, pattern, params }, { cursor, pageSize });
    if (!page.ok) throw new Error(`${system.id}.${pattern}: ${JSON.stringify(page.failure)}`);
    const { receipt, items } = page.value;
    answered = {
      calls: answered.calls + receipt.pages,
      rru: answered.rru + receipt.rru,
      items: answered.items + items.length,
    };
    cursor = page.value.cursor ?? undefined;
  } while (cursor !== undefined);
  return answered;
}

process.stdout.write(JSON.stringify(await measure()));
