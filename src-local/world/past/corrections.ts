import {
  countDecision,
  toSeries,
  type CountedDecision,
  type CountedDay,
} from '#shared/domain/review/correction-counts.ts';
import { findDrifts } from '#shared/domain/review/drift.ts';
import { correctionDaysKept, joinDay, toStoredCorrected } from '#pipelines/api/count-corrections.ts';
import { listRulesBroken } from '#pipelines/api/enforce-rules.ts';
import { findSupplier } from '#pipelines/extraction/accepted-invoices.ts';
import { nextDrift, readText } from '#pipelines/extraction/keep-drift.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import type { BatchCourse, Courses, DocumentCourse } from './batch-course.ts';
import { buildDocument, listResults } from './document-item.ts';
import { formatIsoTime } from './made-ids.ts';
import type { StoriedBatch } from './story.ts';

/** Lists what reviewers of a tenant corrected, as the pipeline would have counted it at each decision. */
export function listCorrectionItems(courses: Courses, tenantId: string): PlainItem[] {
  const own = courses.batches.filter(({ workflow }) => workflow.tenantId === tenantId);
  const workflows = new Set(own.map(({ workflow }) => workflow.workflowId));
  return [...workflows].flatMap((workflowId) => {
    const reviews = listReviews(courses, { tenantId, workflowId });
    return [...countDays(reviews), ...reviews.flatMap(({ corrected }) => (corrected ? [corrected] : []))];
  });
}

/** The workflow that has a story of changed corrections, as it is listed for all tenants. */
const changed = { tenantId: 'kestrel', workflowId: 'supplier-invoices' } as const;

/** Tells the workflow whose corrections have changed, from its own documents alone. */
export function listDriftItems(courses: Courses, anchor: number): PlainItem[] {
  const items = countDays(listReviews(courses, changed));
  const days = items.map((item): CountedDay => ({
    day: readText(item['SK']).slice(-10),
    figures: item['figures'] as CountedDay['figures'],
  }));
  const [drift] = findDrifts(toSeries(days), formatIsoTime(anchor).slice(0, 10));
  if (!drift) return [];
  const [last] = items.slice(-1);
  const at = Date.parse(readText(last?.['updatedAt']));
  const projectId = readText(last?.['projectId']);
  const suppliers = Object.assign({}, ...items.map(({ suppliers: names }) => names)) as Record<
    string,
    unknown
  >;
  const item = nextDrift(undefined, { drift, ...changed, projectId, suppliers }, at);
  return item ? [item] : [];
}

/** Says how many items there are, without reading the documents. */
export function estimateCorrectionItems(batches: readonly StoriedBatch[], tenantId: string): number {
  const reviewed = batches.flatMap(({ workflow, story }) =>
    workflow.tenantId === tenantId && story.reviewed ? [story.reviewed[0]] : [],
  );
  return reviewed.reduce((sum, count) => sum + 1 + Math.ceil(count / 2), 0);
}

interface Review {
  readonly at: number;
  readonly counted: CountedDecision;
  readonly supplier: { readonly hash: string; readonly name: string } | undefined;
  readonly of: Pick<StoriedBatch, 'workflow'>;
  /** The note of the document, if something was corrected. */
  readonly corrected: PlainItem | undefined;
}

/** Documents are read for it, so it is kept for as long as the courses are. */
const known = new WeakMap<Courses, Map<string, readonly Review[]>>();

function listReviews(
  courses: Courses,
  workflow: { readonly tenantId: string; readonly workflowId: string },
): readonly Review[] {
  const own = known.get(courses) ?? new Map<string, readonly Review[]>();
  known.set(courses, own);
  const name = `${workflow.tenantId}/${workflow.workflowId}`;
  const reviews = own.get(name) ?? tellReviews(courses, workflow);
  own.set(name, reviews);
  return reviews;
}

function tellReviews(
  courses: Courses,
  { tenantId, workflowId }: { readonly tenantId: string; readonly workflowId: string },
): Review[] {
  return courses.batches
    .filter(({ workflow }) => workflow.tenantId === tenantId && workflow.workflowId === workflowId)
    .flatMap((batch) => {
      const course = courses.of(batch);
      return course.documents.flatMap((document) => tellReview(course, document) ?? []);
    })
    .toSorted((one, other) => one.at - other.at);
}

function tellReview(course: BatchCourse, document: DocumentCourse): Review | undefined {
  const { decision } = document;
  if (!decision) return undefined;
  const { batch } = course;
  const item = buildDocument(course, document);
  const { counted } = item.undo ?? {};
  if (!counted) return undefined;
  const { schema } = batch.workflow;
  const { approved, read } = listResults(item);
  const supplier = counted.isApproved ? findSupplier(approved.fields, schema) : undefined;
  const corrected =
    counted.corrected.length === 0
      ? undefined
      : toStoredCorrected({
          document: item,
          batch: batch.workflow,
          at: formatIsoTime(decision.at),
          counted,
          read,
          supplier,
          rules: listRulesBroken(read, approved, schema),
        });
  return { at: decision.at, counted, supplier, of: batch, corrected };
}

type CountsOfDay = PlainItem & { figures: Record<string, number>; suppliers: Record<string, string> };

/** Adds up decisions as the pipeline does, one after the other. */
function countDays(reviews: readonly Review[]): PlainItem[] {
  const days = new Map<
    string,
    PlainItem & { figures: Record<string, number>; suppliers: Record<string, string> }
  >();
  for (const { at, counted, supplier, of } of reviews) {
    const { tenantId, projectId, workflowId } = of.workflow;
    const time = formatIsoTime(at);
    const item: CountsOfDay = days.get(counted.day) ?? {
      ...keyOf.correctionsOfDay(tenantId, workflowId, counted.day),
      version: 1,
      createdAt: time,
      updatedAt: time,
      ttl: Math.floor(Date.parse(counted.day) / 1_000) + correctionDaysKept * 86_400,
      projectId,
      figures: {},
      suppliers: {},
    };
    for (const [name, figure] of Object.entries(countDecision(joinDay(counted, item.figures)))) {
      item.figures[name] = (item.figures[name] ?? 0) + figure;
    }
    if (supplier) item.suppliers[supplier.hash] = supplier.name;
    days.set(counted.day, { ...item, version: Number(item['version']) + 1, updatedAt: time });
  }
  return [...days.values()];
}
