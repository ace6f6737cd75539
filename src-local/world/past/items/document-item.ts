import { claimMinutes, holdSeconds } from '#shared/domain/pipeline-limits.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import type { DocumentItem } from '../../../pipelines/extraction/item-shapes.ts';
import { buildObjectKey } from '../../../pipelines/extraction/keys.ts';
import { readingOf, type SheetReading } from '../../sheets/reading-of.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import type { DocumentCourse } from '../course/document-course.ts';
import type { Passage } from '../course/passage.ts';
import { correctionsOf, type Corrections } from './corrections-of.ts';
import { errorOf } from './error-of.ts';
import { isoTime } from './iso-time.ts';
import { toldOpinions, type ToldOpinions } from './told-opinions.ts';

/** What stands in the item of a document from the beginning, or follows from when something happened. */
export function plainDocument(of: BatchCourse, course: DocumentCourse): DocumentItem {
  const { batch } = of;
  const { planned, receivedAt } = course;
  const { documentId, fileName } = planned;
  const ids = { tenantId: batch.workflow.tenantId, batchId: batch.batchId, documentId };
  const latest = course.passages.at(-1);
  return {
    ...ids,
    status: course.status,
    ...(course.statusSince !== undefined && { statusSince: isoTime(course.statusSince) }),
    fileName,
    objectKey: buildObjectKey({ ...ids, fileName }),
    run: latest?.run ?? 1,
    version: course.version,
    createdAt: isoTime(batch.submittedAt),
    updatedAt: isoTime(course.updatedAt),
    ...(receivedAt !== undefined && { receivedAt: isoTime(receivedAt) }),
    ...(latest && endOf(latest, of.thresholds)),
    ...actedOn(course),
  };
}

/** What the last of its reviewers has left in it. */
function actedOn(course: DocumentCourse): Partial<DocumentItem> {
  const last = course.acts.at(-1);
  if (!last) return {};
  const { at, by } = last;
  const holdUntil = isoTime(at + holdSeconds * 1_000);
  switch (last.does) {
    case 'claims':
      return { claimedBy: by, claimExpiresAt: isoTime(at + claimMinutes * 60_000) };
    case 'gives an opinion':
      return opinionsGiven(course) === 1 ? { holdUntil } : {};
    case 'hands over':
      return { assignedTo: last.to, assignedBy: by, assignedNote: last.note, assignedAt: isoTime(at) };
    case 'checks':
      return { checkedBy: by, checkedAt: isoTime(at) };
    default:
      return { decision: last.decision, reviewedBy: by, reviewedAt: isoTime(at), holdUntil };
  }
}

type Read = Pick<
  DocumentItem,
  'fields' | 'lineItems' | 'checks' | 'usage' | 'undo' | 'opinions' | 'differs' | 'found'
>;

/** Which attributes have to be read for: a whole page of text. */
export function readAttributes(course: DocumentCourse): readonly (keyof Read)[] {
  const latest = course.passages.at(-1);
  if (!latest || latest.interrupted) return [];
  const { reading } = latest;
  if (!reading.ok) return reading.error.stage === 'textract' ? [] : ['usage'];
  const given = opinionsGiven(course);
  if (course.decision) return [...resultAttributes, 'undo'];
  if (isChecked(course)) return [...resultAttributes, 'found'];
  if (given === 0) return resultAttributes;
  return [...resultAttributes, 'opinions', given === 1 ? 'undo' : 'differs'];
}

function isChecked({ acts }: DocumentCourse): boolean {
  return acts.at(-1)?.does === 'checks';
}

function opinionsGiven({ acts }: DocumentCourse): number {
  return acts.filter(({ does }) => does === 'gives an opinion').length;
}

const resultAttributes = ['fields', 'lineItems', 'checks', 'usage'] as const;

export function readDocument(of: BatchCourse, course: DocumentCourse): Read {
  const reading = latestReading(of, course);
  if (!reading.ok) return { usage: reading.usage };
  const { fields, lineItems, checks, usage } = reading.result;
  const corrected = correctedIn(course, reading);
  // A check changes no value.
  if (isChecked(course)) return { fields, lineItems, checks, usage, found: corrected?.is ?? {} };
  const { opinions, differs } = toldOpinions(course, reading);
  const waiting = {
    status: 'REVIEW_REQUIRED',
    statusSince: isoTime(course.passages.at(-1)?.endedAt ?? 0),
  } as const;
  const given = opinions.length > 0 && { opinions };
  return {
    fields,
    lineItems,
    checks,
    usage,
    ...corrected?.results,
    ...(course.decision
      ? { undo: { ...waiting, ...given, ...firstHold(opinions), ...corrected?.undo } }
      : {
          ...given,
          ...(opinions.length === 1 && { undo: waiting }),
          ...(differs.length > 0 && { differs }),
        }),
  };
}

/** Of an opinion that the decision agrees with; two that differ cannot be taken back. */
function firstHold([first, second]: ToldOpinions['opinions']): { readonly holdUntil?: string } {
  if (first === undefined || second !== undefined) return {};
  return { holdUntil: isoTime(Date.parse(first.at) + holdSeconds * 1_000) };
}

/** What those have said who do not decide by themselves. */
export function opinionsOf(of: BatchCourse, course: DocumentCourse): ToldOpinions {
  const reading = latestReading(of, course);
  return reading.ok ? toldOpinions(course, reading) : { opinions: [], differs: [] };
}

/** What its reviewer put right, or who checked it would have. */
export function correctionOf(of: BatchCourse, course: DocumentCourse): Corrections | undefined {
  return correctedIn(course, latestReading(of, course));
}

function latestReading(
  { batch, thresholds }: BatchCourse,
  { planned, passages }: DocumentCourse,
): SheetReading {
  const { schema } = batch.workflow;
  const job = { run: passages.at(-1)?.run ?? 1, schema, reviewThreshold: thresholds.reviewThreshold };
  return readingOf(planned.recipe, job);
}

function correctedIn(course: DocumentCourse, reading: SheetReading): Corrections | undefined {
  const wasSeen = course.decision?.decision === 'approve' || isChecked(course);
  return wasSeen && reading.ok ? correctionsOf(course.planned.recipe, reading.result) : undefined;
}

function endOf(passage: Passage, thresholds: Thresholds): Pick<DocumentItem, 'stage' | 'score' | 'error'> {
  const { reading, interrupted } = passage;
  const error = errorOf(passage, thresholds);
  const score = reading.ok && !interrupted ? { score: reading.score } : {};
  return { stage: error?.stage ?? 'verify', ...score, ...(error && { error }) };
}
