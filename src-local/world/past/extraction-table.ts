import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection, readPartitionKey } from '../../aws/dynamodb/past-items.ts';
import { nameObjectsCollection, type DrawnObject } from '../../aws/s3/s3-records.ts';
import type { Entry, Tell, Told, Shelves } from '../../journal/told.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import { recipeText, wordsText } from '../sheets/recipe-text.ts';
import { computeSheetSize, computeWordsSize } from '../sheets/sheet.ts';
import { buildWordsKey } from '#shared/domain/review/stored-words.ts';
import { parseUlidTime } from '#shared/domain/id-forms.ts';
import type { Courses, BatchCourse, DocumentCourse } from './batch-course.ts';
import { estimateCorrectionItems } from './corrections.ts';
import type { PastPlan } from './past-plan.ts';
import type { StoriedBatch } from './story.ts';
import type { TableItems } from './table-items.ts';
import type { AttentionShelves } from './attention.ts';
import { findInFleet } from './fleet.ts';
import { addKey, once, toAttributes } from './lazy-telling.ts';
import { makeEtag } from './made-ids.ts';
import type { PlannedDocument } from './plan.ts';
import { estimateRuleItems } from './rule-items.ts';

const { table, documentsBucket } = namesByConvention('sandbox').extraction;

export interface TableParts {
  readonly plan: PastPlan;
  readonly courses: Courses;
  readonly items: TableItems;
  readonly attention: AttentionShelves;
  readonly awkward: Told;
  /** Knowing the items of messages takes all weeks. */
  readonly ofMessages: Told;
}

/** The table with everything in it, and the files that were sent in. */
export function tellExtraction(parts: TableParts): Told {
  const shelves = tableShelves(parts);
  const whole = function* (): Generator<Entry> {
    yield* shelves.tell(undefined);
    for (const name of shelves.names()) yield* shelves.tell(name);
  };
  return new Map<string, Tell>([
    [nameItemsCollection(table), Object.assign(whole, { shelves })],
    [nameObjectsCollection(documentsBucket), tellFiles(parts)],
  ]);
}

/** Its items and files are told with the others. */
export function withoutExtraction(told: Told): Told {
  return new Map(
    [...told].filter(
      ([name]) => name !== nameItemsCollection(table) && name !== nameObjectsCollection(documentsBucket),
    ),
  );
}

function tellPart(told: Told, name: string): Iterable<Entry> {
  return told.get(name)?.() ?? [];
}

const messages = 'messages';
const directory = 'directory';
const spend = 'spend';
const activity = 'activity';
const corrections = 'corrections of ';
const ofCorrections = /^TENANT#([^#]+)#(?:CORRECTIONS$|CORRECTED#)/;
const rules = 'rules of ';
/** The rules of review compare a tenant's documents with the items under these keys. */
const ofRules = /^TENANT#([^#]+)#(?:SUPPLIERS$|ORDERS$|LISTS$|INVOICE#)/;

/**
 * Finds the shelf of an item: a tenant's shelf holds its projects, a batch's its documents and their passports, that of
 * messages the reasons of their failures. Spend, activity, each shard of attention and each day of causes have one. Everything else
 * is known from the beginning, but for tenants of the fleet, whose shelf holds all that is in no batch's.
 */
