import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { canRedrive, canStop } from '#shared/domain/execution-allowance.ts';
import { signInErrors } from '../../aws/aws-trouble.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { DescribedExecution, ExecutionChange, RunName } from '../../aws/executions.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import type { JobAction, Look, RunningJob, SeenItems, Sent } from '../job-action.ts';

type Kind = 'redrive-execution' | 'stop-execution';

/**
 * AWS remembers a client token for fifteen minutes after its first use, so a repeated call has to arrive by then.
 * Stopping needs no token, but an execution that was redriven since must keep running: see `send`.
 */
const repeatableForMs = 14 * 60_000;

/**
 * Limits the looks after an execution has ended, while the pipeline has not yet recorded what became of its documents.
 */
const mostLooksAfter = 5;

/** Redrives or stops one execution. Its only item has the execution's name. */
export function executionAction(
  kind: Kind,
  doors: () => ConnectionDoors,
  now: () => number = Date.now,
): JobAction {
  /** Counts the looks after the end of an execution, by plan. */
  const looksAfter = new Map<string, number>();

  return {
    kind,
    repeatableForMs,
    firstLookAfter: () => (kind === 'redrive-execution' ? 3_000 : 2_000),
    mostInCall: 1,

    async recheck(plan, ids) {
      const described = await doors().executions.describe(getRunName(plan));
      if (!described.ok) return goneIsSkipped(described, ids);
      const why = whyNot(kind, described.value, redrivenBefore(plan), now());
      const skip = new Map(why === undefined ? [] : ids.map((id) => [id, why]));
      return { ok: true, value: { skip, seen: nothingSeen } };
    },

    async send({ plan, by, reason }, { idempotencyKey }) {
      const { executions } = doors();
      const name = getRunName(plan);
      if (kind === 'redrive-execution') return told(await executions.redrive(name, idempotencyKey), plan);
      // This may be the second time that the stop is sent.
      const redriven = await hasBeenRedriven(doors(), name, redrivenBefore(plan));
      if (redriven !== undefined) return redriven;
      const cause = buildCause(by, reason);
      return told(await executions.stop(name, { error: 'Stopped', cause }), plan);
    },

    async look({ plan }, sent) {
      const name = getRunName(plan);
      const described = await doors().executions.describe(name);
      if (!described.ok) return described;
      const look = executionLook(kind, described.value, redrivenBefore(plan));
      const hasEnded = look.state !== 'running';
      const { seen, isSettled } = await runStanding(doors(), readStandingParams(plan), hasEnded);
      const shown = isToCome(plan, look, isSettled) ? unended(look) : look;
      const looks = new Map(sent.map(({ id }) => [id, shown]));
      return { ok: true, value: { looks, seen } };
    },
  };

  /** Makes lists read the batch and documents themselves from now on, because an index will be behind for a while. */
  function told(change: ExecutionChange, plan: Plan): Sent {
    // This runs beside the job, whose next line on disk must not wait for it. The job's own look reports what this
    // cannot.
    if (change.kind !== 'refused')
      runStanding(doors(), readStandingParams(plan), true).catch(() => undefined);
    return sentAs(change);
  }

  /** Tells whether another look is worthwhile; after the last one the result is taken as final. */
  function isToCome({ planId }: Plan, { state }: Look, isSettled: boolean): boolean {
    if (state === 'running' || state === 'overtaken' || isSettled) return false;
    const looks = (looksAfter.get(planId) ?? 0) + 1;
    looksAfter.set(planId, looks);
    return looks < mostLooksAfter;
  }
}

function readStandingParams(plan: Plan): Parameters<typeof runStanding>[1] {
  return { ...getRunName(plan), tenantId: plan.tenantId };
}

function unended(look: Look): Look {
  return { ...look, state: 'running', endedAt: null, note: null };
}

/** The redrive count serves as the version of an execution. */
function redrivenBefore({ items }: Plan): number | null {
  return items[0]?.version ?? null;
}

const nothingSeen: SeenItems = { documents: [], batches: [] };

function whyNot(
  kind: Kind,
  execution: DescribedExecution,
  before: number | null,
  now: number,
): string | undefined {
  if (before !== null && execution.redriveCount !== before)
    return 'It has been redriven since the plan was made.';
  const { allowed, why } = kind === 'redrive-execution' ? canRedrive(execution, now) : canStop(execution);
  return allowed ? undefined : why;
}

function goneIsSkipped(
  failed: Extract<Result<never>, { ok: false }>,
  ids: readonly string[],
): Awaited<ReturnType<JobAction['recheck']>> {
  const { code, message } = failed.failure;
  if (code !== 'execution-expired' && code !== 'not-found') return failed;
  return { ok: true, value: { skip: new Map(ids.map((id) => [id, message])), seen: nothingSeen } };
}

async function hasBeenRedriven(
  { executions }: ConnectionDoors,
  name: RunName,
  before: number | null,
): Promise<Sent | undefined> {
  if (before === null) return undefined;
  const described = await executions.describe(name);
  if (!described.ok) return { kind: 'not-sent', why: described.failure.message };
  if (described.value.redriveCount === before) return undefined;
  return {
    kind: 'refused',
    why: 'It was redriven after the plan was made, so it was left running.',
  };
}

