import { GetItemCommand, paginateQuery, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import {
  spendKeys,
  subtractFigures,
  sumRunSpend,
  toFigures,
  toFleetSpendItem,
  toRunSpendItem,
  toTenantSpendItem,
  type SpendFigures,
} from '#shared/pricing/run-spend.ts';
import { countFirstEnd, type FirstEnd } from '#shared/domain/batch-durations.ts';
import {
  sumRunCauses,
  toCauseSpendItem,
  toWorkflowSpendItem,
  type SpendOfCause,
  type SpentAndFailed,
} from '#shared/pricing/detailed-spend.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { OthersWereQuicker, transact } from '../transact.ts';
import type { BatchItem } from './item-shapes.ts';
import { documentsPartition } from './keys.ts';
import { putNew, putOver } from './stored-items.ts';

/**
 * Keeps what the ended runs of a batch consumed: by run, and summed by day, by tenant and day (decision 033), and by
 * workflow and cause (decision 046), with how long batches took (decision 049). It
 * compares states, so it may be called for any change of the batch, twice, late, or by two callers at once. The usage of
 * a run that goes on is kept when it ends.
 */
export async function keepSpend(parts: PipelineParts, batch: BatchItem): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (await keepOnce(parts, batch)) return;
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(
    `The spend of the batch ${batch.batchId} was changed by others ${mostAttempts} times in a row`,
  );
}

const mostAttempts = 60;

interface RunSpendItem {
  readonly version: number;
  readonly createdAt: string;
  readonly day: string;
  readonly endedAt: string;
  readonly unfinished: number;
  readonly usage: SpendFigures;
  readonly causes?: readonly SpendOfCause[];
}

/** Returns false when another caller was quicker, so that everything has to be read again. */
async function keepOnce(parts: PipelineParts, batch: BatchItem): Promise<boolean> {
  const ended = listEndedRuns(batch);
  if (ended.length === 0) return true;
  const kept = await readRunSpends(parts, batch);
  const due = ended.filter(({ run, lastAt }) => isDue(kept.get(run), lastAt));
  if (due.length === 0) return true;
  // The documents are read after the sums, so a sum that is still of this version cannot be newer than they are.
  const documents = await readSpentDocuments(parts, batch);
  for (const end of due) {
    if (!(await keepRun(parts, { batch, end, documents, before: kept.get(end.run) }))) return false;
  }
  return true;
}

interface EndOfRun extends Pick<FirstEnd, 'run' | 'firstAt' | 'firstStatus'> {
  readonly lastAt: string;
}

/** A run that ended before its end was recorded is left out, because its day is unknown. */
function listEndedRuns({ runs, runEnds = {} }: BatchItem): readonly EndOfRun[] {
  return Object.entries(runEnds)
    .filter(([run]) => runs[run] !== 'RUNNING')
    .map(([run, ends]) => ({ run: Number(run), ...ends }));
}

function isDue(kept: RunSpendItem | undefined, lastAt: string): boolean {
  return kept === undefined || kept.endedAt < lastAt || kept.unfinished > 0;
}

async function keepRun(
  parts: PipelineParts,
  {
    batch: { tenantId, projectId, workflowId, batchId, createdAt: submittedAt },
    end: { run, firstAt, firstStatus, lastAt },
    documents,
    before,
  }: {
    readonly batch: BatchItem;
    readonly end: EndOfRun;
    readonly documents: readonly SpentAndFailed[];
    readonly before: RunSpendItem | undefined;
  },
): Promise<boolean> {
  const { spend, unfinished } = sumRunSpend(run, documents);
  const usage = { ...toFigures(spend), ...countFirstEnd({ run, submittedAt, firstAt, firstStatus }) };
  const difference = subtractFigures(usage, before?.usage ?? {});
  const causes = sumRunCauses(run, documents);
  const lost = subtractCauses(causes, before?.causes ?? []);
  const isSame = Object.keys(difference).length === 0 && lost.length === 0;
  // An older state of the batch may arrive late.
  const endedAt = before !== undefined && before.endedAt > lastAt ? before.endedAt : lastAt;
  if (isSame && before?.endedAt === endedAt && before.unfinished === unfinished) return true;
  const day = before?.day ?? firstAt.slice(0, 10);
  const now = new Date(parts.now()).toISOString();
  const item = toRunSpendItem({
    tenantId,
    projectId,
    workflowId,
    batchId,
    run,
    day,
    endedAt,
    unfinished,
    usage,
    ...(causes.length > 0 && { causes }),
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  });
  const actions = [before === undefined ? putNew(parts, item) : putOver(parts, item, before)];
  if (!isSame) {
    const of = { tenantId, projectId, workflowId, day };
    actions.push(...(await addToDay(parts, { ...of, difference, now })));
    actions.push(...(await addToDetail(parts, { ...of, difference, lost, now })));
  }
  return (await transact(parts, actions)) === 'done';
}

