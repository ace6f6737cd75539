import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { documentStatuses, type DocumentStatus } from '#shared/domain/statuses.ts';
import { formatItemKey } from '../../aws/dynamodb/past-items.ts';
import type { AttributeValue, Item } from '../../aws/dynamodb/values/attribute-value.ts';
import type { PastFacts } from '../../journal/told.ts';
import { toStoredBatch, pipelineActor, toStoredDocument } from '../../pipelines/extraction/stored-items.ts';
import type { BatchItem } from '../../pipelines/extraction/item-shapes.ts';
import { buildExecutionName } from '../../pipelines/extraction/state-machine.ts';
import { documentsPartition } from '../../pipelines/extraction/keys.ts';
import type { PlainItem } from '../../pipelines/plain-items.ts';
import { toAttributes, addLazily } from './lazy-telling.ts';
import type { BatchCourse, DocumentCourse } from './batch-course.ts';
import { directoryItems } from './directory-items.ts';
import { tellPassport } from './document-passport.ts';
import type { PastPlan } from './past-plan.ts';
import { stateMachineArn } from './metrics.ts';
import { formatIsoTime } from './quick-spellings.ts';
import { buildPlainDocument, readAttributes, readDocument } from './document-item.ts';

type Keyed = Iterable<readonly [string, Item]>;

/** The items of the table, by what they are of. */
export interface TableItems {
  directory(): Keyed;
  batches(courses: readonly BatchCourse[]): Keyed;
  /** Tells the documents and their passports. */
  documents(course: BatchCourse): Keyed;
}

export function tellTableItems(facts: PastFacts, plan: PastPlan): TableItems {
  const { anchor } = facts;
  return {
    directory: () => addKeys(directoryItems(plan).map(toAttributes)),
    batches: (courses) =>
      addKeys(
        courses.map((course) =>
          inIndex(toAttributes(toStoredBatch(batchItem(course, stateMachineArn(facts)))), course, anchor),
        ),
      ),
    documents: (course) => addKeys(tellDocuments(course, anchor)),
  };
}

function* tellDocuments(course: BatchCourse, anchor: number): Generator<Item> {
  const values = batchValues(course);
  for (const document of course.documents) {
    yield inIndex(tellDocument(course, document, values), document, anchor);
  }
  for (const document of course.documents) yield* tellPassport(course, document, values);
}

/** Documents that failed long ago were swept out of the index. */
function inIndex(
  item: Item,
  { status, statusSince }: Pick<BatchCourse | DocumentCourse, 'status' | 'statusSince'>,
  anchor: number,
): Item {
  if (status === 'FAILED' && (statusSince ?? anchor) < anchor - daysInStatusIndex * dayMs) {
    delete item['GSI2PK'];
    delete item['GSI2SK'];
  }
  return item;
}

const dayMs = 86_400_000;

/** Ids and what else stands in sort keys here is ASCII, so that a partition's items differ in their keys' ends alone. */
function* addKeys(items: Iterable<Item>): Generator<readonly [string, Item]> {
  let partition: AttributeValue | undefined;
  let prefix = '';
  for (const item of items) {
    const { PK, SK } = item;
    if (!PK || !('S' in PK) || !SK || !('S' in SK)) throw new Error('An item was told without its keys');
    if (PK !== partition) prefix = formatItemKey(PK.S);
    partition = PK;
    yield [prefix + SK.S, item];
  }
}

/** `machineArn`: of the state machine that has run it. */
export function batchItem(course: BatchCourse, machineArn: string): BatchItem {
  const { batch, runs, thresholds, secondReview } = course;
  const { tenantId, projectId, workflowId } = batch.workflow;
  const latest = runs.at(-1)?.run;
  return {
    tenantId,
    projectId,
    batchId: batch.batchId,
    workflowId,
    status: course.status,
    ...(course.statusSince !== undefined && { statusSince: formatIsoTime(course.statusSince) }),
    counts: course.counts,
    documentCount: batch.size,
    received: course.received,
    run: latest ?? 0,
    runs: Object.fromEntries(runs.map(({ run, status }) => [String(run), status])),
    ...(latest !== undefined && {
      executionArn: `${machineArn.replace(':stateMachine:', ':execution:')}:${buildExecutionName(batch.batchId, latest)}`,
    }),
    ...thresholds,
    ...(secondReview && { secondReview }),
    submittedBy: nameSubmitter(tenantId),
    version: course.version,
    createdAt: formatIsoTime(batch.submittedAt),
    updatedAt: formatIsoTime(course.updatedAt),
  };
}

/** Batches are sent by the customers' own systems. */
function nameSubmitter(tenantId: string): string {
  return `${tenantId}-upload`;
}

/** Values that thousands of items share are made once. They are never changed in place; items are replaced. */
export interface BatchValues {
  readonly partition: AttributeValue;
  readonly batchId: AttributeValue;
  readonly createdAt: AttributeValue;
  readonly actor: AttributeValue;
  readonly one: AttributeValue;
  readonly verify: AttributeValue;
  readonly ingested: AttributeValue;
  readonly processed: AttributeValue;
  readonly inWork: AttributeValue;
  readonly status: Readonly<Record<DocumentStatus, AttributeValue>>;
}

export function batchValues({ batch }: BatchCourse): BatchValues {
  const { batchId } = batch;
  const status = Object.fromEntries(documentStatuses.map((one) => [one, { S: one }])) as Record<
    DocumentStatus,
    AttributeValue
  >;
  return {
    partition: { S: documentsPartition(batch.workflow.tenantId, batchId) },
    batchId: { S: batchId },
    createdAt: { S: formatIsoTime(batch.submittedAt) },
    actor: { S: pipelineActor },
    one: { N: '1' },
    verify: { S: 'verify' },
    ingested: { S: 'ingested' },
    processed: { S: 'processed' },
    inWork: { M: { status: status.PROCESSING } },
    status,
  };
}

/** Builds the item as stored. The values that were read from its pages are added when the item is read. */
export function tellDocument(of: BatchCourse, course: DocumentCourse, values: BatchValues): Item {
  const item =
    tellOrdinaryDocument(of, course, values) ??
    toAttributes(toStoredDocument(buildPlainDocument(of, course)));
  const names = readAttributes(course);
  return names.length === 0
    ? item
    : addLazily(item, names, () => toAttributes(toPlain(readDocument(of, course))));
}

/** Most documents have one form: queued, or read and accepted. This short way exists because there are so many. */
function tellOrdinaryDocument(
  { batch }: BatchCourse,
  course: DocumentCourse,
  values: BatchValues,
): Item | undefined {
  const { planned, passages, receivedAt, acts, status, version } = course;
  const [passage] = passages;
  if (passages.length > 1 || acts.length > 0 || receivedAt === undefined) return undefined;
  if (passage && (passage.outcome !== 'SUCCEEDED' || !passage.reading.ok)) return undefined;
  const { documentId, fileName } = planned;
  const { tenantId } = batch.workflow;
  const arrived = { S: formatIsoTime(receivedAt) };
  const ended = passage && { S: formatIsoTime(passage.endedAt) };
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

/** The attributes are plain data only. */
function toPlain(read: object): PlainItem {
  return read as PlainItem;
}
