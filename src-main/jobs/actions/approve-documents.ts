import type { ManyBatches, PlanItem, PlannedBatch } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { toItemId } from '#shared/domain/many-batches.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import { whyNotPassing } from '#shared/domain/review/passing.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import type { JobAction } from '../job-action.ts';
import { costsNothing } from '../plans/estimate.ts';
import { good, warning } from '../plans/plan-documents.ts';
import { countVerdicts } from '../plans/plan-many.ts';
import type { DraftParts, PlanDraft } from '../plans/plan-draft.ts';
import {
  describeOvertaken,
  explainNotAnswered,
  groupByBatch,
  plannedVersions,
  tellChanged,
  watchDocuments,
} from './documents-of-plan.ts';

type Target = TargetOf<'approve-documents'>;

/** Each document is read with all that its rules need, so a plan looks at no more. */
const mostLookedAt = 500;
const lanes = 6;

/** Looks at waiting documents one by one, and plans to approve those that nothing speaks against. */
export async function planApprovals(target: Target, parts: DraftParts): Promise<Result<PlanDraft>> {
  const { review } = parts;
  if (review === undefined) return notPlanned('Documents cannot be looked at here.');
  const listed = await listDocuments(target, review);
  if (!listed.ok) return listed;
  const { keys, left } = listed.value;
  const looked: Looked[] = [];
  let failure: Extract<Result<never>, { readonly ok: false }> | undefined;
  await inLanes([...keys.entries()], lanes, async ([at, key]) => {
    if (failure !== undefined) return;
    const one = await look(key, parts);
    if (one.ok) looked[at] = one.value;
    else failure = one;
  });
  if (failure !== undefined) return failure;
  return ok(toDraft(looked.filter(Boolean), left, parts));
}

interface Listed {
  readonly keys: readonly ReviewKey[];
  /** Says what was not looked at, or null. */
  readonly left: string | null;
}

async function listDocuments(
  { of }: Target,
  review: NonNullable<DraftParts['review']>,
): Promise<Result<Listed>> {
  if (of.is === 'documents') return ok({ keys: of.documents, left: null });
  const { is: _is, ...filters } = of;
  const listed = await review.list(filters, mostLookedAt);
  if (!listed.ok) return listed;
  const { documents, isAll } = listed.value;
  const left = isAll
    ? null
    : `Only the ${grouped(documents.length)} that wait longest were looked at: a plan looks at no more. Plan the rest when it has ended`;
  return ok({ keys: documents, left });
}

interface Looked {
  readonly key: ReviewKey;
  readonly item: Omit<PlanItem, 'id'>;
  readonly workflowId: string | null;
}

async function look(
  key: ReviewKey,
  { review, reads, who, otherJobs, now }: DraftParts,
): Promise<Result<Looked>> {
  const read =
    review === undefined ? notPlanned('Documents cannot be looked at here.') : await review.read(key);
  reads.paid(read);
  if (!read.ok && read.failure.code !== 'not-found') return read;
  const document = read.ok ? read.value : null;
  const why =
    document === null
      ? 'No such document in this batch'
      : !isCallable(key.documentId)
        ? notCallable
        : whyNotPassing(document, who.id, now);
  const verdict = otherJobs.judge(key, {
    verdict: why === null ? 'go' : 'skip',
    why: why ?? 'Nothing undecided, and no check failed',
    needsReason: false,
  });
  const { fileName = null, version = null, workflowId = null } = document ?? {};
  return ok({ key, item: { name: fileName, version, ...verdict, usd: null }, workflowId });
}

function toDraft(looked: readonly Looked[], left: string | null, { book }: DraftParts): PlanDraft {
  const batches = new Map<string, Looked[]>();
  for (const one of looked) {
    const { tenantId, projectId, batchId } = one.key;
    const name = JSON.stringify([tenantId, projectId, batchId]);
    batches.set(name, [...(batches.get(name) ?? []), one]);
  }
  const groups = [...batches.values()];
  // Documents that go come first within their batch, as in other plans over many batches.
  const items = groups.flatMap((own, at) =>
    own
      .map(({ key, item }) => ({ id: toItemId(at + 1, key.documentId), ...item }))
      .toSorted((one, other) => rank(one) - rank(other)),
  );
  const tenants = new Set(looked.map(({ key }) => key.tenantId));
  const many: ManyBatches = {
    batches: groups.flatMap((own) => toPlannedBatch(own)),
    firstTenant: null,
    usdWithReason: '0',
    items: items.length,
    limit: null,
  };
  const going = items.filter(({ verdict }) => verdict === 'go').length;
  return {
    tenantId: tenants.size === 1 ? ([...tenants][0] ?? null) : null,
    items,
    many,
    estimate: {
      ...costsNothing(book),
      basis: `nothing is read again: the results of ${counted(going, 'document')} are stored`,
    },
    checks: [
      good(
        `${counted(items.length, 'document')} looked at, ${grouped(going)} with nothing undecided and no failed check; the reason stands beside each other one`,
      ),
      good('Each is claimed and approved as you on its own, if it is unchanged by then'),
      ...(left === null ? [] : [warning(left)]),
    ],
    nothingToDo: `None of these ${counted(items.length, 'document')} can be approved without a person. See the reason next to each.`,
  };
}