function sentAs(change: ExecutionChange): Sent {
  if (change.kind === 'done') return { kind: 'accepted', run: null, refused: new Map() };
  const { why } = change;
  if (change.kind === 'unclear') return { kind: 'unclear', why };
  return { kind: passing.has(change.name) ? 'not-sent' : 'refused', why };
}

/** With these errors nothing was done, and the same call may succeed a little later. */
const passing: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'TooManyRequestsException',
  'aws-unreachable',
  // The sign-in had ended by then, which says nothing about the execution.
  ...signInErrors,
]);

function buildCause(by: RunningJob['by'], reason: string | undefined): string {
  return `Stopped from the console by ${by}${reason === undefined ? '' : `: ${reason}`}`;
}

function getRunName({ target }: Plan): RunName {
  if (!('run' in target)) throw new Error('A plan for documents or messages changes no execution.');
  return { batchId: target.batchId, run: target.run };
}

/**
 * Judges the result of a redrive or a stop. `before` is the redrive count at the time of the plan. Step Functions may
 * answer with a slightly old state, so an execution that does not show the redrive yet counts as still running.
 */
export function executionLook(kind: Kind, execution: DescribedExecution, before: number | null): Look {
  const { redriveCount } = execution;
  const ours = kind === 'redrive-execution' ? 1 : 0;
  if (before !== null && redriveCount > before + ours) {
    return toLook(execution, 'overtaken', 'It has been redriven since.');
  }
  const isNotShownYet = kind === 'redrive-execution' && redriveCount < (before ?? 0) + ours;
  if (isNotShownYet || isUnderWay(execution)) return toLook(execution, 'running', null);
  return kind === 'redrive-execution' ? lookAtRedriven(execution) : stopped(execution);
}

function lookAtRedriven(execution: DescribedExecution): Look {
  const { status, error } = execution;
  if (status === 'SUCCEEDED') return toLook(execution, 'fixed', null);
  const why = [error?.code, error?.cause].filter((part) => typeof part === 'string').join(': ');
  return toLook(execution, 'failed-again', `${status}${why && ` with ${why.slice(0, longestNote)}`}`);
}

function stopped(execution: DescribedExecution): Look {
  if (execution.status === 'ABORTED') return toLook(execution, 'fixed', null);
  return toLook(execution, 'overtaken', `It had already ended, nothing was stopped: ${execution.status}.`);
}

function isUnderWay({ status }: DescribedExecution): boolean {
  return status === 'RUNNING' || status === 'PENDING_REDRIVE';
}

/** A cause may be as long as 32,768 characters. */
const longestNote = 500;

function toLook({ run, stoppedAt }: DescribedExecution, state: Look['state'], note: string | null): Look {
  const endedAt = state === 'running' ? null : stoppedAt;
  return { state, status: null, stage: null, run, endedAt, usage: null, note };
}

interface RunStanding {
  readonly seen: SeenItems;
  /**
   * This is false until the pipeline has recorded what became of the documents, a while after the end of the execution.
   */
  readonly isSettled: boolean;
}

/**
 * Reads by keys how a run stands in the table: its batch and, once the execution has ended, also its documents if they
 * are few. Anything that cannot be read is left out, because it says nothing about the execution.
 */
export async function runStanding(
  doors: ConnectionDoors,
  { tenantId: ofTenant, ...name }: RunName & Pick<Plan, 'tenantId'>,
  hasEnded: boolean,
): Promise<RunStanding> {
  const { reader } = doors;
  const found = await readBatchesById(reader, name.batchId);
  const picked = found.ok ? pickBatch(found.value, ofTenant) : null;
  if (picked?.is !== 'one') return nothing;
  const { tenantId, projectId, batchId } = batchRow(picked.item);
  const key = { tenantId, projectId, batchId };
  const batches = await reader.run('extraction.batchByKey', key, { consistent: true });
  const batchItems = batches.ok ? batches.value.items : [];
  const documentItems = hasEnded ? await readDocuments(doors, name, tenantId) : [];
  reader.changed(extraction, [...batchItems, ...documentItems]);
  const seen = { batches: batchItems.map(batchRow), documents: documentItems.map(documentRow) };
  return { seen, isSettled: hasRunEnded(seen.batches[0], name.run) && !seen.documents.some(isInWork(name)) };
}

async function readDocuments(
  { reader, executions }: ConnectionDoors,
  name: RunName,
  tenantId: string,
): Promise<readonly StoredItem[]> {
  const listed = await executions.documentIds(name);
  if (!listed.ok || listed.value.length === 0 || listed.value.length > mostDocuments) return [];
  const { batchId } = name;
  const keys = [...new Set(listed.value)].map((documentId) => ({ tenantId, batchId, documentId }));
  const documents = await reader.run('extraction.documentsByKeys', keys, { consistent: true });
  return documents.ok ? documents.value.items : [];
}

const mostDocuments = 200;

const nothing: RunStanding = { seen: { documents: [], batches: [] }, isSettled: true };

/** A batch is not waited for if it is older than the record of runs or cannot be read. */
function hasRunEnded(batch: Batch | undefined, run: number): boolean {
  return batch?.runs[String(run)] !== 'RUNNING';
}

function isInWork({ run }: RunName) {
  return (document: SeenItems['documents'][number]): boolean =>
    document.status === 'PROCESSING' && document.run === run;
}
