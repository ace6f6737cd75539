import { countFirstEnd } from '#shared/domain/batch-durations.ts';
import {
  addFigures,
  spendKeys,
  sumRunSpend,
  toFigures,
  toFleetSpendItem,
  toRunSpendItem,
  toTenantSpendItem,
  type SpendFigures,
} from '#shared/pricing/run-spend.ts';
import {
  detailKeys,
  sumRunCauses,
  toCauseSpendItem,
  toEarlierCause,
  toWorkflowSpendItem,
  type EarlierCause,
  type SpendOfCause,
  type SpentAndFailed,
} from '#shared/pricing/detailed-spend.ts';
import type { BatchItem, DocumentUsage, RunEnd } from '#pipelines/extraction/item-shapes.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { decideOutcome } from '../sheets/outcome.ts';
import { viewBatchAt, type BatchCourse, type DocumentCourse } from './batch-course.ts';
import { formatIsoTime } from './made-ids.ts';
import { describeError, type Passage, type RunCourse } from './run-course.ts';

/** Returns when the runs of a batch ended, as the pipeline records it. None of them was redriven. */
export function describeRunEnds(course: BatchCourse): Pick<BatchItem, 'runEnds'> {
  const { runs } = course;
  if (runs.length === 0) return {};
  const ends = runs.map((run): [string, RunEnd] => {
    const at = formatIsoTime(run.endedAt);
    return [
      String(run.run),
      { firstAt: at, firstStatus: viewBatchAt(course, run.endedAt).status, lastAt: at },
    ];
  });
  return { runEnds: Object.fromEntries(ends) };
}

/** Returns what runs before the latest one consumed. */
export function listEarlierUsage(
  { batch }: BatchCourse,
  { planned, passages }: DocumentCourse,
): Readonly<Record<string, DocumentUsage>> | undefined {
  if (passages.length < 2) return undefined;
  const { schema } = batch.workflow;
  return Object.fromEntries(
    passages.slice(0, -1).map((passage) => [String(passage.run), computeUsage(planned, passage, schema)]),
  );
}

/** Returns why runs before the latest one failed. */
export function listEarlierCauses(
  { thresholds }: Pick<BatchCourse, 'thresholds'>,
  { passages }: DocumentCourse,
): Readonly<Record<string, EarlierCause>> | undefined {
  const failed = passages.slice(0, -1).filter(({ outcome }) => outcome === 'FAILED');
  if (failed.length === 0) return undefined;
  return Object.fromEntries(
    failed.map((passage) => [String(passage.run), toEarlierCause(describeError(passage, thresholds))]),
  );
}

/** A document that was in work when its execution ended has consumed nothing that was recorded. */
function computeUsage(
  { recipe }: DocumentCourse['planned'],
  { run, interrupted }: Passage,
  schema: Readonly<Record<string, string>>,
): DocumentUsage {
  return interrupted ? {} : decideOutcome(recipe, { run, schema }).usage;
}

/** The consumer collects changes for this long before it sums them. */
const windowMs = 5_000;

/** Tells what a run of a batch consumed. */
export function tellRunSpend(course: BatchCourse, run: RunCourse): PlainItem {
  const { workflow, batchId } = course.batch;
  const { tenantId, projectId, workflowId } = workflow;
  const at = formatIsoTime(run.endedAt + windowMs);
  return toRunSpendItem({
    tenantId,
    projectId,
    workflowId,
    batchId,
    run: run.run,
    endedAt: formatIsoTime(run.endedAt),
    ...tellSums(course, run),
    version: 1,
    createdAt: at,
    updatedAt: at,
  });
}

function tellSums(course: BatchCourse, run: RunCourse) {
  const { causes, ...sums } = sumRun(course, run);
  return { ...sums, ...(causes.length > 0 && { causes }) };
}

interface RunSums {
  readonly day: string;
  readonly unfinished: number;
  readonly usage: SpendFigures;
  readonly causes: readonly SpendOfCause[];
}

