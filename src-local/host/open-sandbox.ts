import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { deploymentTag, namesByConvention } from '#shared/domain/pipeline-names.ts';
import { findServiceOfPrice, listCharges } from '#shared/pricing/charges.ts';
import { decimal, decimalText, rounded, times } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { readFigures } from '#shared/pricing/run-spend.ts';
import type { CostLine, ReadCosts } from '../aws/ce/cost-explorer.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import { pocketAws, type PocketAws, type PocketAwsOptions } from '../aws/pocket-aws.ts';
import type { WireRequest, WireResponse } from '../aws/protocol/wire.ts';
import type { StoredFile } from '../aws/textract/found-pages.ts';
import type { TrafficState } from '../world/living/live-traffic.ts';
import { drawHugeResults } from '../world/past/awkward-tenant.ts';
import { createPast } from '../world/past/tell.ts';
import type { ReadingPurpose } from '../world/sheets/drawn-documents.ts';
import { parsePaper } from '../world/sheets/paper.ts';
import { parseWordsText } from '../world/sheets/recipe-text.ts';
import type { World } from '../world/world.ts';
import { beginChapter, ownDefinition, readFacts, type Chapter, type Definition } from './chapter.ts';

export type SandboxOptions = Omit<
  PocketAwsOptions,
  'handlers' | 'runtime' | 'drawObject' | 'decryptKey' | 'readFile' | 'answerModel' | 'readCosts'
> & {
  /** The systems whose tables are created with their samples, beside those of the pipelines. */
  readonly systems?: readonly SystemDeclaration[];
  /** Stacks and bundles other than our own. */
  readonly definition?: Partial<Definition>;
  /** How many tenants a new world has, from 4 to 10,000; one with another number starts over. */
  readonly tenants?: number;
};

export interface Sandbox {
  readonly aws: PocketAws;
  /** The person who opened the sandbox should see these. */
  readonly notices: readonly string[];
  readonly dispatch: Dispatch;
  /** `/pipeline/v1/…`; undefined: not a path of the pipeline API. */
  readonly answerApi: (request: WireRequest) => Promise<WireResponse> | undefined;
  /** Runs `then` once no reset is under way. */
  readonly settled: <T>(then: () => Promise<T>) => Promise<T>;
  /** Moves the time of a running world, which may only just have been opened. */
  readonly advance: (ms: number) => Promise<void>;
  readonly traffic: () => Promise<TrafficState>;
  readonly setTraffic: (paused: boolean) => Promise<void>;
  /** Starts again with the same seed or another. Requests wait meanwhile. */
  readonly reset: (seed?: string) => Promise<void>;
  readonly close: () => void;
}

const apiBase = '/pipeline/v1';

/**
 * Opens an AWS with both pipelines, their past data and their present activity. The console and `npm run local`
 * use the same.
 */
