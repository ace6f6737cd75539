import type { CatalogueReader, PageRead, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { costsHandlers } from '#main/features/costs/costs-handlers.ts';
import type { CostsInput } from '#main/features/costs/meter-period.ts';
import { openBudgetsFile } from '#main/features/costs/budgets-file.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { openLoadedBook } from '#main/features/costs/loaded-book.ts';
import { openMeterStore } from '#main/features/costs/meter-store.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Costs } from '#shared/contract/costs.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReceipt, aStoredItem } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

interface FakeDocument {
  /** Is null if no stage has worked on the document. */
  readonly pages: number | null;
  readonly run?: number;
  readonly status?: DocumentStatus;
}

export interface FakeBatch {
  readonly tenantId: string;
  readonly projectId?: string;
  readonly batchId: string;
  readonly workflowId?: string;
  readonly createdAt: string | null;
  readonly status?: string;
  readonly version?: number;
  readonly documents: readonly FakeDocument[];
}

interface Asked {
  readonly name: string;
  readonly params: Params;
  readonly cursor: string | undefined;
}

interface CostWorld {
  batches: FakeBatch[];
  /** Is null if there is no directory. */
  directory: readonly string[] | null;
  /**
   * Adds items of no declared kind beside each project and workflow. The texts are the ends of their sort
   * keys.
   */
  beside: readonly string[];
  pageOfDocuments: number;
  pageOfLists: number;
  /** Returns the failure of a question, or undefined for none. It may wait. */
  trouble: (asked: Asked) => Failure | undefined | Promise<Failure | undefined>;
  readonly asked: Asked[];
  readonly reader: CatalogueReader;
}

/** Answers the patterns by which costs are read with tenants, projects, batches and documents. */
function aCostWorld(batches: readonly FakeBatch[]): CostWorld {
  const world: CostWorld = {
    batches: [...batches],
    directory: [...new Set(batches.map(({ tenantId }) => tenantId))].toSorted(),
    beside: [],
    pageOfDocuments: 3,
    pageOfLists: 2,
    trouble: () => undefined,
    asked: [],
    reader: {
      async run(name, params, options = {}) {
        const asked = { name, params: params as Params, cursor: options.cursor };
        world.asked.push(asked);
        const failure = await world.trouble(asked);
        if (failure !== undefined) return { ok: false, failure };
        return page(
          itemsFor(world, asked),
          asked.cursor,
          name.endsWith('documentsOfBatch') ? world.pageOfDocuments : world.pageOfLists,
        );
      },
      ask: () => Promise.reject(new Error('Costs run patterns of the catalogue.')),
      readAgain: () => Promise.reject(new Error('Costs read nothing again.')),
      changed() {
        // This reader has no index that lags.
      },
    },
  };
  return world;
}

export function documentReads({ asked }: CostWorld): readonly Asked[] {
  return asked.filter(({ name }) => name === 'extraction.documentsOfBatch');
}

export interface CostDesk {
  readonly world: CostWorld;
  readonly home: string;
  readonly watch: (input?: Partial<CostsInput>) => { readonly told: Costs[]; readonly stop: () => void };
  /** Watches until nothing more will come. */
  readonly costs: (input?: Partial<CostsInput>) => Promise<Costs>;
  readonly handlers: () => ReturnType<typeof costsHandlers>;
  readonly be: (change: Partial<Session>) => void;
  /** Runs the timers of delayed updates. */
  readonly tick: () => void;
  readonly warned: string[];
  readonly restart: () => void;
}

export const noon = Date.parse('2026-03-10T12:00:00.000Z');
const reference = { reference: 'ref-1', role: null, host: 'browser' } as const;

export function aCostDesk(batches: readonly FakeBatch[], home = aHome()): CostDesk {
  const world = aCostWorld(batches);
  const warned: string[] = [];
  const write = (_fields: object, message: string): void => void warned.push(message);
  let session = aSession();
  let listeners: ((session: Session) => void)[] = [];
  let due: (() => void)[] = [];
  const start = () =>
    costsHandlers({
      doors: () => ({ ...refusingDoors('not used'), reader: world.reader }),
      session: () => session,
      onSession(listener) {
        listeners.push(listener);
        return () => void (listeners = listeners.filter((one) => one !== listener));
      },
      world: ({ id }) => Promise.resolve(ok(id)),
      kept: { of: () => [{ tenantId: 'kept', name: 'Kept', pinned: true, openedAt: null }] },
      budgets: openBudgetsFile({ home, log: { warn: write }, now: Date.now }),
      loaded: openLoadedBook({ home, log: { warn: write }, now: () => noon }),
      store: openMeterStore({ home, log: { warn: write }, now: Date.now }),
      orders: openIdOrders(() => noon),
      log: { warn: write, error: write },
      now: () => noon,
      sleep: () => Promise.resolve(),
      later(work) {
        due.push(work);
        return () => void (due = due.filter((one) => one !== work));
      },
    });
  let handlers = start();
  const watch: CostDesk['watch'] = (input) => {
    const told: Costs[] = [];
    const asked = { tenantId: null, days: 7, budget: null, ...input } as const;
    const stop = handlers['costs.watch'](asked, (costs) => void told.push(costs), reference);
    return { told, stop };
  };
  return {
    world,
    home,
    watch,
    async costs(input) {
      const { told, stop } = watch(input);
      for (let turn = 0; turn < 2_000; turn += 1) {
        const last = told.at(-1);
        if (last !== undefined && last.state !== 'listing' && last.state !== 'metering') {
          stop();
          return last;
        }
        await aTurn();
      }
      throw new Error('It did not end.');
    },
    handlers: () => handlers,
    be(change) {
      session = { ...session, ...change };
      for (const listener of listeners) listener(session);
    },
    tick() {
      for (const work of due.splice(0)) work();
    },
    warned,
    restart() {
      listeners = [];
      handlers = start();
    },
  };
}

export function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await aTurn();
}

