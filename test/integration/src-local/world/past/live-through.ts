import { onTestFinished } from 'vitest';
import { newSubmission, submitBatch } from '#pipelines/extraction/submit-batch.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { BatchCourse, DocumentCourse } from '#local/world/past/batch-course.ts';
import { markingMs, finishingMs, listingMs } from '#local/world/past/run-course.ts';
import { writePassport } from '#local/world/past/document-passport.ts';
import { countVersion } from '#local/world/past/tenants.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';
import { askApi } from './ask-api.ts';
import { letFileArrive } from './let-file-arrive.ts';
import { plantColleague, reviewAsTold, type Happening } from './review-as-told.ts';

const { extractionFunctions: functions } = namesByConvention('sandbox');

/**
 * Runs a course through the real pipeline. The same files are sent in, arrive, are reprocessed and are
 * reviewed, each at its time.
 */
export async function liveThrough(
  course: BatchCourse,
  {
    refused = [],
    ...options
  }: {
    readonly hanging?: readonly string[];
    /** Lambda refuses to invoke these functions. */
    readonly refused?: readonly string[];
  } = {},
): Promise<RunningExtraction> {
  const clock = drivenClock(course.batch.submittedAt);
  const running = await runExtraction({
    clock,
    isFollowing: false,
    slow: {
      [functions.listDocuments]: listingMs,
      [functions.finaliseBatch]: finishingMs,
      [functions.markDocumentFailed]: markingMs,
    },
    ...options,
  });
  onTestFinished(() => running.aws.close());
  running.aws.world.faults.set(
    refused.map((mentions) => ({ id: mentions, kind: 'throttle', service: 'lambda', mentions })),
  );
  await submit(running, course);
  for (const { at, happen } of happenings(running, course).toSorted((one, other) => one.at - other.at)) {
    await running.aws.advance(at - clock.now());
    await happen();
  }
  const end = Math.max(course.updatedAt, ...course.runs.map(({ endedAt }) => endedAt));
  await running.aws.advance(Math.max(0, end - clock.now()) + 1_000);
  return running;
}

async function submit(
  running: RunningExtraction,
  { batch, thresholds, anchor, updatedAt }: BatchCourse,
): Promise<void> {
  const { parts } = running;
  const { kind: _, about: __, filePrefix: ___, ...workflow } = batch.workflow;
  const version = countVersion(batch.workflow, updatedAt, anchor);
  const planted = await running.plant({ ...workflow, ...thresholds, version });
  await plantColleague(running, workflow.tenantId);
  const files = Array.from({ length: batch.size }, (_none, index) => batch.document(index));
  const { batchId } = batch;
  const submittedBy = `${workflow.tenantId}-upload`;
  const outcome = await submitBatch(parts, newSubmission(parts, planted, files, { submittedBy, batchId }));
  if (outcome !== 'done') throw new Error(`The submission was ${outcome}`);
}

function happenings(running: RunningExtraction, course: BatchCourse): Happening[] {
  const { runs } = course;
  return [
    ...course.documents.flatMap((document) => [
      ...arrival(running, course, document),
      ...reviewAsTold(running, course, document),
    ]),
    ...runs.slice(1).map(({ startedAt, listed }, place): Happening => ({
      at: startedAt,
      async happen() {
        const documentIds = listed.map((index) => course.batch.document(index).documentId);
        const first = course.documents[listed[0] ?? 0];
        const lines = first ? writePassport(course, first) : [];
        const reason = lines.find(({ what, run }) => what === 'reprocessed' && run === place + 2)?.reason;
        const path = `/batches/${course.batch.batchId}/reprocess`;
        await askApi(running, path, { documentIds, reason }, { sub: 'support', role: 'support' });
      },
    })),
  ];
}

function arrival(
  running: RunningExtraction,
  { batch }: BatchCourse,
  { planned, receivedAt }: DocumentCourse,
): Happening[] {
  if (receivedAt === undefined) return [];
  return [{ at: receivedAt, happen: () => letFileArrive(running, batch, planned) }];
}