export async function openSandbox({
  systems = [],
  definition,
  tenants,
  ...options
}: SandboxOptions): Promise<Sandbox> {
  let chapter: Promise<Chapter> | undefined;
  const contents = { systems, definition: { ...ownDefinition, ...definition } };
  const current = (): Promise<Chapter> => chapter ?? Promise.reject(new Error('The sandbox is opening'));
  const aws: PocketAws = pocketAws({
    past: createPast(tenants),
    ...options,
    runtime: { run: async (call) => (await (await current()).functions()).run(call) },
    // The provider wraps the keys of its files for this account.
    decryptKey: async (wrapped) => {
      const { unwrapKey } = await import('../world/living/simulated-provider.ts');
      return unwrapKey(readFacts(aws.world).seed, Buffer.from(wrapped));
    },
    ...sheetServices((): World => aws.world),
    readCosts: readSandboxCosts,
    // The drawing code is loaded on first use.
    drawObject: async (text) => {
      const results = drawHugeResults(text);
      if (results) return results;
      const words = parseWordsText(text);
      if (words) {
        const { drawWordFile } = await import('../world/sheets/draw-paper.ts');
        return drawWordFile(words.recipe, words.schema);
      }
      const { drawPaper } = await import('../world/sheets/draw-paper.ts');
      const paper = parsePaper(text);
      if (!paper) throw new Error(`No sheet can be drawn from "${text}"`);
      return drawPaper(paper);
    },
  });
  try {
    chapter = beginChapter(aws, contents);
    await chapter;
  } catch (error) {
    aws.close();
    throw error;
  }

  async function restartChapter(ended: Promise<Chapter>, seed: string | undefined): Promise<Chapter> {
    (await ended.catch(() => undefined))?.end();
    try {
      aws.reset(seed);
    } catch (error) {
      // The reset failed and changed nothing, so the world goes on as before.
      chapter = beginChapter(aws, contents);
      throw error;
    }
    return beginChapter(aws, contents);
  }

  return {
    aws,
    notices: listNotices(aws, options.folder),
    async dispatch(request, signal) {
      await current();
      return aws.dispatch(request, signal);
    },
    answerApi(request) {
      if (!request.path.startsWith(`${apiBase}/`)) return undefined;
      const path = request.path.slice(apiBase.length);
      return current()
        .then(({ api }) => api())
        .then((callApi) => callApi({ ...request, path }))
        .then((answer) => explainFullDisk(answer, aws.world.store.trouble()));
    },
    async settled(then) {
      await current();
      return then();
    },
    async advance(ms) {
      await (await current()).life();
      await aws.advance(ms);
    },
    traffic: async () => (await (await current()).life()).traffic.state(),
    async setTraffic(paused) {
      (await (await current()).life()).traffic.setPaused(paused);
      aws.world.store.flush();
    },
    async reset(seed) {
      chapter = restartChapter(current(), seed);
      await chapter;
    },
    close() {
      void chapter?.then(
        ({ end }) => end(),
        () => undefined,
      );
      aws.close();
    },
  };
}

/** The previous world was deleted without asking, so the person is told. */
function listNotices({ world, replaced }: PocketAws, folder: string | undefined): readonly string[] {
  if (replaced === undefined) return [];
  const { seed } = readFacts(world);
  const was =
    replaced === seed
      ? 'was made by another version of Sluice, or had another number of tenants'
      : `had the seed ${replaced}`;
  return [`The sandbox in ${folder ?? 'memory'} ${was}; it starts over with the seed ${seed}.`];
}

/** The API blames a service behind it; where the disk is full, the person is told which. */
function explainFullDisk<Answer extends { readonly status: number; readonly body: string }>(
  answer: Answer,
  trouble: Error | undefined,
): Answer {
  if (trouble === undefined || answer.status < 500) return answer;
  const problem: unknown = JSON.parse(answer.body);
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return answer;
  return {
    ...answer,
    body: JSON.stringify({ ...problem, detail: `The sandbox's disk: ${trouble.message}` }),
  };
}

const stage = 'sandbox';

/**
 * Tells what the sandbox has cost: what its pipeline has summed, by the newest price book, a little more for repeated
 * calls, and what our estimates leave out. Calls to Textract and Bedrock carry no tag.
 */
const readSandboxCosts: ReadCosts = async (world, { from, until }) => {
  const { Items = [] } = (await world.call('dynamodb', 'Query', {
    TableName: namesByConvention(stage).extraction.table,
    KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':pk': { S: 'SPEND' },
      ':from': { S: `DAY#${from}` },
      ':until': { S: `DAY#${until}` },
    },
  })) as { readonly Items?: readonly SpendItem[] };
  const [book] = priceBooks;
  return Items.flatMap(({ SK, usage }): CostLine[] => {
    const day = SK.S.slice(4);
    if (day >= until) return [];
    const figures = Object.fromEntries(Object.entries(usage.M).map(([name, { N }]) => [name, Number(N)]));
    const charges = listCharges(readFigures(figures).usage, book);
    const metered = charges.map(({ price, usd }) => {
      const { name } = findServiceOfPrice(price);
      const isTagged = name !== 'Amazon Textract' && name !== 'Amazon Bedrock';
      return {
        day,
        service: name === 'Amazon Bedrock' ? 'Claude (Amazon Bedrock Edition)' : name,
        usd: decimalText(rounded(times(decimal(usd), decimal(repeated)), 10)),
        tags: isTagged ? { [deploymentTag]: stage } : {},
      };
    });
    const rest = alsoBilled.map(([service, usd]) => ({
      day,
      service,
      usd,
      tags: { [deploymentTag]: stage },
    }));
    return [...metered, ...rest];
  });
};

