import { claimMinutes, holdSeconds } from '#shared/domain/pipeline-limits.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import type { DocumentItem } from '../../../pipelines/extraction/item-shapes.ts';
import { objectKeyOf } from '../../../pipelines/extraction/items/keys.ts';
import { readingOf, type SheetReading } from '../../sheets/reading-of.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import type { DocumentCourse } from '../course/document-course.ts';
import type { Passage } from '../course/passage.ts';
import { correctionsOf, type Corrections } from './corrections-of.ts';
import { errorOf } from './error-of.ts';
import { isoTime } from './iso-time.ts';

/** What stands in the item of a document from the beginning, or follows from when something happened. */
export function plainDocument(of: BatchCourse, course: DocumentCourse): DocumentItem {
  const { batch } = of;
  const { planned, receivedAt, claim, decision } = course;
  const { documentId, fileName } = planned;
  const ids = { tenantId: batch.workflow.tenantId, batchId: batch.batchId, documentId };
  const latest = course.passages.at(-1);
  return {
    ...ids,
    status: course.status,
    ...(course.statusSince !== undefined && { statusSince: isoTime(course.statusSince) }),
    fileName,
    objectKey: objectKeyOf({ ...ids, fileName }),
    run: latest?.run ?? 1,
    version: course.version,
    createdAt: isoTime(batch.submittedAt),
    updatedAt: isoTime(course.updatedAt),
    ...(receivedAt !== undefined && { receivedAt: isoTime(receivedAt) }),
    ...(latest && endOf(latest, of.thresholds)),
    ...(claim &&
      !decision && {
        claimedBy: claim.by,
        claimExpiresAt: isoTime(claim.at + claimMinutes * 60_000),
      }),
    ...(decision && {
      decision: decision.decision,
      reviewedBy: decision.by,
      reviewedAt: isoTime(decision.at),
      holdUntil: isoTime(decision.at + holdSeconds * 1_000),
    }),
  };
}

type Read = Pick<DocumentItem, 'fields' | 'lineItems' | 'checks' | 'usage' | 'undo'>;

/** Which attributes have to be read for: a whole page of text. */
export function readAttributes({ passages, decision }: DocumentCourse): readonly (keyof Read)[] {
  const latest = passages.at(-1);
  if (!latest || latest.interrupted) return [];
  const { reading } = latest;
  if (!reading.ok) return reading.error.stage === 'textract' ? [] : ['usage'];
  return decision ? [...resultAttributes, 'undo'] : resultAttributes;
}

const resultAttributes = ['fields', 'lineItems', 'checks', 'usage'] as const;

export function readDocument(of: BatchCourse, course: DocumentCourse): Read {
  const reading = latestReading(of, course);
  if (!reading.ok) return { usage: reading.usage };
  const { fields, lineItems, checks, usage } = reading.result;
  const corrected = correctedIn(course, reading);
  return {
    fields,
    lineItems,
    checks,
    usage,
    ...corrected?.results,
    ...(course.decision && {
      undo: {
        status: 'REVIEW_REQUIRED',
        statusSince: isoTime(course.passages.at(-1)?.endedAt ?? 0),
        ...corrected?.undo,
      },
    }),
  };
}

/** What its reviewer put right. */
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

function correctedIn({ planned, decision }: DocumentCourse, reading: SheetReading): Corrections | undefined {
  if (decision?.decision !== 'approve' || !reading.ok) return undefined;
  return correctionsOf(planned.recipe, reading.result);
}

function endOf(passage: Passage, thresholds: Thresholds): Pick<DocumentItem, 'stage' | 'score' | 'error'> {
  const { reading, interrupted } = passage;
  const error = errorOf(passage, thresholds);
  const score = reading.ok && !interrupted ? { score: reading.score } : {};
  return { stage: error?.stage ?? 'verify', ...score, ...(error && { error }) };
}
