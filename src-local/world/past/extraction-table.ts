import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection, readPartitionKey } from '../../aws/dynamodb/past-items.ts';
import { nameObjectsCollection, type DrawnObject } from '../../aws/s3/s3-records.ts';
import type { Entry, Tell, Told, Shelves } from '../../journal/told.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import { recipeText } from '../sheets/recipe-text.ts';
import { computeSheetSize } from '../sheets/sheet.ts';
import type { Courses, BatchCourse } from './batch-course.ts';
import type { PastPlan } from './past-plan.ts';
import type { StoriedBatch } from './story.ts';
import type { TableItems } from './table-items.ts';
import { once } from './lazy-telling.ts';
import { makeEtag } from './made-ids.ts';
import type { PlannedDocument } from './plan.ts';

const { table, documentsBucket } = namesByConvention('sandbox').extraction;

/** The table with everything in it, and the files that were sent in. */
export function tellExtraction(
  plan: PastPlan,
  courses: Courses,
  told: TableItems,
  others: { readonly awkward: Told; readonly ofMessages: Told },
): Told {
  const more: OtherItems = { awkward: tellTable(others.awkward), ofMessages: tellTable(others.ofMessages) };
  const whole = (): Iterable<Entry> => listEntries(courses, told, more);
  return new Map<string, Tell>([
    [nameItemsCollection(table), Object.assign(whole, { shelves: tableShelves(plan, courses, told, more) })],
    [nameObjectsCollection(documentsBucket), () => tellAllFiles(courses)],
  ]);
}

/** Its items are told with the others of the table. */
export function withoutTable(told: Told): Told {
  return new Map([...told].filter(([name]) => name !== nameItemsCollection(table)));
}

function tellTable(told: Told): Tell {
  return told.get(nameItemsCollection(table)) ?? (() => []);
}

function* listEntries(courses: Courses, told: TableItems, others: OtherItems): Generator<Entry> {
  yield* told.directory();
  for (const course of courses.all()) {
    yield* told.batches([course]);
    yield* told.documents(course);
  }
  yield* others.awkward();
  yield* others.ofMessages();
}

function* tellAllFiles(courses: Courses): Generator<readonly [string, DrawnObject]> {
  for (const course of courses.all()) yield* tellFiles(course);
}

/** The table holds only a few items besides those of its batches. */
interface OtherItems {
  readonly awkward: Tell;
  /** Knowing the items of messages takes all weeks. */
  readonly ofMessages: Tell;
}

const messages = 'messages';

/**
 * Finds the shelf of an item: a tenant's shelf holds its projects, a batch's its documents and their passports, and that
 * of messages the reasons of their failures. Everything else is known from the beginning.
 */
