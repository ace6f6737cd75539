import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { HistoryEvent } from '#pipelines/extraction/item-shapes.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import { hashText, throwDie } from '../randomness.ts';
import type { BatchCourse, DocumentCourse } from './batch-course.ts';
import { findCorrection } from './document-item.ts';
import { describeError } from './run-course.ts';
import { formatIsoTime, makeUlid, makeUuid } from './made-ids.ts';
import type { Act } from './review-acts.ts';
import type { Passage } from './run-course.ts';

/** Adds what a reviewer corrected or a check found, which takes a look at the pages. */
export function addCorrections(event: HistoryEvent, of: BatchCourse, course: DocumentCourse): HistoryEvent {
  if (event.what !== 'approved' && event.what !== 'checked') return event;
  const corrected = findCorrection(of, course);
  if (!corrected) return event;
  return {
    ...event,
    before: { ...event.before, ...corrected.was },
    after: { ...event.after, ...corrected.is },
  };
}

/** Writes the passport without what was corrected or found, oldest first. */
export function writePassport(of: BatchCourse, course: DocumentCourse): HistoryEvent[] {
  const { batch } = of;
  const { batchId } = batch;
  const hash = hashText(course.planned.documentId);
  const events: HistoryEvent[] = [];
  const add = (at: number, event: Omit<HistoryEvent, 'eventId' | 'at' | 'batchId'>, idTime = at): void => {
    events.push({ eventId: makeUlid(idTime, hash, events.length), at: formatIsoTime(at), batchId, ...event });
  };
  const asked = (): string => makeUuid(hash ^ 0x5bd1e995, events.length);

  if (course.receivedAt !== undefined) {
    // Its id is of when the document was submitted, so that a second message finds it.
    add(course.receivedAt, { what: 'ingested', actor: pipelineActor, run: 1 }, batch.submittedAt);
  }
  for (const [place, passage] of course.passages.entries()) {
    const before = course.passages[place - 1];
    const { startedAt = passage.begunAt } = of.runs[passage.run - 1] ?? {};
    if (before) add(startedAt, { ...describeReprocessing(of, before, passage.run), requestId: asked() });
    add(passage.endedAt, describeEnded(of, passage));
  }
  const run = course.passages.at(-1)?.run ?? 1;
  let opinions = 0;
  for (const act of course.acts) {
    if (act.does === 'gives an opinion') opinions += 1;
    add(act.at, { ...describeAct(act, opinions, hash), actor: act.by, run, requestId: asked() });
  }
  return events;
}

type Told = Omit<HistoryEvent, 'eventId' | 'at' | 'batchId'>;

/** `opinions`: how many there are with this one. */
function describeAct(
  act: Act,
  opinions: number,
  hash: number,
): Pick<Told, 'what' | 'reason' | 'before' | 'after'> {
  switch (act.does) {
    case 'claims':
      return { what: 'claimed', after: { claimExpiresAt: formatIsoTime(act.at + claimMinutes * 60_000) } };
    case 'gives an opinion':
      return { what: opinions === 1 ? 'first opinion' : 'opinions differ' };
    case 'hands over':
      return { what: 'handed over', reason: act.note, after: { assignedTo: act.to } };
    case 'checks':
      return { what: 'checked' };
    default: {
      const isApproved = act.decision === 'approve';
      return {
        what: isApproved ? 'approved' : 'rejected',
        ...(!isApproved && { reason: rejections[Math.floor(throwDie(hash, 9) * rejections.length)] ?? '' }),
        before: { status: 'REVIEW_REQUIRED' },
        after: { status: isApproved ? 'SUCCEEDED' : 'REJECTED' },
      };
    }
  }
}

function describeEnded({ thresholds }: BatchCourse, passage: Passage): Told {
  const { run, reading, interrupted, outcome } = passage;
  const error = describeError(passage, thresholds);
  const wasRead = reading.ok && !interrupted;
  return {
    what: outcome === 'FAILED' ? 'failed' : 'processed',
    actor: pipelineActor,
    run,
    stage: error?.stage ?? 'verify',
    ...(error && { reason: error.message }),
    before: { status: 'PROCESSING' },
    after: wasRead
      ? { status: outcome, score: reading.score }
      : { status: outcome, ...(error && { code: error.code }) },
  };
}

function describeReprocessing(of: BatchCourse, before: Passage, run: number): Told {
  const error = describeError(before, of.thresholds);
  return {
    what: 'reprocessed',
    actor: 'support',
    run,
    reason: pickReason(of, run),
    before: { status: before.outcome, run: before.run, ...(error && { code: error.code }) },
    after: { status: 'PROCESSING', run },
  };
}

/** One for all that were sent in again together. */
function pickReason({ runs }: BatchCourse, run: number): string {
  const first = runs[run - 1]?.listed[0];
  const failed = runs[run - 2]?.passages.find(({ index }) => index === first)?.reading;
  const code = failed && !failed.ok ? failed.error.code : '';
  return reasons.get(code) ?? 'To see whether it goes through now.';
}

const reasons = new Map<string, string>([
  ['ThrottlingException', 'It was throttled; there is room again.'],
  ['ModelTimeoutException', 'The model answers again.'],
  ['SchemaMismatch', 'The supplier says the table is as it was.'],
  ['BadDocumentException', 'The sender says the file is whole.'],
]);

const rejections = [
  'Not one of ours.',
  'Twice in this batch.',
  'A page is missing.',
  'Addressed to another company.',
];
