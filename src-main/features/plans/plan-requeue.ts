import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { Plan, PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { hasEnded } from '#shared/domain/downloads/day-standing.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { requeueVerdict } from '#shared/domain/requeue-verdict.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/words.ts';
import { pricedUnits, requeueUnits } from '#shared/pricing/download-acts.ts';
import { batchNow, filesNow } from '../../jobs/actions/read-downloads.ts';
import { estimateOfDownloads } from './estimate-downloads.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { DraftParts } from './plan-documents.ts';

export type RequeueTarget = Extract<PlanTarget, { kind: 'requeue-files' }>;

/** Each file as its table has it now, by its key. */
export async function planRequeue(target: RequeueTarget, parts: DraftParts): Promise<Result<PlanDraft>> {
  const { reader, now, book } = parts;
  const { paid } = parts.reads;
  const ids = [...new Set(target.fileIds)];
  const read = await filesNow(ids.filter(isCallable), { reader, now, paid });
  if (!read.ok) return read;
  const files = read.value;
  const usd = pricedUnits(requeueUnits(1), book).usd;
  const items = ids.map((id): PlanItem => {
    const file = files.get(id) ?? null;
    const { verdict, why } = isCallable(id) ? requeueVerdict(file, now) : notAnId;
    return {
      id,
      name: null,
      version: null,
      stamp: file?.version ?? null,
      verdict,
      why,
      usd: verdict === 'go' ? usd : null,
      needsReason: false,
    };
  });
  const going = items.filter(({ verdict }) => verdict === 'go');
  const batches = await batchChecks(
    going.flatMap(({ id }) => files.get(id) ?? []),
    parts,
  );
  return ok({
    tenantId: null,
    items,
    estimate: estimateOfDownloads(
      requeueUnits(going.length),
      'a change, two messages, a claim and an end for each file',
      book,
    ),
    checks: going.length === 0 ? [] : [...alwaysSaid, ...batches],
    nothingToDo:
      ids.length === 1
        ? 'This file cannot be requeued; beside it stands why.'
        : `None of these ${grouped(ids.length)} files can be requeued; beside each stands why.`,
  });
}

const notAnId = { verdict: 'blocked', why: notCallable } as const;

const alwaysSaid: Plan['checks'] = [
  {
    says: 'Each gets a fresh address and a fresh key from the provider; the old ones are not used again',
    state: 'good',
  },
  { says: 'Each goes only as it was read here: one that has changed by then is left alone', state: 'good' },
];

/** More than anybody chooses from at once; of the others nothing is said. */
const mostBatches = 10;

/** What an ended batch has counted stays, whatever becomes of its files. */
async function batchChecks(
  files: readonly DownloadFile[],
  { reader, reads, now }: DraftParts,
): Promise<Plan['checks']> {
  const ids = [...new Set(files.flatMap(({ batchId }) => batchId ?? []))].filter(isCallable);
  const batches = await Promise.all(
    ids.slice(0, mostBatches).map((id) => batchNow(id, { reader, now, paid: reads.paid })),
  );
  const ended = batches.flatMap((read) => {
    const batch = read.ok ? read.value : null;
    return batch !== null && batch.status !== null && hasEnded(batch.status) ? [batch] : [];
  });
  const [first] = ended;
  if (first === undefined) return [];
  const which =
    ended.length === 1
      ? `${first.batchId} has ended as ${first.status}: its own counts stay as they are`
      : `${grouped(ended.length)} of their batches have ended: their own counts stay as they are`;
  return [{ says: `${which}, also when the files come`, state: 'warning' }];
}
