import { z } from 'zod';
import type { activityOperations, ActivityEntry, ActivityOf } from '#shared/contract/activity.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { kindOfActivity } from '#shared/domain/activity-kinds.ts';
import { whyNotSeeAllActivity } from '#shared/permissions.ts';
import type { CatalogueReader, PageRead, StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure } from '../../pipeline/pipeline-api.ts';
import { jsonAttributes, readAttributes, readRow, type AttributeReading } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';
import { listWork, readWork, workOnBatch } from './batch-work.ts';
import {
  describeAsked,
  notIdentified,
  openKeeping,
  refuseNotKept,
  unclear,
  type ActivityParts,
  type Keeping,
} from './keeping.ts';

/** Serves what people did on the connection, their notes, and who works on a batch (decision 034). */
export function activityHandlers(parts: ActivityParts): Pick<Handlers, keyof typeof activityOperations> {
  const keeping = openKeeping(parts);
  return {
    'activity.list': listActivity(parts, keeping),
    'activity.note': writeNote(parts, keeping),
    'batches.readWork': readWork(parts, keeping),
    'batches.listWork': listWork(parts),
    'batches.work': workOnBatch(parts, keeping),
  };
}

function listActivity(parts: ActivityParts, keeping: Keeping): Handlers['activity.list'] {
  return async ({ of, from, to, cursor, pageSize }) => {
    const asked = describeAsked(parts);
    const { who } = asked.session;
    const why = isOfAll(of) ? whyNotSeeAllActivity(who) : undefined;
    if (why !== undefined) {
      const message = `${why} Nothing was read. Choose one of your tenants, or ask a colleague who sees all tenants.`;
      return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
    }
    const [read, notKept] = await Promise.all([
      ask(asked.doors.reader, of, { from: toTime(from, first), to: toTime(to, last) }, { cursor, pageSize }),
      keeping.whyNotKept(asked),
    ]);
    if (!read.ok) return read;
    const { items, cursor: next, receipt } = read.value;
    const entries = items.flatMap((item) => toEntries(item, who));
    return ok({ entries, cursor: next, notKept }, receipt);
  };
}

function isOfAll({ is }: ActivityOf): boolean {
  return is === 'day' || is === 'cause' || is === 'person';
}

const first = '1970-01-01T00:00:00.000Z';
const last = '9998-12-31T23:59:59.998Z';

/** Times are stored with three digits, and compared as text. */
function toTime(asked: string | undefined, otherwise: string): string {
  return asked === undefined ? otherwise : new Date(asked).toISOString();
}

interface Between {
  readonly from: string;
  readonly to: string;
}

function ask(
  reader: CatalogueReader,
  of: ActivityOf,
  between: Between,
  options: Parameters<CatalogueReader['run']>[2],
): Promise<Result<PageRead>> {
  switch (of.is) {
    case 'day':
      return reader.run('extraction.activityOfDay', { day: of.day, ...between }, options);
    case 'tenant': {
      // In the table's own key the id of the action follows the time, so an action at the last time comes after it.
      const to = new Date(Date.parse(between.to) + 1).toISOString();
      return reader.run('extraction.activityOfTenant', { tenantId: of.tenantId, ...between, to }, options);
    }
    case 'batch': {
      const { tenantId, batchId } = of;
      return reader.run('extraction.activityOfBatch', { tenantId, batchId, ...between }, options);
    }
    case 'cause':
      return reader.run('extraction.activityOfCause', { cause: of.fingerprint, ...between }, options);
    default:
      return reader.run('extraction.activityOfPerson', { personId: of.personId, ...between }, options);
  }
}

/** An item of another kind under such a key was written by hand, and is no action. */
function toEntries(item: StoredItem, who: Persona | null): ActivityEntry[] {
  const { entity } = item;
  if (entity !== 'TenantActivity' && entity !== 'BatchActivity' && entity !== 'Activity') return [];
  const { read, id, problems } = readRow(item, entity);
  const ids = { id: id('actionId'), at: id('at'), tenantId: entity === 'Activity' ? null : id('tenantId') };
  return [toEntry(read, ids, who, problems)];
}