function tableShelves(
  { tenants, batches }: PastPlan,
  courses: Courses,
  told: TableItems,
  { awkward, ofMessages }: OtherItems,
): Shelves {
  const byShelf = new Map<string, StoriedBatch[]>();
  const tenantsByStamp = new Map<string, string>();
  for (const batch of batches) {
    const { tenantId } = batch.workflow;
    const stamp = readStamp(batch.batchId);
    tenantsByStamp.set(stamp, tenantId);
    const name = `${tenantId}/${stamp}`;
    byShelf.set(name, [...(byShelf.get(name) ?? []), batch]);
  }
  const tenantIds = new Set(tenants.map(({ tenantId }) => tenantId));
  const names = [...tenantIds, ...byShelf.keys(), messages];

  const shelfAt = (place: string): string | undefined => {
    if (place.startsWith('MESSAGE#')) return messages;
    const [, tenantId = '', what = '', stamp] = inTenant.exec(place) ?? [];
    if (stamp !== undefined) return byShelf.has(`${tenantId}/${stamp}`) ? `${tenantId}/${stamp}` : undefined;
    return ofProjects.has(what) && tenantIds.has(tenantId) ? tenantId : undefined;
  };
  const shelfOf = (key: string): string | undefined => shelfAt(readPartitionKey(key));
  const awkwardIds = once(
    () => new Map([...awkward()].map(([key, item]) => [readText(item as Item, 'GSI3PK'), shelfOf(key)])),
  );
  const messagesByShelf = once(() => {
    const found = new Map<string | undefined, (readonly [string, unknown])[]>();
    for (const entry of ofMessages()) {
      const shelf = shelfOf(entry[0]);
      found.set(shelf, [...(found.get(shelf) ?? []), entry]);
    }
    return found;
  });

  function* tell(shelf: string | undefined): Generator<readonly [string, unknown]> {
    if (shelf === undefined || tenantIds.has(shelf)) {
      for (const entry of [...told.directory(), ...awkward()]) if (shelfOf(entry[0]) === shelf) yield entry;
      if (shelf === undefined) return;
      const own = batches.filter(({ workflow }) => workflow.tenantId === shelf);
      yield* told.batches(own.map(courses.of));
      return;
    }
    for (const batch of byShelf.get(shelf) ?? []) yield* told.documents(courses.of(batch));
    for (const [key, item] of messagesByShelf().get(shelf) ?? []) yield [key, { ...(item as Item) }];
  }

  return {
    names: () => names,
    shelfOf,
    tell,
    holding(attribute, value) {
      if (attribute === 'ttl') return [messages];
      if (value === undefined || !/^GSI[123]PK$/.test(attribute)) return names;
      if (attribute !== 'GSI3PK') return [shelfAt(value) ?? []].flat();
      return [tenantsByStamp.get(readStamp(value)) ?? [], awkwardIds().get(value) ?? []].flat();
    },
    sizeOf(shelf) {
      if (shelf === messages) return { entries: 150, bytes: 150 * 420 };
      const own = byShelf.get(shelf);
      const documents = own?.reduce((sum, { size }) => sum + size, 0) ?? 0;
      if (own) return { entries: 3 * documents, bytes: documents * (documentBytes + 2 * eventBytes) };
      const count = batches.filter(({ workflow }) => workflow.tenantId === shelf).length;
      return { entries: count, bytes: count * batchBytes };
    },
  };
}

/** A passport's key has the document's id, which begins as its batch's. */
const inTenant = /^TENANT#([^#]+)#(?:(PROJECT|WORKFLOW|STATUS)#|(?:BATCH#batch|DOCUMENT#doc)-([0-9A-Z]{10}))/;
const ofProjects: ReadonlySet<string> = new Set(['PROJECT', 'WORKFLOW', 'STATUS']);

/** About as much as one has. */
const documentBytes = 4_200;
const eventBytes = 330;
const batchBytes = 560;

function readStamp(batchId: string): string {
  return batchId.slice('batch-'.length, 'batch-'.length + 10);
}

function readText(item: Item, name: string): string {
  const value = item[name];
  return value && 'S' in value ? value.S : '';
}

/** The files that have come. */
function* tellFiles({ batch, documents }: BatchCourse): Generator<readonly [string, DrawnObject]> {
  const { tenantId } = batch.workflow;
  for (const { planned, receivedAt } of documents) {
    if (receivedAt === undefined) continue;
    const key = buildObjectKey({ tenantId, batchId: batch.batchId, ...planned });
    // Ingestion was told of it a moment later.
    yield [key, toObject(planned, receivedAt - 320)];
  }
}

/** The expensive parts are computed on access, because few of the thousands of files are opened. */
function toObject({ documentId, recipe }: PlannedDocument, modified: number): DrawnObject {
  return {
    get drawn() {
      return recipeText(recipe);
    },
    get size() {
      return computeSheetSize(recipe);
    },
    get etag() {
      return makeEtag(documentId);
    },
    modified,
    headers: pdf,
    get metadata() {
      return [['sheet', recipeText(recipe)]] as const;
    },
    tags: [],
    content: [],
  };
}

const pdf = [['content-type', 'application/pdf']] as const;
