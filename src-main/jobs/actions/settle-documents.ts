import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import type { Verdict } from '#shared/domain/reprocess-outcome.ts';
import { isOnlyScoreTooLow } from '#shared/domain/remedies.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import { mostAccepted, mostSettled, type SettleOutcome } from '#shared/pipeline-api/operations.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { whyNotOffered } from '../../reads/api-offers.ts';
import type { JobAction, SeenItems, Sent } from '../job-action.ts';
import { costsNothing } from '../plans/estimate.ts';
import { good, readDocumentsOfBatch, warning } from '../plans/plan-documents.ts';
import type { DraftParts, PlanDraft } from '../plans/plan-draft.ts';
import {
  describeOvertaken,
  explainNotAnswered,
  groupByBatch,
  plannedVersions,
  tellChanged,
  watchDocuments,
} from './documents-of-plan.ts';

type Kind = 'send-to-review' | 'accept-documents';
type Target = TargetOf<Kind>;

const calls = { 'send-to-review': 'sendToReview', 'accept-documents': 'acceptDocuments' } as const;

/** Plans what is decided about documents whose results are stored; nothing is read by Textract or a model again. */
export async function planSettling(target: Target, parts: DraftParts): Promise<Result<PlanDraft>> {
  const { tenantId, batchId } = target;
  const whyNot = await whyNotOffered(parts.doors.pipeline, calls[target.kind], parts.who.id);
  if (whyNot !== null) return notPlanned(`${whyNot} Nothing was planned.`);
  const ids = [...new Set(target.documentIds)];
  const read = await readDocumentsOfBatch(target, ids, parts);
  if (!read.ok) return read;
  const { batch, rows } = read.value;
  if (batch === null) return notPlanned(`Batch ${batchId} not found in this project. Nothing was planned.`);
  const items = ids.map((id): PlanItem => {
    const row = rows.get(id) ?? null;
    const verdict = parts.otherJobs.judge({ tenantId, batchId, documentId: id }, judge(id, row));
    return { id, name: row?.fileName ?? null, version: row?.version ?? null, ...verdict, usd: null };
  });
  const going = items.filter(({ verdict }) => verdict === 'go').length;
  return ok({
    tenantId,
    items,
    estimate: {
      ...costsNothing(parts.book),
      basis: `nothing is read again: the results of ${counted(going, 'document')} are stored`,
    },
    checks: [good('Each failed only because its score is too low'), ...describeOutcome(target.kind)],
    nothingToDo: `None of these ${grouped(items.length)} failed only because of its score. See the reason next to each.`,
  });
}

function judge(id: string, row: DocumentRow | null): Verdict {
  if (!isCallable(id)) return { verdict: 'blocked', why: notCallable, needsReason: false };
  if (row === null) return { verdict: 'blocked', why: 'No such document in this batch', needsReason: false };
  const { status, score, version, expired } = row;
  if (expired) return { verdict: 'blocked', why: 'Expired, awaiting deletion', needsReason: false };
  if (status !== 'FAILED')
    return { verdict: 'skip', why: `Now ${status ?? 'in no status'}`, needsReason: false };
  if (!isOnlyScoreTooLow(row)) {
    return { verdict: 'blocked', why: 'Failed for another cause than its score', needsReason: false };
  }
  if (version === null) {
    return { verdict: 'blocked', why: "No version, so changes can't be detected", needsReason: false };
  }
  return { verdict: 'go', why: `FAILED with score ${score?.toFixed(3) ?? 'unknown'}`, needsReason: false };
}

function describeOutcome(kind: Kind): Plan['checks'] {
  return kind === 'send-to-review'
    ? [good('Each waits in Review with the values as they were read')]
    : [
        warning(
          'Where the workflow asks for two people, this is the first of two decisions: the document waits in Review for a second person',
        ),
      ];
}

function notPlanned(message: string): Result<never> {
  return refused({ code: 'plan-refused', message, why: 'nothing-to-do' });
}

interface ActionParts {
  readonly doors: () => ConnectionDoors;
  readonly seen: (items: SeenItems) => void;
}

/** The answer says what became of each document, and each is then read back by its key. */
export function settleAction(kind: Kind, { doors }: ActionParts): JobAction {
  return {
    kind,
    repeatableForMs: (idempotencyHours - 1) * 3_600_000,
    // The change is made before the call is answered.
    firstLookAfter: () => 0,
    mostInCall: kind === 'accept-documents' ? mostAccepted : mostSettled,

    ...watchDocuments(doors, (row) => toLook(kind, row)),

    async send({ plan, by, reason }, { ids, idempotencyKey }) {
      const [batch] = groupByBatch(plan, ids);
      if (batch === undefined) return { kind: 'refused', why: 'The call is about no document.' };
      const { tenantId, projectId, batchId } = batch.target;
      const versions = plannedVersions(plan);
      const documents = ids.map((documentId) => ({ documentId, version: versions.get(documentId) ?? 0 }));
      const { pipeline, reader } = doors();
      const call = { personId: by, params: { tenantId, projectId, batchId }, idempotencyKey };
      const answer =
        kind === 'send-to-review'
          ? await pipeline.call('sendToReview', {
              ...call,
              body: { documents, ...(reason !== undefined && { reason }) },
            })
          : await pipeline.call('acceptDocuments', { ...call, body: { documents, reason: reason ?? '' } });
      tellChanged(reader, batch.target, batch.items);
      return answer.kind === 'answered' ? toSent(answer.value.documents) : explainNotAnswered(answer);
    },
  };
}

function toSent(
  documents: readonly { readonly documentId: string; readonly outcome: SettleOutcome }[],
): Sent {
  const refusals = documents.flatMap(({ documentId, outcome }) =>
    outcome in whyNot ? [[documentId, whyNot[outcome as keyof typeof whyNot]] as const] : [],
  );
  return { kind: 'accepted', run: null, refused: new Map(refusals) };
}

const whyNot = {
  'not found': 'No such document in this batch.',
  'changed since': 'It has changed since it was read.',
  'not failed': 'It is not FAILED.',
  'failed otherwise': 'It failed for another cause than its score.',
  'no results': 'Its results are not stored, so there is nothing to decide on.',
} as const satisfies Partial<Record<SettleOutcome, string>>;

function toLook(kind: Kind, row: DocumentRow | undefined): ReturnType<typeof describeOvertaken> {
  const status = row?.status ?? null;
  if (status === 'FAILED') return { state: 'failed-again', note: 'It is still FAILED.' };
  if (status === 'REVIEW_REQUIRED') {
    return {
      state: 'fixed',
      note: kind === 'accept-documents' ? 'Waits in Review for a second person.' : null,
    };
  }
  const isDecided = status === 'SUCCEEDED' || (status === 'REJECTED' && kind === 'send-to-review');
  if (!isDecided) return describeOvertaken(row);
  return { state: 'fixed', note: kind === 'send-to-review' ? 'Decided since.' : null };
}
