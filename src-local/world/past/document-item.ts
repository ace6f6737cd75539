import { claimMinutes, holdSeconds } from '#shared/domain/pipeline-limits.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { checkDocument, listStops, noKnowledge } from '#shared/domain/review/rules.ts';
import type { DocumentItem, Correction, Opinion } from '#pipelines/extraction/item-shapes.ts';
import { findSupplier, placeOfFirst, readInvoice } from '#pipelines/extraction/accepted-invoices.ts';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import { describeDecision } from '#pipelines/api/count-corrections.ts';
import { toReviewedField, undoCorrections, writeCells } from '#pipelines/api/corrections.ts';
import { readSheet, type SheetReading } from '../sheets/reading.ts';
import { deriveMisreading } from '../sheets/troubles.ts';
import { hashText, throwDie } from '../randomness.ts';
import { nameOnSheet } from '../sheets/fields.ts';
import { makeSheet } from '../sheets/sheet-of.ts';
import type { SheetRecipe } from '../sheets/sheet.ts';
import type { BatchCourse, DocumentCourse } from './batch-course.ts';
import { describeError, type Passage } from './run-course.ts';
import { formatIsoTime } from './made-ids.ts';
import { listEarlierCauses, listEarlierUsage } from './spend.ts';
import { countVersion } from './tenants.ts';

/** Builds the item. The latest run's reading is that of a whole page of text. */
export function buildDocument(of: BatchCourse, course: DocumentCourse): DocumentItem {
  const { batch } = of;
  const { planned, receivedAt } = course;
  const { documentId, fileName } = planned;
  const ids = { tenantId: batch.workflow.tenantId, batchId: batch.batchId, documentId };
  const latest = course.passages.at(-1);
  const earlierUsage = listEarlierUsage(of, course);
  const earlierCauses = listEarlierCauses(of, course);
  const results = latest && !latest.interrupted ? readResults(of, course) : {};
  const item: DocumentItem = {
    ...ids,
    status: course.status,
    ...(course.statusSince !== undefined && { statusSince: formatIsoTime(course.statusSince) }),
    fileName,
    objectKey: buildObjectKey({ ...ids, fileName }),
    run: latest?.run ?? 1,
    version: course.version,
    createdAt: formatIsoTime(batch.submittedAt),
    updatedAt: formatIsoTime(course.updatedAt),
    ...(receivedAt !== undefined && { receivedAt: formatIsoTime(receivedAt) }),
    ...(earlierUsage && { earlierUsage }),
    ...(earlierCauses && { earlierCauses }),
    ...(latest && describeEnd(latest, of.thresholds)),
    ...readLastAct(course),
    ...results,
    ...tellKeptAs(of, course, results.fields),
  };
  return item.undo ? { ...item, undo: { ...item.undo, ...tellCounted(of, course, item) } } : item;
}

/** Tells the decision as the pipeline counts it. */
function tellCounted(
  { batch, anchor }: BatchCourse,
  { decision, acts }: DocumentCourse,
  item: DocumentItem,
): Pick<NonNullable<DocumentItem['undo']>, 'counted'> {
  if (!decision) return {};
  const { at, by } = decision;
  const version = countVersion(batch.workflow, at, anchor);
  const workflow = { ...batch.workflow, version, createdAt: '', updatedAt: '' };
  const claim = acts.findLast(({ does, by: claimant }) => does === 'claims' && claimant === by);
  const before = {
    ...item,
    ...(claim && {
      claimedBy: claim.by,
      claimExpiresAt: formatIsoTime(claim.at + claimMinutes * 60_000),
    }),
  };
  const isApproved = decision.decision === 'approve';
  const { approved, read } = listResults(item);
  const supplier = isApproved ? findSupplier(approved.fields, workflow.schema)?.hash : undefined;
  const counted = describeDecision(
    { before, decision: decision.decision, ...(isApproved && { read, approved }), workflow },
    { at, supplier },
  );
  return { counted };
}

/** Returns the results of a decided document as they were read and as they were approved. */
export function listResults({ fields = {}, lineItems = [], undo }: Partial<DocumentItem>) {
  const approved = { fields, lineItems };
  return { approved, read: undo ? undoCorrections(approved, undo) : approved };
}

/** Tells where an approved document is kept, if its batch is from the days since approved ones are kept. */
function tellKeptAs(
  { batch }: BatchCourse,
  { decision, status }: DocumentCourse,
  fields: DocumentItem['fields'],
): Pick<DocumentItem, 'keptAs'> {
  if (!batch.keepsInvoices || decision?.decision !== 'approve' || status !== 'SUCCEEDED') return {};
  const invoice = readInvoice(fields, batch.workflow.schema);
  return invoice ? { keptAs: placeOfFirst(invoice) } : {};
}

