import type { z } from 'zod';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import type { PageRead, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import type { DeskStore } from '#main/features/review/desk-store.ts';
import { queueHandlers } from '#main/features/review/review-handlers.ts';
import { withoutAttention } from '#test/builders/without-attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import type { WorkflowFactsStore } from '#main/reads/workflow-facts.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { waitingDocument } from '#main/rows/waiting-document.ts';
import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { aGate, trusted, type GateUnderTest } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';

type Names = keyof ReturnType<typeof queueHandlers>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

export interface QueueDesk extends Pick<GateUnderTest, 'receipts'> {
  readonly world: SandboxUnderTest;
  readonly doors: () => ConnectionDoors;
  readonly desk: { drafts: DeskStore['drafts']; postponed: DeskStore['postponed'] };
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
  /** Reads all pages of the queue. */
  readonly everyRow: (input: InputOf<'review.queue'>) => Promise<Everything>;
  /** Returns the requests to DynamoDB since the last call. */
  readonly sent: () => readonly SentRequest[];
  readonly be: (change: Partial<Session>) => void;
  readonly fail: (rules: readonly object[]) => Promise<void>;
}

interface Everything {
  readonly rows: readonly QueueRow[];
  readonly pages: readonly QueuePage[];
}

/** Opens the review queue over the sandbox's world, through the console's own reader and gate. */
export async function aQueueDesk(
  who?: Persona,
  openWorkflows?: (now: () => number) => WorkflowFactsStore,
): Promise<QueueDesk> {
  const world = await aSandbox();
  const now = (): number => world.clock.now();
  const open = doorsOver(world.sandbox.dispatch, now);
  let session = aSession({ who: who ?? aReviewer('*') });
  const doors = (): ConnectionDoors => scopedDoors(open, session.who);
  const desk: QueueDesk['desk'] = { drafts: () => [], postponed: () => [] };
  const { gate, receipts } = aGate({
    handlers: queueHandlers({
      doors,
      session: () => session,
      desk: { drafts: () => desk.drafts(), postponed: () => desk.postponed() },
      orders: openIdOrders(now),
      attention: withoutAttention,
      workflows: openWorkflows?.(now),
      now,
    }),
  });
  const call: QueueDesk['call'] = async (operation, input) => {
    const answer = (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>;
    if (answer.ok) contract[operation].output.parse(answer.value);
    return answer;
  };
  return {
    world,
    doors,
    desk,
    receipts,
    call,
    async everyRow(input) {
      const pages: QueuePage[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = valueOf(await call('review.queue', { ...input, ...(cursor && { cursor }) }));
        pages.push(page);
        cursor = page.cursor;
      }
      return { rows: pages.flatMap(({ rows }) => rows), pages };
    },
    sent: () => open.sent.splice(0),
    be: (change) => void (session = { ...session, ...change }),
    async fail(rules) {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
  };
}

export function aReviewer(tenants: Persona['tenants'], id = 'reviewer-test'): Persona {
  return { id, name: 'Ada Brandt', role: 'reviewer', tenants };
}

export function listIds(rows: readonly Pick<QueueRow, 'documentId'>[]): string[] {
  return rows.map(({ documentId }) => documentId);
}

const usual = { order: { dueHours: 24, priority: 'normal' }, types: null } as const;

/** Sorts the waiting documents by the content of the table alone. */
export async function sortedAll(desk: QueueDesk, tenantIds: readonly string[]) {
  const all = await allThatWaits(desk, tenantIds);
  return all
    .map(({ batch, item }) => ({
      item,
      batch,
      ...waitingDocument(item, batch, usual).row,
      since: Date.parse(keyText(item.attributes, 'GSI2SK') ?? ''),
    }))
    .toSorted((a, b) => a.since - b.since || (a.batchId < b.batchId ? -1 : 1));
}

interface Waiting {
  readonly batch: Batch;
  readonly item: StoredItem;
}

/** Finds everything that waits for review by reading every batch directly. */
async function allThatWaits({ doors }: QueueDesk, tenantIds: readonly string[]): Promise<Waiting[]> {
  const { reader } = doors();
  const read = async (run: (cursor: string | undefined) => Promise<Result<PageRead>>) => {
    const items: StoredItem[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = valueOf(await run(cursor));
      items.push(...page.items);
      cursor = page.cursor;
    }
    return items;
  };
  const found: Waiting[] = [];
  for (const tenantId of tenantIds) {
    for (const status of ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const) {
      const batches = await read((cursor) =>
        reader.run('extraction.batchesByStatus', { tenantId, status }, { cursor }),
      );
      for (const batch of batches.map(batchRow)) {
        const { batchId } = batch;
        const key = { tenantId, batchId, status: 'REVIEW_REQUIRED' };
        const waiting = await read((cursor) => reader.run('extraction.documentsByStatus', key, { cursor }));
        found.push(...waiting.map((item) => ({ batch, item })));
      }
    }
  }
  return found;
}
