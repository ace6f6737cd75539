import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { readPastedId, type RecognisedId } from '#shared/domain/recognise-id.ts';
import { sampled, told, type Desk } from './compare-lists.ts';
import type { Item } from './world.ts';

/** Compares Lookup: each planted id is pasted, and must lead to everything that was planted under it. */
export async function compareLookup(desk: Desk): Promise<void> {
  const { world, figures } = desk;
  for (const batchId of sampled([...new Set(world.batches.map((one) => one.batchId))])) {
    const found = await paste(desk, batchId);
    const planted = world.batches.filter((one) => one.batchId === batchId);
    figures.members(
      `Lookup of the batch ${batchId}`,
      found
        .filter((one) => one['batchId'] === batchId && 'tenantId' in one)
        .map((one) => String(one['tenantId'])),
      planted.map(({ tenantId }) => tenantId),
    );
  }
  for (const { batchId } of world.downloads) {
    const found = await paste(desk, batchId);
    figures.same(
      `Lookup of the download ${batchId}`,
      found.some((one) => one['batchId'] === batchId),
      true,
    );
  }
  for (const { fileId } of sampled(world.files)) {
    const found = await paste(desk, fileId);
    figures.same(
      `Lookup of the file ${fileId}`,
      found.some((one) => one['fileId'] === fileId),
      true,
    );
  }
  for (const { email, userId } of world.users) {
    const found = await paste(desk, email);
    // An id that is itself an e-mail address is private, and is shown masked.
    const isFound = found.some(
      (one) => one['userId'] === userId || (userId.includes('@') && 'userId' in one),
    );
    figures.same(`Lookup of the address ${email}`, isFound, true);
  }
  for (const { tenantId, batchId, documents } of sampled(world.batches, 2)) {
    const [document] = documents;
    if (document === undefined) continue;
    const key = `TENANT#${tenantId}#BATCH#${batchId}\tDOCUMENT#${document.documentId}`;
    const found = await paste(desk, key);
    figures.same(
      `Lookup of the key ${key}`,
      found.some((one) => one['documentId'] === document.documentId),
      true,
    );
  }
}

/**
 * Handles pasted text as the page does: it asks what the text can be, and then tries what a person is offered. Returns
 * every object of the answers.
 */
async function paste({ console, figures }: Desk, text: string): Promise<Record<string, unknown>[]> {
  const { asks, offers } = readPastedId(text);
  if (asks.length === 0) return [];
  const ask = async (some: readonly RecognisedId[]) => {
    const answer = await console.call('lookup.find', { asks: some.map((one) => ({ ...one })) });
    return told({ figures }, `Lookup of ${text}`, answer)?.lookup;
  };
  const first = await ask(asks);
  if (first === undefined) return [];
  if (first.found !== 'nothing' && first.found !== 'no-index') return objectsIn(first);
  const offered = [];
  for (const one of offers) offered.push(await ask([one]));
  return objectsIn(offered);
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

/**
 * Compares Explorer: it asks the same questions by their patterns, and checks each attribute against what was planted.
 */
export async function compareExplorer(desk: Desk): Promise<void> {
  const { world } = desk;
  const { main, jobs, batches: runs } = world.items;
  const main_ = (partition: string, value: string, begins?: [string, string]): Item[] =>
    main.filter(
      (item) =>
        readText(item, partition) === value &&
        (begins === undefined || readText(item, begins[0]).startsWith(begins[1])),
    );
  for (const { tenantId } of sampled(world.tenants, 1)) {
    const at = { tenantId };
    await compareItems(
      desk,
      'extraction',
      'projectsOfTenant',
      at,
      main_('PK', `TENANT#${tenantId}`, ['SK', 'PROJECT#']),
    );
    for (const status of ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED']) {
      const planted = main_('GSI2PK', `TENANT#${tenantId}#STATUS#${status}`);
      await compareItems(desk, 'extraction', 'batchesByStatus', { ...at, status }, planted);
    }
  }
  for (const { tenantId, projectId } of sampled(world.projects, 2)) {
    const partition = `TENANT#${tenantId}#PROJECT#${projectId}`;
    const at = { tenantId, projectId };
    await compareItems(desk, 'extraction', 'batchesOfProject', at, main_('PK', partition, ['SK', 'BATCH#']));
    await compareItems(desk, 'extraction', 'workflowsByChange', at, main_('GSI1PK', partition));
  }
  for (const { tenantId, batchId } of sampled(world.batches, 2)) {
    const partition = `TENANT#${tenantId}#BATCH#${batchId}`;
    const at = { tenantId, batchId };
    await compareItems(
      desk,
      'extraction',
      'documentsOfBatch',
      at,
      main_('PK', partition, ['SK', 'DOCUMENT#']),
    );
    await compareItems(desk, 'extraction', 'batchById', { batchId }, main_('GSI3PK', batchId));
  }
  for (const { batchId, date } of world.downloads) {
    await compareItems(
      desk,
      'downloads',
      'filesOfBatch',
      { batchId },
      jobs.filter((item) => readText(item, 'BatchID') === batchId),
    );
    await compareItems(
      desk,
      'downloads',
      'batchesOfDate',
      { date },
      runs.filter((item) => readText(item, 'PollingDate') === date),
    );
  }
}

async function compareItems(
  desk: Desk,
  system: string,
  pattern: string,
  params: Record<string, string>,
  planted: readonly Item[],
): Promise<void> {
  const { console, figures } = desk;
  const of = `Explorer, ${pattern} of ${Object.values(params).join(', ')}`;
  const found: Attributes[] = [];
  let cursor: string | undefined;
  do {
    const asked = {
      system,
      pattern,
      params: [params],
      pageSize: 1_000,
      ...(cursor !== undefined && { cursor }),
    };
    const page = told(desk, of, await console.call('explorer.ask', asked));
    if (page === undefined) return;
    found.push(...page.items.map(({ attributes }) => attributes));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  // An id that looks like an e-mail address is masked, so its item can only be counted.
  if (planted.some((item) => /@/.test(JSON.stringify([item['PK'], item['SK'], item['workflowId']])))) {
    figures.same(`${of}, items`, found.length, planted.length);
  } else {
    figures.members(of, found.map(exactly), planted.map(exactly));
  }
}

/** Formats an item in one canonical form, without masked attributes and without text too long to compare by eye. */
function exactly(item: Attributes | Item): string {
  const entries = Object.entries(item as Record<string, object>)
    .filter(([name]) => !masked.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries.map(([name, value]) => [name, normalised(value)])).slice(0, 20_000);
}

/** E-mail addresses are private, and so are extracted values. */
const masked: ReadonlySet<string> = new Set(['email', 'GSI1PK', 'fields', 'ocrText']);

/** Normalises values, because sets and maps have no order, and each DynamoDB writes a number its own way. */
function normalised(value: object): unknown {
  if ('SS' in value) return { SS: [...(value.SS as string[])].toSorted() };
  if ('L' in value) return { L: (value.L as object[]).map(normalised) };
  if ('M' in value) {
    const entries = Object.entries(value.M as Record<string, object>);
    return {
      M: entries.toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([name, one]) => [name, normalised(one)]),
    };
  }
  if ('N' in value && /E/i.test(String(value.N))) return { N: Number(value.N) };
  return 'N' in value && Number(value.N) === 1e-120 ? { N: 1e-120 } : value;
}

function readText(item: Item, name: string): string {
  const value = item[name];
  return value !== undefined && 'S' in value ? value.S : '';
}