/** Returns the attributes that the last reviewer left. */
function readLastAct(course: DocumentCourse): Partial<DocumentItem> {
  const last = course.acts.at(-1);
  if (!last) return {};
  const { at, by } = last;
  const holdUntil = formatIsoTime(at + holdSeconds * 1_000);
  switch (last.does) {
    case 'claims':
      return { claimedBy: by, claimExpiresAt: formatIsoTime(at + claimMinutes * 60_000) };
    case 'gives an opinion':
      return countOpinions(course) === 1 ? { holdUntil } : {};
    case 'hands over':
      return { assignedTo: last.to, assignedBy: by, assignedNote: last.note, assignedAt: formatIsoTime(at) };
    case 'checks':
      return { checkedBy: by, checkedAt: formatIsoTime(at) };
    default:
      return { decision: last.decision, reviewedBy: by, reviewedAt: formatIsoTime(at), holdUntil };
  }
}

type Read = Pick<
  DocumentItem,
  'fields' | 'lineItems' | 'checks' | 'usage' | 'undo' | 'opinions' | 'differs' | 'found'
>;

function isChecked({ acts }: DocumentCourse): boolean {
  return acts.at(-1)?.does === 'checks';
}

function countOpinions({ acts }: DocumentCourse): number {
  return acts.filter(({ does }) => does === 'gives an opinion').length;
}

function readResults(of: BatchCourse, course: DocumentCourse): Read {
  const reading = findLatestReading(of, course);
  // A document that failed at once has consumed nothing.
  if (!reading.ok) return Object.keys(reading.usage).length > 0 ? { usage: reading.usage } : {};
  const { fields, lineItems, checks, usage } = reading.result;
  const corrected = correctReading(of, course, reading);
  // A check changes no value.
  if (isChecked(course)) return { fields, lineItems, checks, usage, found: corrected?.is ?? {} };
  const { opinions, differs } = tellOpinions(of, course, reading);
  const waiting = {
    status: 'REVIEW_REQUIRED',
    statusSince: formatIsoTime(course.passages.at(-1)?.endedAt ?? 0),
  } as const;
  const given = opinions.length > 0 && { opinions };
  return {
    fields,
    lineItems,
    checks,
    usage,
    ...corrected?.results,
    ...(course.decision
      ? { undo: { ...waiting, ...given, ...buildFirstHold(opinions), ...corrected?.undo } }
      : {
          ...given,
          ...(opinions.length === 1 && { undo: waiting }),
          ...(differs.length > 0 && { differs }),
        }),
  };
}

/** Only an opinion that the decision agrees with can be undone; two that differ cannot. */
function buildFirstHold([first, second]: Opinions['opinions']): { readonly holdUntil?: string } {
  if (first === undefined || second !== undefined) return {};
  return { holdUntil: formatIsoTime(Date.parse(first.at) + holdSeconds * 1_000) };
}

/** Returns the opinions of reviewers who do not decide alone. */
export function listOpinions(of: BatchCourse, course: DocumentCourse): Opinions {
  const reading = findLatestReading(of, course);
  return reading.ok ? tellOpinions(of, course, reading) : { opinions: [], differs: [] };
}

/** Returns what the reviewer corrected, or what a check of an accepted document found. */
export function findCorrection(of: BatchCourse, course: DocumentCourse): Corrections | undefined {
  return correctReading(of, course, findLatestReading(of, course));
}

function findLatestReading(
  { batch, thresholds }: BatchCourse,
  { planned, passages }: DocumentCourse,
): SheetReading {
  const { schema } = batch.workflow;
  const job = { run: passages.at(-1)?.run ?? 1, schema, reviewThreshold: thresholds.reviewThreshold };
  return readSheet(planned.recipe, job);
}

function correctReading(
  { batch }: BatchCourse,
  course: DocumentCourse,
  reading: SheetReading,
): Corrections | undefined {
  const wasSeen = course.decision?.decision === 'approve' || isChecked(course);
  return wasSeen && reading.ok
    ? findCorrections(course.planned.recipe, reading.result, batch.workflow.schema)
    : undefined;
}

function describeEnd(
  passage: Passage,
  thresholds: Thresholds,
): Pick<DocumentItem, 'stage' | 'score' | 'error'> {
  const { reading, interrupted } = passage;
  const error = describeError(passage, thresholds);
  const score = reading.ok && !interrupted ? { score: reading.score } : {};
  return { stage: error?.stage ?? 'verify', ...score, ...(error && { error }) };
}

interface Opinions {
  readonly opinions: readonly Opinion[];
  /** Empty, unless there are two. */
  readonly differs: readonly string[];
}