function sumRun(course: BatchCourse, { run, endedAt }: RunCourse): RunSums {
  const { batch, documents, thresholds } = course;
  const { schema } = batch.workflow;
  const spent = documents.map((document): SpentAndFailed => {
    const { planned, passages, status } = document;
    const latest = passages.at(-1);
    const error = latest && status === 'FAILED' ? describeError(latest, thresholds) : undefined;
    const earlierCauses = listEarlierCauses(course, document);
    const failures = { ...(error && { error }), ...(earlierCauses && { earlierCauses }) };
    const passage = passages.find((one) => one.run === run);
    const usage = passage && computeUsage(planned, passage, schema);
    if (!latest || latest.run === run)
      return { run: latest?.run ?? 1, status, ...failures, ...(usage && { usage }) };
    return { run: latest.run, status, ...failures, ...(usage && { earlierUsage: { [run]: usage } }) };
  });
  const { spend, unfinished } = sumRunSpend(run, spent);
  const firstAt = formatIsoTime(endedAt);
  const took = countFirstEnd({
    run,
    submittedAt: formatIsoTime(batch.submittedAt),
    firstAt,
    firstStatus: viewBatchAt(course, endedAt).status,
  });
  return {
    day: firstAt.slice(0, 10),
    unfinished,
    usage: { ...toFigures(spend), ...took },
    causes: sumRunCauses(run, spent),
  };
}

/** Tells what tenants consumed by day, all of them together, and each by workflow and by cause of what was lost. */
export function tellSpendOfDays(courses: readonly BatchCourse[]): PlainItem[] {
  const details = new Map<string, Sum<Detail>>();
  const ofTenants = new Map<string, Sum<Day>>();
  const ofDays = new Map<string, Sum<Day>>();
  const runs = courses.flatMap((course) => course.runs.map((run) => ({ course, run })));
  for (const { course, run } of runs.toSorted((one, other) => one.run.endedAt - other.run.endedAt)) {
    const { tenantId, projectId, workflowId } = course.batch.workflow;
    const { day, usage, causes } = sumRun(course, run);
    const of = { tenantId, projectId, workflowId, day };
    const at = formatIsoTime(run.endedAt + windowMs);
    const keys = spendKeys.ofTenant(tenantId, day);
    const key = `${keys.PK}/${keys.SK}`;
    const isNew = !ofTenants.has(key);
    addTo(ofTenants, key, { tenantId, day }, { usage, at });
    addTo(ofDays, day, { tenantId, day }, { usage: isNew ? { ...usage, tenants: 1 } : usage, at });
    addTo(details, `${tenantId}/${detailKeys.ofWorkflow(of).SK}`, { of }, { usage, at });
    for (const cause of causes) {
      const place = `${tenantId}/${detailKeys.ofCause(of, cause).SK}`;
      addTo(details, place, { of, cause }, { usage: cause.usage, at });
    }
  }
  return [
    ...[...details.values()].map(({ of, cause, usage, ...times }) =>
      cause === undefined
        ? toWorkflowSpendItem({ ...of, ...times, usage })
        : toCauseSpendItem({ ...of, ...times }, { ...cause, usage }),
    ),
    ...[...ofTenants.values()].map((sum) => toTenantSpendItem(sum)),
    ...[...ofDays.values()].map(({ day, usage, version, createdAt, updatedAt }) =>
      toFleetSpendItem({ day, usage, version, createdAt, updatedAt }),
    ),
  ];
}

interface Day {
  readonly tenantId: string;
  readonly day: string;
}

interface Detail {
  readonly of: Parameters<typeof detailKeys.ofWorkflow>[0];
  readonly cause?: SpendOfCause;
}

type Sum<Of> = Of & {
  readonly usage: SpendFigures;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

function addTo<Of>(
  sums: Map<string, Sum<Of>>,
  key: string,
  of: Of,
  { usage, at }: { readonly usage: SpendFigures; readonly at: string },
): void {
  const sum = sums.get(key) ?? { ...of, usage: {}, version: 0, createdAt: at, updatedAt: at };
  const added = addFigures(sum.usage, usage);
  sums.set(key, { ...sum, usage: added, version: sum.version + 1, updatedAt: at });
}
