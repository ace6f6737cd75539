import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { hasEnded } from '#shared/domain/downloads/day-standing.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { JobAction, Look } from '../job-action.ts';
import { filesWords } from './download-batch-look.ts';
import { notTaken, repeatableForMs, type DownloadParts } from './download-parts.ts';
import { batchNow, downloadsChanged, seenDownloads } from './read-downloads.ts';

/** One download batch that will not end by itself, ended. */
export function closeDownloadsAction({ doors, now }: DownloadParts): JobAction {
  const read = (plan: Plan) => batchNow(batchIdOf(plan), { reader: doors().reader, now: now() });
  return {
    kind: 'close-downloads',
    repeatableForMs,
    mostInCall: 1,

    async recheck(plan, ids) {
      const batch = await read(plan);
      if (!batch.ok) return batch;
      const why = whyChanged(stampOf(plan), batch.value);
      const skip = new Map(why === undefined ? [] : ids.map((id) => [id, why]));
      return ok({ skip, seen: seenOf(batch.value) });
    },

    async send({ plan, by, reason = '' }, { ids, idempotencyKey }) {
      const answer = await doors().pipeline.call('closeDownloads', {
        personId: by,
        params: { batchId: batchIdOf(plan) },
        body: { reason },
        idempotencyKey,
        ifMatch: stampOf(plan) ?? '',
      });
      if (answer.kind === 'problem' && leftAlone.has(answer.problem.code)) {
        const skipped = new Map(ids.map((id) => [id, answer.problem.detail]));
        return { kind: 'accepted', run: null, refused: new Map(), skipped };
      }
      if (answer.kind !== 'answered') return notTaken(answer);
      downloadsChanged(doors().reader, { batches: [batchIdOf(plan)] });
      return { kind: 'accepted', run: null, refused: new Map() };
    },

    async look({ plan }, sent) {
      const batch = await read(plan);
      if (!batch.ok) return batch;
      const look = closedLook(batch.value);
      return ok({ looks: new Map(sent.map(({ id }) => [id, look])), seen: seenOf(batch.value) });
    },
  };
}

/** It has ended by itself in between, or goes on. */
const leftAlone: ReadonlySet<Problem['code']> = new Set([
  'stale-version',
  'batch-already-closed',
  'not-found',
]);

/** That its end can be read is the proof. */
function closedLook(batch: DownloadBatch | null): Look {
  const nothing = { status: null, stage: null, run: null, usage: null };
  if (batch === null) return { ...nothing, state: 'fixed', endedAt: null, note: 'It is no longer there.' };
  const isClosed = hasEnded(batch.status ?? 'queued');
  const note = `${batch.status ?? 'In no known status'}: ${filesWords(batch)}.`;
  return {
    ...nothing,
    state: isClosed ? 'fixed' : 'running',
    endedAt: isClosed ? batch.updatedAt : null,
    note,
  };
}

function whyChanged(planned: string | null, batch: DownloadBatch | null): string | undefined {
  if (batch === null) return 'It is no longer there.';
  const { status, updatedAt } = batch;
  if (status !== null && hasEnded(status)) return `It has ended by itself since the plan: it is ${status}.`;
  if (updatedAt !== null && updatedAt === planned) return undefined;
  return `Changed since the plan: ${filesWords(batch)}.`;
}

function stampOf({ items }: Plan): string | null {
  return items[0]?.stamp ?? null;
}

function batchIdOf({ target }: Plan): string {
  if (target.kind !== 'close-downloads') throw new Error('This plan closes no download batch.');
  return target.batchId;
}

function seenOf(batch: DownloadBatch | null) {
  return seenDownloads({ batches: batch === null ? [] : [batch] });
}