function toEntry(
  read: AttributeReading,
  ids: Pick<ActivityEntry, 'id' | 'at' | 'tenantId'>,
  who: Persona | null,
  problems: string[],
): ActivityEntry {
  const by = read.whole('personId');
  const operation = read.text('operation') ?? '';
  const facts = readFacts(read);
  const named = (name: string): string | null => read.text(name, 'optional');
  return {
    ...ids,
    by: by === null ? null : shownText(by),
    isMine: by !== null && by === who?.id,
    kind: kindOfActivity(operation, facts),
    operation,
    outcome: named('outcome'),
    projectId: named('projectId'),
    batchId: named('batchId'),
    documentId: named('documentId'),
    workflowId: named('workflowId'),
    queue: named('queue'),
    fingerprint: named('cause'),
    jobId: named('jobId'),
    facts,
    note: named('note'),
    problems,
  };
}

function readFacts(read: AttributeReading): Record<string, string> {
  const facts = read.map('facts', 'optional');
  if (facts === null) return {};
  return Object.fromEntries(
    facts.names().flatMap((name) => {
      const text = facts.text(name);
      return text === null ? [] : [[shownText(name), text]];
    }),
  );
}

function writeNote(parts: ActivityParts, keeping: Keeping): Handlers['activity.note'] {
  return async ({ about, text, intentKey }) => {
    const asked = describeAsked(parts);
    const { who } = asked.session;
    if (who === null) return notIdentified('The note was not saved.');
    if (about.is === 'cause') {
      const why = whyNotSeeAllActivity(who);
      const message = `${why ?? ''} The note was not saved. Ask a colleague who sees all tenants.`;
      if (why !== undefined) return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
    } else if (who.tenants !== '*' && !who.tenants.includes(about.tenantId)) {
      return outOfScope(about.tenantId, 'The note was not saved.');
    }
    const notKept = await keeping.whyNotKept(asked);
    if (notKept !== null) return refuseNotKept(notKept, 'The note was not saved.');
    const { is: _is, ...ids } = about;
    const answer = await asked.doors.pipeline.call('addNote', {
      personId: who.id,
      body: { about: ids, text },
      idempotencyKey: intentKey,
    });
    if (answer.kind === 'answered') {
      const { note } = answer.value;
      const problems: string[] = [];
      const tenantId = about.is === 'cause' ? null : about.tenantId;
      const read = readAttributes(jsonAttributes(note), problems);
      return ok(toEntry(read, { id: note.actionId, at: note.at, tenantId }, who, problems));
    }
    if (answer.kind === 'unclear') return unclear(answer, 'Not confirmed whether the note was saved.');
    return refused(pipelineFailure(answer, 'The note was not saved.'));
  };
}

/** Audits who was noted for which batch. The texts are in the pipeline's table. */
export function activityIds(operation: string, input: unknown): Readonly<Record<string, string>> {
  if (operation === 'activity.note') {
    const { data } = auditedNote.safeParse(input);
    if (data === undefined) return {};
    const { is: _is, ...ids } = data.about;
    return { ...ids, intentKey: data.intentKey };
  }
  if (operation !== 'batches.work') return {};
  const { data } = auditedWork.safeParse(input);
  if (data === undefined) return {};
  const { by, version, intentKey } = data;
  return { workedOnBy: by ?? 'none', version: String(version), intentKey };
}

const auditedNote = z.object({ about: z.record(z.string(), z.string()), intentKey: z.string() });
const auditedWork = z.object({ by: z.string().nullable(), version: z.number(), intentKey: z.string() });

/** A lost race is an outcome as well as a save. */
export function activityOutcome(
  operation: string,
  value: unknown,
): Readonly<Record<string, string>> | undefined {
  if (operation !== 'batches.work') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  return data && { outcome: data.kind, nowAtVersion: String(data.work.version) };
}

const outcomeSchema = z.object({ kind: z.string(), work: z.object({ version: z.number() }) });
