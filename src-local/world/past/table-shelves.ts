import { partitionOfKey } from '../../aws/dynamodb/told-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import type { Shelves, Tell } from '../../journal/told.ts';
import type { Courses } from './courses.ts';
import { once } from './once.ts';
import type { PastPlan, StoriedBatch } from './plan-of.ts';
import type { ToldItems } from './told-items-of.ts';

/** What is told of the table beside its batches: little of each. */
export interface OtherItems {
  readonly awkward: Tell;
  /** Of messages: it takes all weeks to know them. */
  readonly ofMessages: Tell;
}

const messages = 'messages';

/**
 * Where an item of the table is: with its tenant what is in its projects, with its batch its documents and their
 * passports, with the messages why they were of no use. What is left is known from the beginning.
 */
export function tableShelves(
  { tenants, batches }: PastPlan,
  courses: Courses,
  told: ToldItems,
  { awkward, ofMessages }: OtherItems,
): Shelves {
  const byShelf = new Map<string, StoriedBatch[]>();
  const tenantsByStamp = new Map<string, string>();
  for (const batch of batches) {
    const { tenantId } = batch.workflow;
    const stamp = stampOf(batch.batchId);
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
  const shelfOf = (key: string): string | undefined => shelfAt(partitionOfKey(key));
  const awkwardIds = once(
    () => new Map([...awkward()].map(([key, item]) => [textOf(item as Item, 'GSI3PK'), shelfOf(key)])),
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
      return [tenantsByStamp.get(stampOf(value)) ?? [], awkwardIds().get(value) ?? []].flat();
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

function stampOf(batchId: string): string {
  return batchId.slice('batch-'.length, 'batch-'.length + 10);
}

function textOf(item: Item, name: string): string {
  const value = item[name];
  return value && 'S' in value ? value.S : '';
}
