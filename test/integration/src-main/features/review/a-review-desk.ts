import type { Dispatch } from '#local/aws/dispatch.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toItem } from '#pipelines/plain-items.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openReview } from '#main/compose/open-acting.ts';
import { openAttention } from '#main/reads/attention.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { documentRow } from '#main/rows/document-rows.ts';
import type { SeenItems } from '#main/jobs/job-action.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Outcome, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import type { z } from 'zod';

type Names = keyof ReturnType<typeof openReview>['handlers'];
type Output<N extends Names> = z.output<Contract[N]['output']>;
type ActionName = 'claim' | 'release' | 'decide' | 'undo' | 'handOver' | 'check';

export interface ReviewDesk {
  readonly world: SandboxUnderTest;
  readonly home: string;
  readonly doors: () => ConnectionDoors;
  readonly sent: SentRequest[];
  readonly seen: SeenItems[];
  readonly review: ReturnType<typeof openReview>;
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
  readonly act: <N extends ActionName>(name: N, input: InputOf<`review.${N}`>) => Promise<Outcome>;
  readonly read: (key: ReviewKey) => Promise<ReviewDocument>;
  /** Returns waiting documents of a tenant, oldest first. */
  readonly waiting: (tenantId: string, many?: number) => Promise<ReviewKey[]>;
  readonly be: (who: string | Persona) => void;
  readonly change: (change: Partial<Session>) => void;
  /** Writes attributes of a document or its batch directly, which no person may do. */
  readonly tamper: (what: 'document' | 'batch', key: ReviewKey, attributes: Attributes) => Promise<void>;
}

interface Options {
  /** Wraps the connection between the console and the world. */
  readonly through?: (dispatch: Dispatch) => Dispatch;
  readonly home?: string;
  /** Shares the world of another console. */
  readonly beside?: ReviewDesk;
  readonly as?: string;
}

/** Opens the review over a whole sandbox with the pipelines' own API, all on the sandbox's clock. */
export async function aReviewDesk({
  through = (dispatch) => dispatch,
  home = aHome(),
  beside,
  as = 'reviewer',
}: Options = {}): Promise<ReviewDesk> {
  const world = beside?.world ?? (await aSandbox());
  const { clock, sandbox } = world;
  await sandbox.setTraffic(true);
  const { answer } = serveSandbox(sandbox);
  const doors = doorsOver(
    through((request, signal) => answer(request, signal)),
    () => clock.now(),
  );
  let session = aSession({ who: findPersona(as) });
  const listeners = new Set<(session: Session) => void>();
  const seen: SeenItems[] = [];
  const scoped = (): ConnectionDoors => scopedDoors(doors, session.who);
  const review = openReview({
    home,
    doors: scoped,
    session: () => session,
    onSession(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    seen: (_connection, items) => void seen.push(items),
    attention: openAttention(() => clock.now()),
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => clock.now(),
  });
  const { gate } = aGate({ handlers: review.handlers, connection: () => session.connection });
  const change = (next: Partial<Session>): void => {
    session = { ...session, ...next };
    for (const listener of listeners) listener(session);
  };
  const call: ReviewDesk['call'] = async (operation, input) => {
    const result = (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>;
    if (result.ok) contract[operation].output.parse(result.value);
    return result;
  };

  return {
    world,
    home,
    doors: scoped,
    sent: doors.sent,
    seen,
    review,
    call,
    async act(name, input) {
      const answered = await call(`review.${name}`, input as never);
      return (valueOf(answered) as { outcome: Outcome }).outcome;
    },
    read: async ({ tenantId, projectId, batchId, documentId }) =>
      valueOf(await call('review.read', { tenantId, projectId, batchId, documentId })),
    async waiting(tenantId, many = 1) {
      const found: ReviewKey[] = [];
      const asked = { tenantId, status: 'REVIEW_REQUIRED' };
      const batches = valueOf(await doors.reader.run('extraction.batchesByStatus', asked)).items.map(
        batchRow,
      );
      for (const { projectId, batchId } of batches) {
        const page = await doors.reader.run('extraction.documentsToReview', { tenantId, batchId });
        const rows = valueOf(page).items.map(documentRow);
        const free = rows.filter(({ claimedBy }) => claimedBy === null);
        found.push(...free.map(({ documentId }) => ({ tenantId, projectId, batchId, documentId })));
        if (found.length >= many) return found.slice(0, many);
      }
      throw new Error(`${tenantId} has ${found.length} documents that wait, and not ${many}`);
    },
    be: (who) => change({ who: typeof who === 'string' ? findPersona(who) : who }),
    change,
    async tamper(what, { tenantId, projectId, batchId, documentId }, attributes) {
      const entries = Object.entries(attributes);
      const batch = keyOf.batch(tenantId, projectId, batchId);
      await sandbox.aws.world.call('dynamodb', 'UpdateItem', {
        TableName: 'autowired-sandbox',
        Key: toItem(what === 'batch' ? batch : keyOf.document(tenantId, batchId, documentId)),
        UpdateExpression: `SET ${entries.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(entries.map(([, one], index) => [`:v${index}`, one])),
      });
    },
  };
}

function findPersona(id: string): Persona {
  const found = sandboxPersonas.find((persona) => persona.id === id);
  if (found === undefined) throw new Error(`There is no persona ${id}`);
  return { ...found, tenants: found.tenants === '*' ? '*' : [...found.tenants] };
}

/** Returns what a page sends back about a document that it has read. */
export function toSeen({ tenantId, projectId, batchId, documentId, version }: ReviewDocument) {
  return { tenantId, projectId, batchId, documentId, version };
}

export function approval(document: ReviewDocument, intentKey: string) {
  const nothing = { corrections: [], reason: null, seconds: 7 };
  return { ...toSeen(document), decision: 'approve' as const, ...nothing, intentKey };
}