function tableShelves({ plan, courses, items, attention, ...others }: TableParts): Shelves {
  const { tenants, batches, fleet } = plan;
  const awkward = (): Iterable<Entry> => tellPart(others.awkward, nameItemsCollection(table));
  const ofMessages = (): Iterable<Entry> => tellPart(others.ofMessages, nameItemsCollection(table));
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

  const inFleet = (stamp: string, tenantId?: string): StoriedBatch | undefined => {
    const found = fleet.size > 0 ? fleet.batchAt(parseUlidTime(stamp)) : undefined;
    return found && (tenantId ?? found.workflow.tenantId) === found.workflow.tenantId ? found : undefined;
  };
  const shelfAt = (place: string): string | undefined => {
    if (place.startsWith('MESSAGE#')) return messages;
    if (/^SPEND(?:#|$)/.test(place)) return spend;
    if (/^(?:ACTIVITY|PERSON)#|#ACTIVITY$/.test(place)) return activity;
    const [, ruled = ''] = ofRules.exec(place) ?? [];
    if (tenantIds.has(ruled)) return `${rules}${ruled}`;
    const [, corrected = ''] = ofCorrections.exec(place) ?? [];
    if (tenantIds.has(corrected)) return `${corrections}${corrected}`;
    const [, tenantId = '', what = '', stamp] = inTenant.exec(place) ?? [];
    if (tenantId === '') return place === allTenants && fleet.size > 0 ? directory : attention.shelfAt(place);
    if (stamp !== undefined) {
      const name = `${tenantId}/${stamp}`;
      return byShelf.has(name) || inFleet(stamp, tenantId) ? name : undefined;
    }
    if (fleet.has(tenantId)) return tenantId;
    if (!tenantIds.has(tenantId)) return undefined;
    if (place.endsWith('#SPEND')) return spend;
    return ofProjects.has(what) ? tenantId : undefined;
  };
  const shelfOf = (key: string): string | undefined => shelfAt(readPartitionKey(key));
  const awkwardIds = once(
    () => new Map([...awkward()].map(([key, item]) => [readText(item as Item, 'GSI3PK'), shelfOf(key)])),
  );
  const messagesByShelf = once(() => {
    const found = new Map<string | undefined, Entry[]>();
    for (const entry of ofMessages()) {
      const shelf = shelfOf(entry[0]);
      found.set(shelf, [...(found.get(shelf) ?? []), entry]);
    }
    return found;
  });
  function* names(): Generator<string> {
    yield* [...tenantIds, ...byShelf.keys(), messages, spend, activity, ...attention.names];
    for (const tenantId of tenantIds) {
      yield `${rules}${tenantId}`;
      yield `${corrections}${tenantId}`;
    }
    if (fleet.size === 0) return;
    yield directory;
    for (const tenantId of fleet.tenantIds()) {
      yield tenantId;
      for (const { batchId } of fleet.batches(tenantId)) yield `${tenantId}/${readStamp(batchId)}`;
    }
  }
  const attentionNames = new Set(attention.names);

  function* tell(shelf: string | undefined): Generator<Entry> {
    if (shelf !== undefined && attentionNames.has(shelf)) {
      yield* attention.tell(shelf).map(toAttributes).map(addKey);
      return;
    }
    if (shelf === undefined || shelf === directory || tenantIds.has(shelf)) {
      for (const entry of [...items.directory(), ...awkward()]) if (shelfOf(entry[0]) === shelf) yield entry;
      if (shelf === undefined) yield addKey(toAttributes(attention.state()));
      else if (shelf === directory) yield* items.fleetNames();
      const own = batches.filter(({ workflow }) => workflow.tenantId === shelf);
      yield* items.batches(own.map(courses.of));
      return;
    }
    if (shelf === spend) {
      yield* items.spend();
      return;
    }
    if (shelf === activity) {
      yield* items.activity();
      return;
    }
    if (shelf.startsWith(rules)) {
      yield* items.rules(shelf.slice(rules.length));
      return;
    }
    if (shelf.startsWith(corrections)) {
      yield* items.corrections(shelf.slice(corrections.length));
      return;
    }
    if (fleet.has(shelf)) {
      yield* items.fleetTenant(shelf);
      return;
    }
    const [, stamp = ''] = shelf.split('/');
    const ofFleet = byShelf.has(shelf) || shelf === messages ? undefined : inFleet(stamp);
    if (ofFleet) yield* items.documents(courses.of(ofFleet));
    for (const batch of byShelf.get(shelf) ?? []) yield* items.documents(courses.of(batch));
    for (const [key, item] of messagesByShelf().get(shelf) ?? []) yield [key, { ...(item as Item) }];
  }

  const sizeOf = (shelf: string): { readonly entries: number; readonly bytes: number } => {
    if (shelf === messages) return { entries: 150, bytes: 150 * 420 };
    if (shelf === spend) return { entries: 120, bytes: 120 * 900 };
    if (shelf === activity) return { entries: 60, bytes: 60 * 700 };
    if (shelf.startsWith(rules)) {
      const entries = estimateRuleItems(batches, shelf.slice(rules.length));
      return { entries, bytes: entries * 300 };
    }
    if (shelf.startsWith(corrections)) {
      const entries = estimateCorrectionItems(batches, shelf.slice(corrections.length));
      return { entries, bytes: entries * 600 };
    }
    if (attentionNames.has(shelf)) return attention.sizeOf(shelf);
    if (shelf === directory) return { entries: fleet.size, bytes: fleet.size * 200 };
    const stamp = shelf.split('/')[1];
    const own = byShelf.get(shelf) ?? (stamp === undefined ? undefined : [inFleet(stamp) ?? []].flat());
    const documents = own?.reduce((sum, { size }) => sum + size, 0) ?? 0;
    if (own) return { entries: 3 * documents, bytes: documents * (documentBytes + 2 * eventBytes) };
    const count = fleet.has(shelf)
      ? fleet.batches(shelf).length + itemsOfTenant
      : batches.filter(({ workflow }) => workflow.tenantId === shelf).length;
    return { entries: count, bytes: count * batchBytes };
  };
  const sizeOfAll = once(() => {
    const { batches: count, documents } = fleet.totals();
    let [entries, bytes] = [3 * documents + count + fleet.size * (itemsOfTenant + 1), 0];
    bytes = documents * (documentBytes + 2 * eventBytes) + (entries - 3 * documents) * batchBytes;
    for (const shelf of [...tenantIds, ...byShelf.keys(), messages, spend, activity, ...attention.names]) {
      const size = sizeOf(shelf);
      entries += size.entries;
      bytes += size.bytes;
    }
    return { entries, bytes };
  });

  return {
    names,
    shelfOf,
    tell,
    holding(attribute, value) {
      // Attention, causes, spend, activity and corrections expire, too, but not while they have not been read.
      if (attribute === 'ttl') return [messages];
      if (value === undefined || !/^GSI[123]PK$/.test(attribute)) return names();
      if (attribute !== 'GSI3PK' || /^(?:ATTENTION|PERSON)#/.test(value)) {
        const [, tenantId = ''] = /@(.+)\.example$/.exec(value) ?? [];
        return [fleet.has(tenantId) ? tenantId : (shelfAt(value) ?? [])].flat();
      }
      const stamp = readStamp(value);
      const owner = tenantsByStamp.get(stamp) ?? inFleet(stamp)?.workflow.tenantId;
      return [owner ?? [], awkwardIds().get(value) ?? []].flat();
    },
    sizeOf: (shelf) => (shelf === undefined ? sizeOfAll() : sizeOf(shelf)),
  };
}

const allTenants = 'DIRECTORY#TENANTS';
/** A passport's key has the document's id, which begins as its batch's. Ids of people of the fleet end in their tenant's. */
const inTenant =
  /^(?:TENANT#|USER#user-[a-z-]+\.)([^#]+)(?:#(?:(PROJECT|WORKFLOW|STATUS)#|(?:BATCH#batch|DOCUMENT#doc)-([0-9A-Z]{10})))?/;
const ofProjects: ReadonlySet<string> = new Set(['PROJECT', 'WORKFLOW', 'STATUS']);
/** A tenant of the fleet has so many items besides its batches. */
const itemsOfTenant = 14;

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

/** The files of a batch of the fleet are told when one of them is first read; a listing shows only those. */
function tellFiles({ courses, plan: { fleet }, awkward, ofMessages }: TableParts): Tell {
  const collection = nameObjectsCollection(documentsBucket);
  const whole = function* (): Generator<Entry> {
    for (const course of courses.all()) yield* listFiles(course);
    yield* tellPart(awkward, collection);
    yield* tellPart(ofMessages, collection);
  };
  if (fleet.size === 0) return whole;
  return Object.assign(whole, {
    shelves: {
      names: () => [],
      shelfOf(key: string) {
        const [, tenantId = '', batchId = ''] = key.split('/');
        return fleet.has(tenantId) ? findInFleet(fleet, batchId)?.batchId : undefined;
      },
      *tell(shelf: string | undefined) {
        if (shelf === undefined) yield* whole();
        const batch = shelf === undefined ? undefined : findInFleet(fleet, shelf);
        if (batch) yield* listFiles(courses.of(batch));
      },
      holding: () => [],
      sizeOf: () => ({ entries: 0, bytes: 0 }),
    },
  });
}

/** Lists the files that have come, and the words of scans that Textract has read. */
function* listFiles({ batch, documents }: BatchCourse): Generator<readonly [string, DrawnObject]> {
  const { tenantId } = batch.workflow;
  for (const { planned, receivedAt, passages } of documents) {
    if (receivedAt === undefined) continue;
    const key = buildObjectKey({ tenantId, batchId: batch.batchId, ...planned });
    // Ingestion was told of it a moment later.
    yield [key, toObject(planned, receivedAt - 320)];
    const read = planned.recipe.isScanned ? passages.find(isReadByTextract) : undefined;
    if (!read) continue;
    const at = { tenantId, batchId: batch.batchId, documentId: planned.documentId };
    const { schema } = batch.workflow;
    yield [buildWordsKey(at), toWordFile(planned, schema, read.begunAt + (read.reading.stageMs[0] ?? 0))];
  }
}

function isReadByTextract({ reading }: DocumentCourse['passages'][number]): boolean {
  return reading.ok || reading.error.stage !== 'textract';
}

/** Other files have their text, so the words of them are not told, which keeps the past small. */
function toWordFile(
  { documentId, recipe }: PlannedDocument,
  schema: Readonly<Record<string, string>>,
  modified: number,
): DrawnObject {
  return {
    get drawn() {
      return wordsText(recipe, schema);
    },
    size: computeWordsSize(recipe),
    get etag() {
      return makeEtag(`${documentId}/words`);
    },
    modified,
    headers: json,
    metadata: [],
    tags: [],
    content: [],
  };
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
const json = [['content-type', 'application/json']] as const;
