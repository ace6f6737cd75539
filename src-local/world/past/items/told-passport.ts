import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import type { HistoryEvent } from '../../../pipelines/extraction/item-shapes.ts';
import { toStoredDocumentEvent } from '../../../pipelines/extraction/stored-items.ts';
import { troublesOf } from '../../sheets/reading/troubles-of.ts';
import { hashOf } from '../../sheets/throws.ts';
import { toAttributes } from '../awkward-tenant/to-attributes.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import type { DocumentCourse } from '../course/document-course.ts';
import type { BatchValues } from './batch-values.ts';
import { correctionOf } from './document-item.ts';
import { isoTime } from './iso-time.ts';
import { lazily } from './lazily.ts';
import { passportOf } from './passport-of.ts';
import { toldUlid } from './told-ulid.ts';

/** The passport of a document, a line an item. */
export function toldPassport(of: BatchCourse, course: DocumentCourse, values: BatchValues): Item[] {
  return ordinary(of, course, values) ?? wholePassport(of, course);
}

function wholePassport(of: BatchCourse, course: DocumentCourse): Item[] {
  const { tenantId } = of.batch.workflow;
  const { documentId } = course.planned;
  return passportOf(of, course).map((event) => {
    const item = toAttributes(toStoredDocumentEvent(tenantId, documentId, event));
    if (event.what === 'approved') return withCorrections(item, event, of, course);
    return event.what === 'checked' ? withFindings(item, of, course) : item;
  });
}

/** Of most there is not more to say than that it came, and that it was read. Told by itself: there are so many. */
function ordinary({ batch }: BatchCourse, course: DocumentCourse, values: BatchValues): Item[] | undefined {
  const { planned, passages, receivedAt, acts } = course;
  const [passage] = passages;
  if (passages.length > 1 || acts.length > 0 || receivedAt === undefined) return undefined;
  if (passage && (passage.outcome === 'FAILED' || !passage.reading.ok)) return undefined;
  const { documentId } = planned;
  const hash = hashOf(documentId);
  const PK = { S: `TENANT#${batch.workflow.tenantId}#DOCUMENT#${documentId}` };
  const arrived = { S: isoTime(receivedAt) };
  const ingested: Item = {
    PK,
    SK: { S: `EVENT#${toldUlid(batch.submittedAt, hash, 0)}` },
    version: values.one,
    createdAt: arrived,
    updatedAt: arrived,
    what: values.ingested,
    actor: values.actor,
    batchId: values.batchId,
    run: values.one,
  };
  if (!passage?.reading.ok) return [ingested];
  const ended = { S: isoTime(passage.endedAt) };
  const score = { N: String(passage.reading.score) };
  const processed: Item = {
    PK,
    SK: { S: `EVENT#${toldUlid(passage.endedAt, hash, 1)}` },
    version: values.one,
    createdAt: ended,
    updatedAt: ended,
    what: values.processed,
    actor: values.actor,
    batchId: values.batchId,
    run: values.one,
    stage: values.verify,
    before: values.inWork,
    after: { M: { status: values.status[passage.outcome], score } },
  };
  return [ingested, processed];
}

/** Which values were put right, and what they were. */
function withCorrections(item: Item, event: HistoryEvent, of: BatchCourse, course: DocumentCourse): Item {
  return lazily(item, ['before', 'after'], () => {
    const corrected = correctionOf(of, course);
    return toAttributes({
      before: { ...event.before, ...corrected?.was },
      after: { ...event.after, ...corrected?.is },
    });
  });
}

/** Where all was right there is neither; of most that can be told without reading them. */
function withFindings(item: Item, of: BatchCourse, course: DocumentCourse): Item {
  if (troublesOf(course.planned.recipe).length === 0) return item;
  const found = correctionOf(of, course);
  return found ? { ...item, ...toAttributes({ before: found.was, after: found.is }) } : item;
}
