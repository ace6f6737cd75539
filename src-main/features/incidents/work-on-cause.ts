import { z } from 'zod';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { CauseWork, Worked } from '#shared/contract/incidents.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure } from '../../pipeline/pipeline-api.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { shownText } from '../../rows/shown-text.ts';
import { readKnownCauses, requireAllTenants } from './cause-reads.ts';
import type { IncidentsParts } from './incidents-handlers.ts';

/** Notes who works on a cause, on the version that was seen, and once for each intent. */
export function workOnCause({ doors, session }: IncidentsParts): Handlers['incidents.work'] {
  return async ({ fingerprint, by, note, version, intentKey }) => {
    const { who } = session();
    const allowed = requireAllTenants(who, 'Nothing was noted.');
    if (!allowed.ok) return allowed;
    if (who === null) {
      const message = 'You are not identified on this connection. Nothing was noted. Sign in first.';
      return refused({ code: 'sign-in-expired', message });
    }
    const { pipeline, reader } = doors();
    const answer = await pipeline.call('workOnCause', {
      personId: who.id,
      params: { fingerprint },
      body: { workedOnBy: by, ...(note !== null && { note }) },
      idempotencyKey: intentKey,
      ifMatch: version,
    });
    // Lists that are read later look at the item itself, because a read may be a moment behind.
    if (answer.kind !== 'not-sent') reader.changed(extraction, [placeOfCause(fingerprint)]);
    if (answer.kind === 'answered') {
      return ok({ kind: 'saved', work: toWork(answer.value.cause, who.id) });
    }
    if (answer.kind === 'problem' && answer.problem.code === 'stale-version') {
      const reads = readsSoFar();
      const known = await readKnownCauses([fingerprint], { reader, paid: reads.paid }, who.id, true);
      const receipt = reads.receipt();
      const result = lookWhoWon(
        known.ok ? known.value.get(fingerprint)?.work : undefined,
        answer.problem,
        who.id,
      );
      return receipt === undefined ? result : { ...result, receipt };
    }
    if (answer.kind === 'unclear') {
      const message = `${answer.why.replace(/[.!?]?$/, '.')} Whether it was noted is not known. Try again: it is the same request, so it is noted once at most.`;
      return refused({ code: 'pipeline-unreadable', message, status: answer.status ?? 0 });
    }
    return refused(pipelineFailure(answer, 'Nothing was noted.'));
  };
}

/** Uses the table, or the API's answer where the table could not be read. */
function lookWhoWon(
  work: CauseWork | undefined,
  { current }: { readonly current?: Readonly<Record<string, unknown>> | undefined },
  me: string,
): Result<Worked> {
  if (work !== undefined) return ok({ kind: 'overtaken', work });
  const { data } = currentSchema.safeParse(current);
  if (data !== undefined) return ok({ kind: 'overtaken', work: toWork(data, me) });
  const message =
    'This cause has changed since you read it. Nothing was noted. Read the page again, then repeat it.';
  return refused({ code: 'pipeline-refused', message, problem: 'stale-version', status: 412 });
}

const currentSchema = z.object({
  version: z.int(),
  workedOnBy: z.string().optional(),
  workedOnSince: z.string().optional(),
  workNote: z.string().optional(),
});

function toWork(
  { version, workedOnBy, workedOnSince, workNote }: z.infer<typeof currentSchema>,
  me: string,
): CauseWork {
  return {
    by: workedOnBy === undefined ? null : shownText(workedOnBy),
    isMine: workedOnBy === me,
    since: workedOnSince ?? null,
    note: workNote === undefined ? null : shownText(workNote),
    version,
  };
}

function placeOfCause(fingerprint: string) {
  const { table } = extraction.entities.KnownCause;
  return { table, key: { PK: { S: 'CAUSES#KNOWN' }, SK: { S: `CAUSE#${fingerprint}` } } };
}

/** Audits who was noted for which cause. The note itself is in the pipeline's table. */
export function incidentIds(operation: string, input: unknown): Readonly<Record<string, string>> {
  if (operation === 'incidents.note') {
    const noted = notedSchema.safeParse(input).data;
    if (noted === undefined) return {};
    const { fingerprint, note, version, intentKey } = noted;
    return { fingerprint, note: note === null ? 'none' : 'yes', version: String(version), intentKey };
  }
  if (operation !== 'incidents.work') return {};
  const { data } = auditedSchema.safeParse(input);
  if (data === undefined) return {};
  const { fingerprint, by, version, intentKey } = data;
  return { fingerprint, workedOnBy: by ?? 'none', version: String(version), intentKey };
}

const auditedSchema = z.object({
  fingerprint: z.string(),
  by: z.string().nullable(),
  version: z.number(),
  intentKey: z.string(),
});

const notedSchema = z.object({
  fingerprint: z.string(),
  note: z.string().nullable(),
  version: z.number(),
  intentKey: z.string(),
});

/** A lost race is an outcome as well as a save. */
export function incidentOutcome(
  operation: string,
  value: unknown,
): Readonly<Record<string, string>> | undefined {
  if (operation === 'incidents.note') {
    const noted = notedOutcomeSchema.safeParse(value).data;
    return noted && { outcome: noted.kind, nowAtVersion: String(noted.memory.version) };
  }
  if (operation !== 'incidents.work') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  if (data === undefined) return undefined;
  return {
    outcome: data.kind,
    ...(data.work.version !== null && { nowAtVersion: String(data.work.version) }),
  };
}

const outcomeSchema = z.object({
  kind: z.string(),
  work: z.object({ version: z.number().nullable() }),
});

const notedOutcomeSchema = z.object({ kind: z.string(), memory: z.object({ version: z.number() }) });
