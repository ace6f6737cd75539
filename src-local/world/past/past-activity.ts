import type { Activity } from '#pipelines/extraction/item-shapes.ts';
import { toStoredActivity } from '#pipelines/extraction/stored-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { hashText } from '../randomness.ts';
import type { BatchCourse, Courses, DocumentCourse } from './batch-course.ts';
import { formatIsoTime, makeUlid } from './made-ids.ts';
import type { PastPlan } from './past-plan.ts';
import type { Act } from './review-acts.ts';
import type { RunCourse } from './run-course.ts';

const day = 86_400_000;
const daysBack = 6;
const mostOfAll = 60;
/** A batch may have hundreds of decisions, and each of them would be a row. */
const mostOfBatch = 5;

/** Lists what colleagues did in the last days, as the passports and the runs tell it. */
export function listPastActivity({ anchor, batches }: PastPlan, courses: Courses): readonly PlainItem[] {
  return batches
    .filter(({ submittedAt }) => submittedAt > anchor - daysBack * day)
    .flatMap((batch) => listOfBatch(courses.of(batch)))
    .filter(({ at }) => at < formatIsoTime(anchor))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-mostOfAll)
    .map((activity) => toStoredActivity(activity, activity.at));
}

type Did = Omit<Activity, 'actionId' | 'at' | 'outcome' | 'tenantId' | 'projectId' | 'batchId'> & {
  readonly time: number;
};

function listOfBatch(course: BatchCourse): readonly Activity[] {
  const { batchId, workflow } = course.batch;
  const { tenantId, projectId } = workflow;
  const hash = hashText(`${batchId}/activity`);
  const reviews = course.documents.flatMap((document) => listReviews(document, course)).slice(0, mostOfBatch);
  const runs = course.runs.filter(({ run }) => run > 1).flatMap((run) => listReprocessing(course, run));
  return [...runs, ...reviews].map(({ time, ...did }, place) => ({
    actionId: makeUlid(time, hash, place),
    at: formatIsoTime(time),
    outcome: 'ok',
    tenantId,
    projectId,
    batchId,
    ...did,
  }));
}

/** The passports say that support did it. */
const by = 'support';

function listReprocessing({ batch, documents }: BatchCourse, run: RunCourse): readonly Did[] {
  const { startedAt, endedAt, listed, passages } = run;
  const jobId = `plan-${makeUlid(startedAt - 4_000, hashText(batch.batchId), run.run)}`;
  const plan = { jobKind: 'reprocess', total: String(listed.length) };
  const failed = passages.filter(({ outcome }) => outcome === 'FAILED').length;
  const documentId = documents[listed[0] ?? 0]?.planned.documentId;
  return [
    { time: startedAt - 240_000, personId: by, operation: 'batches.work', facts: { to: by } },
    { time: startedAt - 150_000, personId: by, operation: 'documents.reveal', documentId },
    { time: startedAt - 4_000, personId: by, operation: 'plans.start', jobId, facts: plan },
    {
      time: endedAt + 3_000,
      personId: by,
      operation: 'jobs.ended',
      jobId,
      facts: {
        ...plan,
        state: 'done',
        ...(passages.length > failed && { fixed: String(passages.length - failed) }),
        ...(failed > 0 && { 'failed-again': String(failed) }),
      },
    },
    {
      time: endedAt + 90_000,
      personId: by,
      operation: 'activity.note',
      note:
        failed === 0 ? 'All of them went through now.' : 'Some failed again. Asked the sender for new files.',
    },
  ];
}

function listReviews({ planned, acts }: DocumentCourse, { secondReview }: BatchCourse): readonly Did[] {
  return acts.flatMap((act): Did[] => {
    const of = { time: act.at, personId: act.by, documentId: planned.documentId };
    const said = describeAct(act, secondReview === 'blind');
    return said === undefined ? [] : [{ ...of, ...said }];
  });
}

/** A decision that a second person must not know is not told, as the console tells none. */
function describeAct(act: Act, isBlind: boolean): Pick<Did, 'operation' | 'facts'> | undefined {
  switch (act.does) {
    case 'claims':
      return undefined;
    case 'hands over':
      return { operation: 'review.handOver', facts: { outcome: 'done', to: act.to } };
    case 'checks':
      return { operation: 'review.check', facts: { outcome: 'done' } };
    case 'gives an opinion':
      return { operation: 'review.decide', facts: { outcome: 'done' } };
    default: {
      const { decision } = act;
      return { operation: 'review.decide', facts: { outcome: 'done', ...(!isBlind && { decision }) } };
    }
  }
}