interface SpendItem {
  readonly SK: { readonly S: string };
  readonly usage: { readonly M: Readonly<Record<string, { readonly N?: string }>> };
}

/** Calls that were repeated are billed and not in the sums. */
const repeated = '1.02';

/** Tells what a deployment of this size pays a day for what is not estimated. */
const alsoBilled = [
  ['AmazonCloudWatch', '0.0900'],
  ['AWS Key Management Service', '0.0333'],
  ['Amazon API Gateway', '0.0011'],
  ['Amazon DynamoDB', '0.0120'],
] as const;

/**
 * Textract and Bedrock read the drawn sheets of this world. A request to AWS does not say what the pipeline knows, the run
 * and the schema, so they are looked up in its table. The code is loaded with the first document.
 */
export function sheetServices(
  world: () => World,
): Required<Pick<PocketAwsOptions, 'readFile' | 'answerModel'>> {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { readDrawnDocuments } = await import('../world/sheets/drawn-documents.ts');
    return readDrawnDocuments({
      findPurpose: (key) => findPurpose(world(), key),
      findFile: (folder) => findFile(world(), folder),
      findSources: async (key) =>
        (await findDocument(world(), key))?.['madeOf'] as DocumentItem['madeOf'] | undefined,
    });
  };
  return {
    readFile: async (file) => (await (opened ??= open())).readFile(file),
    answerModel: async (asked) => (await (opened ??= open())).answerModel(asked),
  };
}

const { table: TableName, documentsBucket } = namesByConvention('sandbox').extraction;

type Items = Parameters<typeof fromItem>[0];

async function findPurpose(world: World, key: string): Promise<ReadingPurpose> {
  const document = await findDocument(world, key);
  const schema = await findSchema(world, key);
  const run = document?.['run'];
  return { run: typeof run === 'number' ? run : 1, schema };
}

/** "documents/tenant/batch/document/file", or the folder alone. */
function parsePlace(place: string): { tenantId: string; batchId: string; documentId: string } {
  const [, tenantId = '', batchId = '', documentId = ''] = place.split('/');
  return { tenantId, batchId, documentId };
}

function findDocument(world: World, place: string): Promise<PlainItem | undefined> {
  const { tenantId, batchId, documentId } = parsePlace(place);
  return getItem(world, keyOf.document(tenantId, batchId, documentId));
}

async function findSchema(world: World, place: string): Promise<ReadingPurpose['schema']> {
  const { tenantId, batchId } = parsePlace(place);
  const { Items = [] } = (await world.call('dynamodb', 'Query', {
    TableName,
    IndexName: 'GSI3',
    KeyConditionExpression: 'GSI3PK = :batchId AND GSI3SK = :batch',
    ExpressionAttributeValues: toItem({ ':batchId': batchId, ':batch': 'BATCH' }),
  })) as { Items?: Items[] };
  // Ids are unique only within a tenant.
  const batch = Items.map(parseBatch).find((one) => one.tenantId === tenantId);
  if (!batch) return {};
  const workflow = await getItem(world, keyOf.workflow(tenantId, batch.projectId, batch.workflowId));
  return (workflow?.['schema'] ?? {}) as ReadingPurpose['schema'];
}

async function getItem(world: World, key: PlainItem): Promise<PlainItem | undefined> {
  const { Item } = (await world.call('dynamodb', 'GetItem', { TableName, Key: toItem(key) })) as {
    Item?: Items;
  };
  return Item && fromItem(Item);
}

async function findFile(world: World, folder: string): Promise<StoredFile | undefined> {
  const key = (await findDocument(world, folder))?.['objectKey'];
  if (typeof key !== 'string') return undefined;
  const at = { Bucket: documentsBucket, Key: key };
  const { Metadata } = (await world.call('s3', 'HeadObject', at)) as { Metadata: Record<string, string> };
  const bytes = async (): Promise<Uint8Array> =>
    ((await world.call('s3', 'GetObject', at)) as { Body: Uint8Array }).Body;
  return { bucket: at.Bucket, key, metadata: Metadata, bytes };
}
