import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
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
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { buildPlace } from '../../rows/read-row.ts';
import type { JobAction, Look, SeenItems, Sent } from '../job-action.ts';
import { costsNothing } from '../plans/estimate.ts';
import { good, readDocumentsOfBatch, warning } from '../plans/plan-documents.ts';
import type { DraftParts, PlanDraft } from '../plans/plan-draft.ts';

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

    async recheck(plan, ids) {
      const read = await readNow(doors(), plan, ids);
      if (!read.ok) return read;
      const versions = new Map(plan.items.map(({ id, version }) => [id, version]));
      const skip = new Map<string, string>();
      for (const id of ids) {
        const row = read.value.rows.get(id);
        if (row === undefined) skip.set(id, 'It is no longer there.');
        else if (row.version === null || row.version !== versions.get(id)) {
          skip.set(id, `Changed since the plan, now ${row.status ?? 'in no status'}.`);
        }
      }
      return { ok: true, value: { skip, seen: read.value.seen } };
    },

    async send({ plan, by, reason }, { ids, idempotencyKey }) {
      const { tenantId, projectId, batchId } = findTarget(plan);
      const versions = new Map(plan.items.map(({ id, version }) => [id, version]));
      const documents = ids.map((documentId) => ({ documentId, version: versions.get(documentId) ?? 0 }));
      const { pipeline } = doors();
      const call = { personId: by, params: { tenantId, projectId, batchId }, idempotencyKey };
      const answer =
        kind === 'send-to-review'
          ? await pipeline.call('sendToReview', {
              ...call,
              body: { documents, ...(reason !== undefined && { reason }) },
            })
          : await pipeline.call('acceptDocuments', { ...call, body: { documents, reason: reason ?? '' } });
      tellLists(doors(), findTarget(plan), ids);
      switch (answer.kind) {
        case 'answered':
          return toSent(answer.value.documents);
        case 'problem':
          if (answer.problem.status === 401) return { kind: 'not-sent', why: answer.problem.detail };
          return { kind: 'refused', why: `${answer.problem.title}: ${answer.problem.detail}` };
        case 'not-sent':
          return { kind: answer.unfit === undefined ? 'not-sent' : 'refused', why: answer.why };
        default:
          return { kind: 'unclear', why: answer.why };
      }
    },

    async look({ plan }, sent) {
      const read = await readNow(
        doors(),
        plan,
        sent.map(({ id }) => id),
      );
      if (!read.ok) return read;
      const { rows, seen } = read.value;
      const looks = new Map(sent.map(({ id }) => [id, toLook(kind, rows.get(id))]));
      tellLists(doors(), findTarget(plan), [...looks.keys()]);
      return { ok: true, value: { looks, seen } };
    },
  };
}

function findTarget({ target }: Plan): Target {
  if (target.kind === 'send-to-review' || target.kind === 'accept-documents') return target;
  throw new Error(`A plan to ${target.kind} settles no documents.`);
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

function toLook(kind: Kind, row: DocumentRow | undefined): Look {
  const status = row?.status ?? null;
  const rest = {
    status,
    stage: row?.stage ?? null,
    run: row?.run ?? null,
    endedAt: row?.statusSince ?? row?.updatedAt ?? null,
    usage: null,
  };
  if (status === 'FAILED') return { ...rest, state: 'failed-again', note: 'It is still FAILED.' };
  if (status === 'REVIEW_REQUIRED') {
    const note = kind === 'accept-documents' ? 'Waits in Review for a second person.' : null;
    return { ...rest, state: 'fixed', note };
  }
  const isDecided = status === 'SUCCEEDED' || (status === 'REJECTED' && kind === 'send-to-review');
  if (isDecided)
    return { ...rest, state: 'fixed', note: kind === 'send-to-review' ? 'Decided since.' : null };
  return { ...rest, state: 'overtaken', note: row === undefined ? 'Document not found.' : `Now ${status}.` };
}

interface ReadNow {
  readonly rows: ReadonlyMap<string, DocumentRow>;
  readonly seen: SeenItems;
}

async function readNow(
  { reader }: ConnectionDoors,
  plan: Plan,
  ids: readonly string[],
): Promise<Result<ReadNow>> {
  const { tenantId, projectId, batchId } = findTarget(plan);
  const keys = ids.map((documentId) => ({ tenantId, batchId, documentId }));
  const [documents, batches] = await Promise.all([
    reader.run('extraction.documentsByKeys', keys, { consistent: true }),
    reader.run('extraction.batchByKey', { tenantId, projectId, batchId }, { consistent: true }),
  ]);
  if (!documents.ok) return documents;
  if (!batches.ok) return batches;
  const rows = documents.value.items.map(documentRow);
  return ok({
    rows: new Map(rows.map((row) => [row.documentId, row])),
    seen: { documents: rows, batches: batches.value.items.map(batchRow) },
  });
}

/** An index may show the documents as FAILED for a while. */
function tellLists({ reader }: ConnectionDoors, target: Target, ids: readonly string[]): void {
  const { tenantId, projectId, batchId } = target;
  reader.changed(extraction, [
    buildPlace('Batch', { tenantId, projectId, batchId }),
    ...ids.map((documentId) => buildPlace('Document', { tenantId, batchId, documentId })),
  ]);
}