/** The first sees what stands on the page. A second one that is not the end of it has taken one place for another. */
function tellOpinions(
  { batch }: BatchCourse,
  { planned, acts }: DocumentCourse,
  { result }: Extract<SheetReading, { ok: true }>,
): Opinions {
  const seen: Correction[] = Object.entries(findCorrections(planned.recipe, result, {})?.is ?? {}).map(
    ([field, value]) => ({ field, value }),
  );
  const given = acts.filter(({ does }) => does === 'gives an opinion');
  const disputed =
    given.length > 1
      ? listDisputed(planned.documentId, seen, result.fields, batch.workflow.schema)
      : undefined;
  return {
    opinions: given.map(({ by, at }, place): Opinion => {
      const corrections = place > 0 && disputed ? disputed.corrections : seen;
      return { by, at: formatIsoTime(at), decision: 'approve', corrections };
    }),
    differs: disputed ? [disputed.place] : [],
  };
}

/**
 * They believe the reader where it was wrong, or, where it was right, see something that is not there. It is not a value
 * that a rule stops, which is not approved without a reason.
 */
function listDisputed(
  documentId: string,
  seen: readonly Correction[],
  fields: Extract<SheetReading, { ok: true }>['result']['fields'],
  schema: Readonly<Record<string, string>>,
): { readonly place: string; readonly corrections: readonly Correction[] } | undefined {
  const isStopped = (name: string, value: string | null): boolean => {
    const field = { name, type: schema[name] ?? null, value };
    const subject = { fields: [field], lines: [], checks: [], knowsEarlier: true };
    return listStops(checkDocument(subject, {}, noKnowledge)).length > 0;
  };
  const believed = seen.find(({ field }) => !isStopped(field, fields[field]?.value ?? null));
  if (believed) return { place: believed.field, corrections: seen.filter((one) => one !== believed) };
  const doubtful = Object.entries(fields)
    .filter(([place]) => seen.every(({ field }) => field !== place))
    .toSorted(([, one], [, other]) => one.confidence - other.confidence);
  const share = throwDie(hashText(documentId), 12);
  for (const [place, { value }] of doubtful) {
    const mistaken = deriveMisreading(value, 'number', share);
    if (mistaken === undefined || isStopped(place, mistaken)) continue;
    return { place, corrections: [...seen, { field: place, value: mistaken }] };
  }
  return undefined;
}

type Result = Pick<Extract<SheetReading, { ok: true }>['result'], 'fields' | 'lineItems'>;

/** The corrections to a reading. Reviewers see the page, so they correct every misread field. */
interface Corrections {
  readonly results: Result;
  /** The earlier values of the fields that differ now. */
  readonly undo: Pick<NonNullable<DocumentItem['undo']>, 'fields' | 'lines'>;
  readonly was: Readonly<Record<string, string>>;
  readonly is: Readonly<Record<string, string>>;
}

/** Undefined: all of it was right. */
function findCorrections(
  recipe: SheetRecipe,
  { fields, lineItems }: Result,
  schema: Readonly<Record<string, string>>,
): Corrections | undefined {
  const sheet = makeSheet(recipe);
  const wrongFields = Object.entries(fields).flatMap(([name, field]) => {
    const printed = sheet.fields.find((one) => one.name === nameOnSheet(recipe.kind, name))?.value;
    return printed === undefined || printed === field.value ? [] : [{ name, field, printed }];
  });
  const wrongLines = lineItems.flatMap((line, index) => {
    const printed = sheet.lines[index]?.amount;
    return printed === undefined || printed === line.amount ? [] : [{ index, line, printed }];
  });
  if (wrongFields.length + wrongLines.length === 0) return undefined;
  const places = [
    ...wrongFields.map(({ name, field, printed }) => ({ place: name, was: field.value, printed })),
    ...wrongLines.map(({ index, line, printed }) => ({
      place: `lineItems.${index}.amount`,
      was: line.amount,
      printed,
    })),
  ];
  return {
    results: {
      fields: {
        ...fields,
        ...byName(wrongFields, ({ name, field, printed }) =>
          toReviewedField(field, { field: name, value: printed }, schema[name] ?? null),
        ),
      },
      lineItems: lineItems.map((line, index) => {
        const wrong = wrongLines.find((one) => one.index === index);
        return wrong ? writeCells(line, { amount: wrong.printed }) : line;
      }),
    },
    undo: {
      fields: byName(wrongFields, ({ field }) => field),
      lines: Object.fromEntries(wrongLines.map(({ index, line }) => [String(index), line])),
    },
    was: Object.fromEntries(places.map(({ place, was }) => [place, was])),
    is: Object.fromEntries(places.map(({ place, printed }) => [place, printed])),
  };
}

function byName<T extends { readonly name: string }, U>(
  wrong: readonly T[],
  of: (one: T) => U,
): Record<string, U> {
  return Object.fromEntries(wrong.map((one) => [one.name, of(one)]));
}