function toPlannedBatch(own: readonly Looked[]): PlannedBatch[] {
  const [first] = own;
  if (first === undefined) return [];
  const { tenantId, projectId, batchId } = first.key;
  const counts = countVerdicts(own.map(({ item }) => item));
  return [{ tenantId, projectId, batchId, workflowId: first.workflowId, ...counts }];
}

function rank({ verdict }: Pick<PlanItem, 'verdict'>): number {
  return verdict === 'go' ? 0 : 1;
}

function notPlanned(message: string): Result<never> {
  return refused({ code: 'plan-refused', message: `${message} Nothing was planned.`, why: 'nothing-to-do' });
}

interface ActionParts {
  readonly doors: () => ConnectionDoors;
}

/** Claims and approves each document as the person who started the job, so that no colleague's work is overwritten. */
export function approveAction({ doors }: ActionParts): JobAction {
  return {
    kind: 'approve-documents',
    repeatableForMs: (idempotencyHours - 1) * 3_600_000,
    // The change is made before the call is answered.
    firstLookAfter: () => 0,
    mostInCall: 1,

    ...watchDocuments(doors, toLook),

    async send({ plan, by }, { ids, idempotencyKey, isAgain = false }) {
      const [id, another] = ids;
      if (id === undefined || another !== undefined) {
        return { kind: 'refused', why: 'A call can be about one document only.' };
      }
      const [batch] = groupByBatch(plan, ids);
      if (batch === undefined) return { kind: 'refused', why: 'The plan has no batch of this document.' };
      const { tenantId, batchId } = batch.target;
      const [{ documentId } = { documentId: '' }] = batch.items;
      const version = plannedVersions(plan).get(id) ?? 0;
      const { pipeline, reader } = doors();
      const call = { personId: by, params: { tenantId, batchId, documentId } };
      // Both keys belong to this item, so an interrupted call goes on where it was.
      const claimed = await pipeline.call('claimDocument', {
        ...call,
        idempotencyKey: `${idempotencyKey}-claim`,
        ifMatch: version,
      });
      tellChanged(reader, batch.target, batch.items);
      if (claimed.kind !== 'answered') return explainNotAnswered(claimed);
      const approved = await pipeline.call('reviewDocument', {
        ...call,
        body: { decision: 'approve', corrections: [] },
        idempotencyKey,
        ifMatch: version + 1,
      });
      tellChanged(reader, batch.target, batch.items);
      if (approved.kind === 'answered') return { kind: 'accepted', run: null, refused: new Map() };
      const sent = explainNotAnswered(approved);
      // Its claim has changed the document, so a new call would find a changed one. The same call is repeated instead.
      if (sent.kind === 'not-sent') {
        return { kind: 'unclear', why: `it was claimed, and its approval was not sent: ${sent.why}` };
      }
      if (approved.kind !== 'problem') return sent;
      // It is given back, because nothing else would be done with it for ten minutes.
      const released = await pipeline.call('releaseDocument', {
        ...call,
        idempotencyKey: `${idempotencyKey}-release`,
        ifMatch: version + 1,
      });
      tellChanged(reader, batch.target, batch.items);
      // An approval is for one version, so no earlier try of it can succeed once the document has another.
      const isCertain = released.kind === 'answered' || approved.problem.code === 'stale-version';
      return isAgain && isCertain
        ? { kind: 'accepted', run: null, refused: new Map([[id, sent.why]]) }
        : sent;
    },
  };
}

function toLook(row: DocumentRow | undefined): ReturnType<typeof describeOvertaken> {
  if (row?.status === 'SUCCEEDED') return { state: 'fixed', note: null };
  return row?.status === 'REVIEW_REQUIRED'
    ? { state: 'failed-again', note: 'It still waits in Review, for a second person or taken back.' }
    : describeOvertaken(row);
}