export function refusedWith(code: Failure['code']): Failure {
  return { code, message: `It was ${code}.`, reference: '', attempts: 4, service: 'DynamoDB' } as Failure;
}

function itemsFor({ batches, directory, beside }: CostWorld, { name, params }: Asked): readonly StoredItem[] {
  const { tenantId, projectId, batchId } = params as Readonly<Record<string, string>>;
  const mine = batches.filter((one) => one.tenantId === tenantId);
  switch (name) {
    case 'extraction.tenants':
      return (directory ?? []).map((id) =>
        item('DIRECTORY#TENANTS', `TENANT#${id}`, { name: { S: `The ${id}` }, plan: { S: 'scale' } }),
      );
    case 'extraction.tenantById':
      return [
        item(`TENANT#${tenantId}`, 'METADATA', { name: { S: `The ${tenantId}` }, plan: { S: 'scale' } }),
      ];
    case 'extraction.projectsOfTenant':
      return [...new Set(mine.map(projectOf))].flatMap((id) => [
        item(`TENANT#${tenantId}`, `PROJECT#${id}`, { name: { S: id } }),
        ...beside.map((SK) => item(`TENANT#${tenantId}`, `PROJECT#${id}#${SK}`, { projectId: { S: id } })),
      ]);
    case 'extraction.workflowsByChange':
      return [...new Set(mine.filter((one) => projectOf(one) === projectId).map(workflowOf))].flatMap(
        (id) => {
          const partition = `TENANT#${tenantId}#PROJECT#${projectId}`;
          return [
            item(partition, `WORKFLOW#${id}`, { name: { S: `Called ${id}` } }),
            ...beside.map((SK) =>
              item(partition, `WORKFLOW#${id}#${SK}`, { workflowId: { S: id }, name: { S: SK } }),
            ),
          ];
        },
      );
    case 'extraction.batchesOfProject':
      return mine
        .filter((one) => projectOf(one) === projectId)
        .toSorted((a, b) => (a.batchId < b.batchId ? 1 : -1))
        .map(batchItem);
    case 'extraction.documentsOfBatch':
      return (mine.find((one) => one.batchId === batchId)?.documents ?? []).map((document, at) =>
        documentItem(`TENANT#${tenantId}#BATCH#${batchId}`, at, document),
      );
    default:
      throw new Error(`Costs do not ask ${name}.`);
  }
}

