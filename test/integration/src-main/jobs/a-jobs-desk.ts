import { onTestFinished } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { batchFacts } from '#main/features/review/batch-facts.ts';
import { readDocument } from '#main/features/review/read-document.ts';
import { readQueuePage } from '#main/features/review/read-queue.ts';
import { lookAtReview } from '#main/features/review/review-looks.ts';
import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { composeTriage } from '#main/compose/compose-reading.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive, type Redrive } from '#main/dead-letters/open-redrive.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Changes, Job, JobDetail } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import type { z } from 'zod';

type Composed = ReturnType<typeof composeTriage> & ReturnType<typeof openJobs>['handlers'];
type Names = Extract<keyof Composed & keyof Contract, Exclude<keyof Composed, `${string}.watch${string}`>>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

export interface JobsDesk {
  readonly world: SandboxUnderTest;
  readonly home: string;
  readonly doors: ConnectionDoors;
  readonly held: HeldMessages;
  readonly redrive: Redrive;
  readonly sent: SentRequest[];
  readonly changes: Changes[];
  /** Calls the gate as a page does and checks the answer against the contract. */
  call<N extends Names>(name: N, input: InputOf<N>): Promise<Result<Output<N>>>;
  failedBatch(projectEnds: string, code: string): Promise<{ batch: Batch; documents: DocumentRow[] }>;
  plan(batch: Batch, documents: readonly DocumentRow[]): Promise<Plan>;
  start(plan: Plan, reason?: string): Promise<Job>;
  /** Moves the world's clock on in steps. The console's own work takes its real time in between. */
  pass(seconds: number): Promise<void>;
  /** Waits until the job sends nothing and tracks nothing any more. */
  ended(jobId: string): Promise<JobDetail>;
  detail(jobId: string): JobDetail;
  be(change: Partial<Session>): void;
}

interface Options {
  /** Wraps the connection between the console and the world. */
  readonly through?: (dispatch: Dispatch) => Dispatch;
  /** Shares the world of another console. */
  readonly world?: SandboxUnderTest;
}

/** Opens the console's triage and jobs over a whole sandbox, all on the sandbox's clock. */
export async function aJobsDesk(options: Options = {}): Promise<JobsDesk> {
  const { through = (dispatch) => dispatch, world = await aSandbox() } = options;
  const { clock, sandbox } = world;
  if (options.world === undefined) await sandbox.setTraffic(true);
  const answer = serveSandbox(sandbox).answer;
  const doors = doorsOver(
    through((request, signal) => answer(request, signal)),
    () => clock.now(),
  );
  let session = aSession();
  const listeners = new Set<(session: Session) => void>();
  const home = aHome();
  const log = { info() {}, warn() {}, error() {}, fatal() {} };
  const parts = { home, session: () => session, log, now: () => clock.now() };
  const scoped = () => scopedDoors(doors, session.who);
  const held = heldMessages();
  const sleep = (ms: number, signal: AbortSignal) => clock.sleep(ms, signal);
  const redrive = openRedrive({ ...parts, held, doorsOf: () => doors, sleep });
  onTestFinished(() => redrive.close());
  const queue = {
    doors: scoped,
    session: parts.session,
    now: parts.now,
    desk: { drafts: () => [], postponed: () => [] },
    orders: openIdOrders(parts.now),
    attention: openAttention(parts.now),
  };
  const facts = batchFacts(parts.now);
  const jobs = openJobs({
    ...parts,
    review: (asked) =>
      lookAtReview({
        readPage: readQueuePage(queue),
        async read(key) {
          const read = await readDocument(key, { ...asked, facts });
          return read.ok ? { ...read, value: read.value.document } : read;
        },
      }),
    doorsOf: () => doors,
    held,
    redrive,
    scopedDoors: scoped,
    onSession(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    sleep,
  });
  onTestFinished(() => jobs.close());
  const handlers = { ...composeTriage({ ...parts, doors: scoped }), ...jobs.handlers };
  const { gate } = aGate({ handlers, watchers: handlers, connection: () => session.connection });
  const changes: Changes[] = [];
  gate.watch(trusted, { operation: 'changes.watch', input: {} }, (result) => {
    changes.push(contract['changes.watch'].output.parse(valueOf(result)));
  });
  let keys = 0;

  const desk: JobsDesk = {
    world,
    doors,
    held,
    redrive,
    home,
    sent: doors.sent,
    changes,
    async call(operation, input) {
      const idempotencyKey = `call-of-the-test-${(keys += 1)}`;
      const result = (await gate.call(trusted, { operation, input, idempotencyKey })) as Result<
        Output<typeof operation>
      >;
      if (result.ok) contract[operation].output.parse(result.value);
      return result;
    },
    async failedBatch(projectEnds, code) {
      const [tenantId = ''] = projectEnds.split('/');
      const workflow = projectEnds.split('/')[1];
      const found = valueOf(
        await desk.call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 50 }),
      );
      for (const batch of found.rows.filter(({ workflowId }) => workflowId === workflow)) {
        const { batchId } = batch;
        const failed = valueOf(
          await desk.call('documents.byStatus', { tenantId, batchId, status: 'FAILED', pageSize: 100 }),
        );
        const documents = failed.rows.filter(({ error }) => error?.code === code);
        if (documents.length > 1) return { batch, documents };
      }
      throw new Error(`No batch of ${projectEnds} has failed with ${code}`);
    },
    async plan({ tenantId, projectId, batchId }, documents) {
      const documentIds = documents.map(({ documentId }) => documentId);
      const target = { kind: 'reprocess' as const, tenantId, projectId, batchId, documentIds };
      return valueOf(await desk.call('plans.make', { target }));
    },
    start: async ({ planId, hash }, reason) =>
      valueOf(await desk.call('plans.start', { planId, hash, ...(reason !== undefined && { reason }) })),
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        await sandbox.advance(1_000);
        for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    detail(jobId) {
      let latest: JobDetail | null = null;
      const watched = gate.watch(trusted, { operation: 'jobs.watchOne', input: { jobId } }, (result) => {
        latest = contract['jobs.watchOne'].output.parse(valueOf(result)).detail;
      });
      valueOf(watched).stop();
      if (latest === null) throw new Error(`There is no job ${jobId}`);
      return latest;
    },
    async ended(jobId) {
      let isSending = false;
      const until = Date.now() + 40_000;
      // A send waits for the disk, on a busy machine for longer than any number of turns.
      for (let passes = 0; passes < 60 || (isSending && Date.now() < until); passes += 1) {
        const detail = desk.detail(jobId);
        const { state, counts } = detail.job;
        if (state !== 'running' && counts.running + counts.sending === 0) return detail;
        isSending = counts.sending > 0;
        await desk.pass(30);
      }
      throw new Error(`The job did not end: ${JSON.stringify(desk.detail(jobId).job)}`);
    },
    be(change) {
      session = { ...session, ...change };
      for (const listener of listeners) listener(session);
    },
  };
  return desk;
}
