import type { BatchItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf, statusIndexKeys } from '#pipelines/extraction/keys.ts';
import { buildExecutionName } from '#pipelines/extraction/state-machine.ts';
import {
  toStoredBatch,
  toStoredDocument,
  toStoredDocumentEvent,
} from '#pipelines/extraction/stored-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { spendKeys } from '#shared/pricing/run-spend.ts';
import { formatItemKey } from '../../aws/dynamodb/past-items.ts';
import { Later, type Entry, type PastFacts } from '../../journal/told.ts';
import { countFailures } from './attention.ts';
import type { BatchCourse, Courses, DocumentCourse } from './batch-course.ts';
import { listCorrectionItems } from './corrections.ts';
import { describeTenant, directoryItems, personItems, tenantItems } from './directory-items.ts';
import { buildDocument } from './document-item.ts';
import { addCorrections, writePassport } from './document-passport.ts';
import { isTroubled } from './fleet.ts';
import { addKey, toAttributes } from './lazy-telling.ts';
import { formatIsoTime } from './made-ids.ts';
import { stateMachineArn } from './metrics.ts';
import { listPastActivity } from './past-activity.ts';
import type { PastPlan } from './past-plan.ts';
import { listRuleItems } from './rule-items.ts';
import { describeRunEnds, tellRunSpend, tellSpendOfDays } from './spend.ts';
import type { StoriedBatch } from './story.ts';
import { listPeople } from './tenants.ts';

/** The items of the table, by what they are of. */
export interface TableItems {
  directory(): Iterable<Entry>;
  batches(courses: readonly BatchCourse[]): Iterable<Entry>;
  /** Tells the documents and their passports, and what each run consumed. */
  documents(course: BatchCourse): Iterable<Entry>;
  /** Tells a tenant's suppliers and purchase orders, and what was accepted before. */
  rules(tenantId: string): Iterable<Entry>;
  /** Tells what reviewers of a tenant corrected by day, and in which documents. */
  corrections(tenantId: string): Iterable<Entry>;
  /** Tells what tenants with a story consumed by day. */
  spend(): Iterable<Entry>;
  /** Tells what colleagues did in the last days. */
  activity(): Iterable<Entry>;
  /** The names of all tenants of the fleet. */
  fleetNames(): Iterable<Entry>;
  /** Everything of a tenant of the fleet but the documents. */
  fleetTenant(tenantId: string): Iterable<Entry>;
}

export function tellTableItems(facts: PastFacts, plan: PastPlan, courses: Courses): TableItems {
  const { anchor } = facts;
  const { fleet } = plan;
  const storeBatch = (course: BatchCourse): PlainItem => {
    const batch = toStoredBatch(batchItem(course, stateMachineArn(facts)));
    return { ...batch, ...(wasSwept(course, anchor) && outOfIndex) };
  };
  return {
    directory: () => directoryItems(plan).map(toAttributes).map(addKey),
    batches: (several) => several.map((course) => addKey(toAttributes(storeBatch(course)))),
    *fleetNames() {
      for (const tenantId of fleet.tenantIds()) {
        const keys = keyOf.directory(tenantId);
        yield tellLater(keys, () => {
          const tenant = fleet.tenant(tenantId);
          return { ...keys, ...(tenant && describeTenant(tenant, anchor)) };
        });
      }
    },
    *fleetTenant(tenantId) {
      const tenant = fleet.tenant(tenantId);
      if (!tenant) return;
      const batches = fleet.batches(tenantId);
      yield* tenantItems({ anchor, batches }, tenant).map(toAttributes).map(addKey);
      for (const person of listPeople(tenantId)) {
        yield* personItems(person, anchor).map(toAttributes).map(addKey);
      }
      for (const batch of batches) {
        // Where everything went well, a batch is in no index but that of its id, and can be followed later.
        if (isTroubled(batch.story)) yield addKey(toAttributes(storeBatch(courses.of(batch))));
        else yield tellLater(toStoredKeys(batch), () => storeBatch(courses.of(batch)));
      }
    },
    *documents(course) {
      for (const document of course.documents) {
        yield tellDocument(course, document, anchor);
        yield* tellPassport(course, document);
      }
      // The sums of tenants of the fleet by day would take all of their documents.
      if (fleet.has(course.batch.workflow.tenantId)) return;
      const { workflow, batchId } = course.batch;
      for (const run of course.runs) {
        yield tellLater(spendKeys.ofRun(workflow.tenantId, batchId, run.run), () =>
          tellRunSpend(course, run),
        );
      }
    },
    rules: (tenantId) => listRuleItems(plan, courses, tenantId).map(toAttributes).map(addKey),
    corrections: (tenantId) => listCorrectionItems(courses, tenantId).map(toAttributes).map(addKey),
    activity: () => listPastActivity(plan, courses).map(toAttributes).map(addKey),
    spend: () => tellSpendOfDays(courses.all()).map(toAttributes).map(addKey),
  };
}

function toStoredKeys({ workflow: { tenantId, projectId }, batchId }: StoriedBatch): Keyed {
  return { ...keyOf.batch(tenantId, projectId, batchId), GSI3PK: batchId, GSI3SK: 'BATCH' };
}

/** Documents and batches that failed long ago were swept out of the index. */
export function wasSwept(
  { status, statusSince }: Pick<BatchCourse | DocumentCourse, 'status' | 'statusSince'>,
  anchor: number,
): boolean {
  return status === 'FAILED' && (statusSince ?? anchor) < anchor - daysInStatusIndex * 86_400_000;
}

const outOfIndex = { GSI2PK: undefined, GSI2SK: undefined };

/** Tells a document with what the index needs. Its pages are read for its other values, which takes time. */
export function tellDocument(of: BatchCourse, course: DocumentCourse, anchor: number): Entry {
  const { tenantId } = of.batch.workflow;
  const { batchId } = of.batch;
  const since = formatIsoTime(course.statusSince ?? course.updatedAt);
  const keys = {
    ...keyOf.document(tenantId, batchId, course.planned.documentId),
    ...(wasSwept(course, anchor) ? outOfIndex : statusIndexKeys({ tenantId, batchId }, course.status, since)),
  };
  return tellLater(keys, () => ({ ...toStoredDocument(buildDocument(of, course)), ...keys }));
}

/** The passport of a document, an item for each line. A reviewer's corrections take a look at the pages. */
export function tellPassport(of: BatchCourse, course: DocumentCourse): Entry[] {
  const { tenantId } = of.batch.workflow;
  const { documentId } = course.planned;
  return writePassport(of, course).map((event) =>
    tellLater(keyOf.documentEvent(tenantId, documentId, event.eventId), () =>
      toStoredDocumentEvent(tenantId, documentId, addCorrections(event, of, course)),
    ),
  );
}

type Keyed = PlainItem & { readonly PK: string; readonly SK: string };

function tellLater(keys: Keyed, make: () => PlainItem): Entry {
  return [formatItemKey(keys.PK, keys.SK), new Later(() => toAttributes(make()), toAttributes(keys))];
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
    ...describeRunEnds(course),
    ...countFailures(course),
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
