import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { toStoredDocument } from '../../../pipelines/extraction/stored-items.ts';
import type { PlainItem } from '../../../pipelines/plain-items.ts';
import { toAttributes } from '../awkward-tenant/to-attributes.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import type { DocumentCourse } from '../course/document-course.ts';
import type { BatchValues } from './batch-values.ts';
import { plainDocument, readAttributes, readDocument } from './document-item.ts';
import { isoTime } from './iso-time.ts';
import { lazily } from './lazily.ts';

/** The item as it lies in the table. What was read from its pages comes when somebody looks. */
export function toldDocument(of: BatchCourse, course: DocumentCourse, values: BatchValues): Item {
  const item = ordinary(of, course, values) ?? toAttributes(toStoredDocument(plainDocument(of, course)));
  const names = readAttributes(course);
  return names.length === 0
    ? item
    : lazily(item, names, () => toAttributes(asPlain(readDocument(of, course))));
}

/** Most are of one form: in line, or read and found good. Told by itself, since there are so many of them. */
function ordinary({ batch }: BatchCourse, course: DocumentCourse, values: BatchValues): Item | undefined {
  const { planned, passages, receivedAt, acts, status, version } = course;
  const [passage] = passages;
  if (passages.length > 1 || acts.length > 0 || receivedAt === undefined) return undefined;
  if (passage && (passage.outcome !== 'SUCCEEDED' || !passage.reading.ok)) return undefined;
  const { documentId, fileName } = planned;
  const { tenantId } = batch.workflow;
  const arrived = { S: isoTime(receivedAt) };
  const ended = passage && { S: isoTime(passage.endedAt) };
  const item: Item = {
    PK: values.partition,
    SK: { S: `DOCUMENT#${documentId}` },
    status: values.status[status],
    fileName: { S: fileName },
    objectKey: { S: `documents/${tenantId}/${batch.batchId}/${documentId}/${fileName}` },
    run: values.one,
    version: { N: String(version) },
    createdAt: values.createdAt,
    updatedAt: ended ?? arrived,
    receivedAt: arrived,
  };
  if (!ended || !passage?.reading.ok) return item;
  item['statusSince'] = ended;
  item['stage'] = values.verify;
  item['score'] = { N: String(passage.reading.score) };
  return item;
}

/** Only plain data stands in it. */
function asPlain(read: object): PlainItem {
  return read as PlainItem;
}