const projectOf = ({ projectId }: FakeBatch): string => projectId ?? 'invoices';
const workflowOf = ({ workflowId }: FakeBatch): string => workflowId ?? 'w';
const statusOf = ({ status, pages }: FakeDocument): DocumentStatus =>
  status ?? (pages === null ? 'FAILED' : 'SUCCEEDED');

function batchItem(batch: FakeBatch): StoredItem {
  const { tenantId, batchId, createdAt, documents, status = 'SUCCEEDED', version = 1 } = batch;
  const counts = new Map<string, number>();
  for (const one of documents) counts.set(statusOf(one), (counts.get(statusOf(one)) ?? 0) + 1);
  return item(`TENANT#${tenantId}#PROJECT#${projectOf(batch)}`, `BATCH#${batchId}`, {
    status: { S: status },
    counts: { M: Object.fromEntries([...counts].map(([name, count]) => [name, number(count)])) },
    documentCount: number(documents.length),
    workflowId: { S: workflowOf(batch) },
    run: number(1),
    runs: { M: {} },
    version: number(version),
    ...(createdAt !== null && { createdAt: { S: createdAt }, updatedAt: { S: createdAt } }),
  });
}

function documentItem(partition: string, at: number, { pages, run = 1, ...more }: FakeDocument): StoredItem {
  const usage = { textract: { M: { pages: number(pages ?? 0), ms: number(1_000) } } };
  return item(partition, `DOCUMENT#d${at}`, {
    status: { S: statusOf({ pages, ...more }) },
    run: number(run),
    ...(pages !== null && { usage: { M: usage } }),
  });
}

function number(value: number): AttributeValue {
  return { N: String(value) };
}

function item(PK: string, SK: string, attributes: Attributes): StoredItem {
  return aStoredItem({ entity: entityWith(SK), key: { PK: { S: PK }, SK: { S: SK } }, attributes });
}

/** Only a key that matches its declaration decides the kind of an item. */
function entityWith(sortKey: string): string | null {
  const [start = '', , ...more] = sortKey.split('#');
  const entities: Readonly<Record<string, string>> = {
    BATCH: 'Batch',
    DOCUMENT: 'Document',
    PROJECT: 'Project',
    WORKFLOW: 'Workflow',
  };
  return more.length === 0 ? (entities[start] ?? null) : null;
}

function page(items: readonly StoredItem[], cursor: string | undefined, size: number): Result<PageRead> {
  const from = Number(cursor ?? 0);
  const receipt = { ...aReceipt, rru: 1 };
  return ok(
    {
      items: items.slice(from, from + size),
      cursor: from + size < items.length ? String(from + size) : null,
      asked: { operation: 'Query', table: 'main', index: null, conditions: [] },
      throttled: 0,
      receipt,
    },
    receipt,
  );
}

export const pages = (...all: (number | null)[]) => all.map((one) => ({ pages: one }));

export const today: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-3',
  createdAt: '2026-03-10T08:00:00.000Z',
  documents: pages(1, 2, 3, null),
};
export const yesterday: FakeBatch = {
  tenantId: 'kestrel',
  batchId: 'b-2',
  createdAt: '2026-03-09T23:59:59.999Z',
  documents: pages(5, 5),
};
export const lastWeek: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-1',
  createdAt: '2026-03-04T00:00:00.000Z',
  documents: pages(7),
};
const longAgo: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-0',
  createdAt: '2026-03-03T23:59:59.999Z',
  documents: pages(9),
};
/** The batches are in order from the newest. The last is from the week before. */
export const aWeek = [today, yesterday, lastWeek, longAgo];

export const personOf = (tenants: readonly string[]): Session['who'] => ({
  id: `of-${tenants.join('-')}`,
  name: 'Jonas Weir',
  role: 'support',
  tenants: [...tenants],
});