async function addToDay(
  parts: PipelineParts,
  {
    tenantId,
    day,
    difference,
    now,
  }: {
    readonly tenantId: string;
    readonly day: string;
    readonly difference: SpendFigures;
    readonly now: string;
  },
): Promise<TransactWriteItem[]> {
  const { PK, SK } = spendKeys.ofTenant(tenantId, day);
  // Otherwise only what was lost has changed.
  if (Object.keys(difference).length === 0) return [];
  const [hasTenant, hasDay] = await Promise.all([
    isThere(parts, { PK, SK }),
    isThere(parts, spendKeys.ofDay(day)),
  ]);
  const common = { day, version: 1, createdAt: now, updatedAt: now };
  const ofDay = hasTenant ? difference : { ...difference, tenants: 1 };
  return [
    hasTenant
      ? addFiguresTo(parts, { PK, SK }, difference, now)
      : putNew(parts, toTenantSpendItem({ ...common, tenantId, usage: difference })),
    hasDay
      ? addFiguresTo(parts, spendKeys.ofDay(day), ofDay, now)
      : putNew(parts, toFleetSpendItem({ ...common, usage: ofDay })),
  ];
}

function formatLoss({ kind, cause }: SpendOfCause): string {
  return `${kind}#${cause}`;
}

/** Returns what is to be added to each cause. One that is counted no longer has figures below 0. */
function subtractCauses(
  next: readonly SpendOfCause[],
  before: readonly SpendOfCause[],
): readonly SpendOfCause[] {
  const kept = new Map(before.map((one) => [formatLoss(one), one]));
  const now = new Map(next.map((one) => [formatLoss(one), one]));
  return [...new Map([...kept, ...now]).values()]
    .map((one) => ({
      ...one,
      usage: subtractFigures(now.get(formatLoss(one))?.usage ?? {}, kept.get(formatLoss(one))?.usage ?? {}),
    }))
    .filter(({ usage }) => Object.keys(usage).length > 0);
}

async function addToDetail(
  parts: PipelineParts,
  {
    difference,
    lost,
    now,
    ...of
  }: {
    readonly tenantId: string;
    readonly projectId: string;
    readonly workflowId: string;
    readonly day: string;
    readonly difference: SpendFigures;
    readonly lost: readonly SpendOfCause[];
    readonly now: string;
  },
): Promise<TransactWriteItem[]> {
  const times = { version: 1, createdAt: now, updatedAt: now };
  const isChanged = Object.keys(difference).length > 0;
  const sums = [
    ...(isChanged
      ? [{ item: toWorkflowSpendItem({ ...of, ...times, usage: difference }), usage: difference }]
      : []),
    ...lost.map((one) => ({ item: toCauseSpendItem({ ...of, ...times }, one), usage: one.usage })),
  ];
  return Promise.all(
    sums.map(async ({ item, usage }) => {
      const key = { PK: item.PK, SK: item.SK };
      return (await isThere(parts, key)) ? addFiguresTo(parts, key, usage, now) : putNew(parts, item);
    }),
  );
}

/** Adding needs no version, so batches of other tenants do not wait for each other longer than a transaction takes. */
function addFiguresTo(
  parts: PipelineParts,
  key: PlainItem,
  difference: SpendFigures,
  now: string,
): TransactWriteItem {
  const figures = Object.entries(difference);
  // An expression has at most 4 KB, so its names are short: there is room for about a hundred figures.
  const sums = figures.map((_, at) => `#u.#f${at}=if_not_exists(#u.#f${at},:z)+:f${at}`);
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: `SET #updatedAt=:now,${sums.join(',')} ADD #version :one`,
      ExpressionAttributeNames: {
        '#u': 'usage',
        '#updatedAt': 'updatedAt',
        '#version': 'version',
        ...Object.fromEntries(figures.map(([name], at) => [`#f${at}`, name])),
      },
      ExpressionAttributeValues: toItem({
        ':z': 0,
        ':one': 1,
        ':now': now,
        ...Object.fromEntries(figures.map(([, figure], at) => [`:f${at}`, figure])),
      }),
    },
  };
}

async function isThere({ clients, names }: PipelineParts, key: PlainItem): Promise<boolean> {
  const { Item } = await clients.dynamodb.send(
    new GetItemCommand({
      TableName: names.extraction.table,
      Key: toItem(key),
      ProjectionExpression: 'PK',
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

async function readRunSpends(
  parts: PipelineParts,
  batch: BatchItem,
): Promise<ReadonlyMap<number, RunSpendItem>> {
  const kept = new Map<number, RunSpendItem>();
  for (const item of await readPartition(parts, batch, { prefix: 'SPEND#' })) {
    const { SK } = item;
    if (typeof SK !== 'string') continue;
    kept.set(Number(SK.split('#')[1]), item as unknown as RunSpendItem);
  }
  return kept;
}

async function readSpentDocuments(
  parts: PipelineParts,
  batch: BatchItem,
): Promise<readonly SpentAndFailed[]> {
  const attributes = ['status', 'run', 'usage', 'earlierUsage', 'error', 'earlierCauses'];
  return (await readPartition(parts, batch, {
    prefix: 'DOCUMENT#',
    attributes,
  })) as unknown as SpentAndFailed[];
}

async function readPartition(
  { clients, names }: PipelineParts,
  { tenantId, batchId }: BatchItem,
  { prefix, attributes }: { readonly prefix: string; readonly attributes?: readonly string[] },
): Promise<readonly PlainItem[]> {
  const found: PlainItem[] = [];
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: toItem({
        ':partition': documentsPartition(tenantId, batchId),
        ':prefix': prefix,
      }),
      ...(attributes && {
        ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
      }),
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items.map(fromItem));
  return found;
}
