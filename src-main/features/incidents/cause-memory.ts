import type { z } from 'zod';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { Attempt, CauseMemory } from '#shared/contract/incidents.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { causeMemorySchema } from '#shared/pipeline-api/activity-calls.ts';
import { mayRunJobs } from '#shared/permissions.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure, type PipelineApi } from '../../pipeline/pipeline-api.ts';
import { findOffer } from '../../reads/api-offers.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { readAttributes, readRow, type AttributeReading } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';
import { requireAllTenants } from './cause-reads.ts';
import type { IncidentsParts } from './incidents-handlers.ts';

/**
 * Reads what is remembered of causes: what the pipeline API keeps for everyone, and how the jobs of this machine went.
 */
export function readMemories(parts: IncidentsParts): Handlers['incidents.memory'] {
  return async ({ fingerprints }) => {
    const { doors, session, attempts, now } = parts;
    const { who } = session();
    const allowed = requireAllTenants(who);
    if (!allowed.ok) return allowed;
    const { paid, billed } = paidReads({ pattern: 'extraction.causeMemories', index: 'table' }, now);
    const unique = [...new Set(fingerprints)];
    const { reader, pipeline } = doors();
    const [read, whyNotKept] = await Promise.all([
      reader.run(
        'extraction.causeMemories',
        unique.map((cause) => ({ cause })),
      ),
      findWhyNotKept(pipeline, who),
    ]);
    const answer = paid(read);
    if (!answer.ok && answer.failure.code !== 'aws-refused') return billed(answer);
    const kept = new Map(
      (answer.ok ? answer.value.items : []).map(readStored).map((one) => [one.fingerprint, one]),
    );
    const memories = unique.map((fingerprint) => {
      const stored = kept.get(fingerprint) ?? nothingKept(fingerprint);
      const here = attempts?.of(fingerprint) ?? [];
      if (whyNotKept === null) attempts?.tellMissing(fingerprint, stored.attempts);
      return { ...stored, attempts: joinAttempts(here, stored.attempts) };
    });
    const readAt = new Date(now()).toISOString();
    return billed(ok({ memories, whyNotKept, readAt }));
  };
}

async function findWhyNotKept(pipeline: PipelineApi, who: Persona | null): Promise<string | null> {
  if (who === null || !mayRunJobs(who)) return null;
  const offer = await findOffer(pipeline, 'noteOnCause', who.id);
  if (offer.kind === 'offered') return null;
  if (offer.kind === 'unknown') return `${offer.why} No note can be kept until it answers.`;
  return `${offer.why} So no note can be kept, and only what was done on this machine is remembered.`;
}

/** An attempt of this machine is known best here, since messages may come back later. */
function joinAttempts(here: readonly Attempt[], kept: readonly Attempt[]): Attempt[] {
  const own = new Set(here.map(({ jobId }) => jobId));
  return [...here, ...kept.filter(({ jobId }) => !own.has(jobId))]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, mostShown);
}

const mostShown = 20;

function nothingKept(fingerprint: string): CauseMemory {
  return { fingerprint, note: null, version: 0, attempts: [] };
}

function readStored(item: StoredItem): CauseMemory {
  const { read, id, problems } = readRow(item, 'CauseMemory');
  const note = read.text('note', 'optional');
  const attempts = (read.list('outcomes', 'optional') ?? []).flatMap((value) => {
    const outcome = 'M' in value ? readAttributes(value.M, problems, 'outcomes.') : null;
    return outcome === null ? [] : (readAttempt(outcome) ?? []);
  });
  const by = read.text('notedBy', 'optional');
  return {
    fingerprint: id('cause'),
    note: note === null ? null : { text: note, by, at: read.time('notedAt', 'optional') },
    version: read.count('version') ?? 0,
    attempts,
  };
}

/** One that lacks something says nothing. */
function readAttempt(read: AttributeReading): Attempt | null {
  const [jobId, at, by] = [read.whole('jobId'), read.time('at'), read.text('by')];
  const kind = read.oneOf('kind', ['redrive', 'reprocess']);
  const [total, fixed, back] = [read.size('total'), read.size('fixed'), read.size('back')];
  if (jobId === null || kind === null || at === null || by === null) return null;
  return total === null || fixed === null || back === null
    ? null
    : { jobId, kind, at, by, total, fixed, back };
}

function toMemory(kept: z.output<typeof causeMemorySchema>): CauseMemory {
  const { fingerprint, version, note, notedBy, notedAt, outcomes = [] } = kept;
  return {
    fingerprint,
    note:
      note === undefined
        ? null
        : {
            text: shownText(note),
            by: notedBy === undefined ? null : shownText(notedBy),
            at: notedAt ?? null,
          },
    version,
    attempts: outcomes.map(({ jobId, kind, at, by, total, fixed, back }) => ({
      jobId,
      kind,
      at,
      by: shownText(by),
      total,
      fixed,
      back,
    })),
  };
}

/** Keeps what to do about a cause, on the version that was seen, and once for each intent. */
export function noteOnCause({ doors, session }: IncidentsParts): Handlers['incidents.note'] {
  return async ({ fingerprint, note, version, intentKey }) => {
    const { who } = session();
    const allowed = requireAllTenants(who, 'Nothing was noted.');
    if (!allowed.ok) return allowed;
    if (who === null) {
      const message = 'You are not identified on this connection. Nothing was noted. Sign in first.';
      return refused({ code: 'sign-in-expired', message });
    }
    const { pipeline, reader } = doors();
    const answer = await pipeline.call('noteOnCause', {
      personId: who.id,
      params: { fingerprint },
      body: { note },
      idempotencyKey: intentKey,
      ifMatch: version,
    });
    if (answer.kind !== 'not-sent') reader.changed(extraction, [placeOfMemory(fingerprint)]);
    if (answer.kind === 'answered') return ok({ kind: 'saved', memory: toMemory(answer.value.memory) });
    if (answer.kind === 'problem' && answer.problem.code === 'stale-version') {
      return findOvertaken(answer.problem.current);
    }
    if (answer.kind === 'unclear') {
      const message = `${answer.why.replace(/[.!?]?$/, '.')} Whether it was noted is not known. Try again: it is the same request, so it is noted once at most.`;
      return refused({ code: 'pipeline-unreadable', message, status: answer.status ?? 0 });
    }
    return refused(pipelineFailure(answer, 'Nothing was noted.'));
  };
}

function findOvertaken(
  current: Readonly<Record<string, unknown>> | undefined,
): Result<{ kind: 'overtaken'; memory: CauseMemory }> {
  const { data } = causeMemorySchema.safeParse(current);
  if (data !== undefined) return ok({ kind: 'overtaken', memory: toMemory(data) });
  const message = 'The note has changed since you read it. Nothing was noted. Read it again, then repeat it.';
  return refused({ code: 'pipeline-refused', message, problem: 'stale-version', status: 412 });
}

function placeOfMemory(fingerprint: string) {
  const { table } = extraction.entities.CauseMemory;
  return { table, key: { PK: { S: `CAUSE#${fingerprint}` }, SK: { S: 'MEMORY' } } };
}
