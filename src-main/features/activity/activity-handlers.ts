import { z } from 'zod';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type {
  activityOperations,
  ActivityEntry,
  ActivityOf,
  BatchWork,
  BatchWorked,
} from '#shared/contract/activity.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { kindOfActivity } from '#shared/domain/activity.ts';
import { whyNotSeeAllActivity } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader, PageRead, StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure } from '../../pipeline/pipeline-api.ts';
import { jsonAttributes, readAttributes, readRow, type AttributeReading } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';

interface Parts {
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
}

/** Serves what people did on the connection, their notes, and who works on a batch (decision 034). */
export function activityHandlers(parts: Parts): Pick<Handlers, keyof typeof activityOperations> {
  const keeping = openKeeping(parts);
  return {
    'activity.list': listActivity(parts, keeping),
    'activity.note': writeNote(parts, keeping),
    'batches.readWork': readWork(parts, keeping),
    'batches.work': workOnBatch(parts, keeping),
  };
}

interface Keeping {
  /** Says why the open connection keeps no activity, notes and owners; null where it does, or where that is unknown. */
  whyNotKept(): Promise<string | null>;
}

const asksAgainAfter = 5 * 60_000;

/**
 * Asks the pipeline API what it keeps. Another API than ours, or an older one, knows nothing of activity, and its table
 * has none; saying so is better than an empty list.
 */
function openKeeping({ doors, session, now }: Parts): Keeping {
  let known: { readonly of: string; readonly why: string | null; readonly until: number } | undefined;

  return {
    async whyNotKept() {
      const { connection, who, signIn } = session();
      if (signIn?.pipeline.state === 'no-api') return noApi;
      if (who === null) return null;
      const of = JSON.stringify([connection.id, who.id]);
      if (known?.of === of && known.until > now()) return known.why;
      const answer = await doors().pipeline.call('me', { personId: who.id });
      // An API that does not answer now may well keep it.
      if (answer.kind !== 'answered') return null;
      const why = answer.value.keeps?.includes('activity') === true ? null : keepsNone;
      known = { of, why, until: now() + asksAgainAfter };
      return why;
    },
  };
}

const noApi =
  'This connection names no pipeline API, so no activity, notes or owners are kept. Activity shows what was done from this machine.';
const keepsNone =
  'The pipeline API of this connection keeps no activity, notes or owners. Activity shows what was done from this machine.';

function listActivity({ doors, session }: Parts, keeping: Keeping): Handlers['activity.list'] {
  return async ({ of, from, to, cursor, pageSize }) => {
    const { who } = session();
    const why = isOfAll(of) ? whyNotSeeAllActivity(who) : undefined;
    if (why !== undefined) {
      const message = `${why} Nothing was read. Choose one of your tenants, or ask a colleague who sees all tenants.`;
      return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
    }
    const [read, notKept] = await Promise.all([
      ask(doors().reader, of, { from: toTime(from, first), to: toTime(to, last) }, { cursor, pageSize }),
      keeping.whyNotKept(),
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
  if (entity !== 'TenantActivity' && entity !== 'Activity') return [];
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

function writeNote({ doors, session }: Parts, keeping: Keeping): Handlers['activity.note'] {
  return async ({ about, text, intentKey }) => {
    const { who } = session();
    if (who === null) return notIdentified('The note was not saved.');
    if (about.is === 'cause') {
      const why = whyNotSeeAllActivity(who);
      const message = `${why ?? ''} The note was not saved. Ask a colleague who sees all tenants.`;
      if (why !== undefined) return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
    } else if (who.tenants !== '*' && !who.tenants.includes(about.tenantId)) {
      return outOfScope(about.tenantId, 'The note was not saved.');
    }
    const notKept = await keeping.whyNotKept();
    if (notKept !== null) return refuseNotKept(notKept, 'The note was not saved.');
    const { is: _is, ...ids } = about;
    const answer = await doors().pipeline.call('addNote', {
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

function readWork({ doors, session }: Parts, keeping: Keeping): Handlers['batches.readWork'] {
  return async (batch) => {
    const { who } = session();
    const [read, notKept] = await Promise.all([readWorkItem(doors().reader, batch), keeping.whyNotKept()]);
    if (!read.ok) return read;
    return ok(toWork(read.value.work, who, notKept), read.value.receipt);
  };
}

function workOnBatch({ doors, session }: Parts, keeping: Keeping): Handlers['batches.work'] {
  return async ({ tenantId, projectId, batchId, by, note, version, intentKey }) => {
    const { who } = session();
    if (who === null) return notIdentified('Nothing was noted.');
    if (who.tenants !== '*' && !who.tenants.includes(tenantId)) {
      return outOfScope(tenantId, 'Nothing was noted.');
    }
    const notKept = await keeping.whyNotKept();
    if (notKept !== null) return refuseNotKept(notKept, 'Nothing was noted.');
    const { pipeline, reader } = doors();
    const answer = await pipeline.call('workOnBatch', {
      personId: who.id,
      params: { tenantId, projectId, batchId },
      body: { workedOnBy: by, ...(note !== null && { note }) },
      idempotencyKey: intentKey,
      ifMatch: version,
    });
    // Later reads look at the item itself, because a read may be a moment behind.
    if (answer.kind !== 'not-sent') reader.changed(extraction, [placeOfWork(tenantId, batchId)]);
    if (answer.kind === 'answered') return ok({ kind: 'saved', work: toWork(answer.value.work, who, null) });
    if (answer.kind === 'problem' && answer.problem.code === 'stale-version') {
      return lookWhoWon(await readWorkItem(reader, { tenantId, batchId }, true), answer.problem, who);
    }
    if (answer.kind === 'unclear') return unclear(answer, 'Not confirmed whether it was noted.');
    return refused(pipelineFailure(answer, 'Nothing was noted.'));
  };
}

/** Uses the table, or the API's answer where the table could not be read. */
function lookWhoWon(
  read: Awaited<ReturnType<typeof readWorkItem>>,
  { current }: { readonly current?: Readonly<Record<string, unknown>> | undefined },
  who: Persona,
): Result<BatchWorked> {
  if (read.ok) return ok({ kind: 'overtaken', work: toWork(read.value.work, who, null) }, read.value.receipt);
  const { data } = workSchema.safeParse(current);
  if (data !== undefined) return ok({ kind: 'overtaken', work: toWork(data, who, null) });
  const message =
    'Who works on this batch has changed since you read it. Nothing was noted. Read the page again, then repeat it.';
  return refused({ code: 'pipeline-refused', message, problem: 'stale-version', status: 412 });
}

const workSchema = z.object({
  version: z.int(),
  workedOnBy: z.string().optional(),
  workedOnSince: z.string().optional(),
  workNote: z.string().optional(),
});
type StoredWork = Readonly<z.infer<typeof workSchema>>;

async function readWorkItem(
  reader: CatalogueReader,
  batch: { readonly tenantId: string; readonly batchId: string },
  consistent = false,
): Promise<Result<{ readonly work: StoredWork; readonly receipt: PageRead['receipt'] }>> {
  const read = await reader.run('extraction.workOfBatch', batch, { consistent });
  if (!read.ok) return read;
  const [item] = read.value.items;
  const { receipt } = read.value;
  if (item === undefined) return ok({ work: { version: 0 }, receipt });
  const of = readRow(item, 'BatchWork').read;
  return ok({
    work: {
      version: of.count('version', 'optional') ?? 0,
      ...given('workedOnBy', of.whole('workedOnBy', 'optional')),
      ...given('workedOnSince', of.time('workedOnSince', 'optional')),
      ...given('workNote', of.whole('workNote', 'optional')),
    },
    receipt,
  });
}

function given(name: string, value: string | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [name]: value };
}

function toWork(
  { version, workedOnBy, workedOnSince, workNote }: StoredWork,
  who: Persona | null,
  notKept: string | null,
): BatchWork {
  return {
    by: workedOnBy === undefined ? null : shownText(workedOnBy),
    isMine: workedOnBy !== undefined && workedOnBy === who?.id,
    since: workedOnSince ?? null,
    note: workNote === undefined ? null : shownText(workNote),
    version,
    notKept,
  };
}

function placeOfWork(tenantId: string, batchId: string) {
  const { table } = extraction.entities.BatchWork;
  return { table, key: { PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` }, SK: { S: 'WORK' } } };
}

function notIdentified(consequence: string): Result<never> {
  const message = `You are not identified on this connection. ${consequence} Sign in first.`;
  return refused({ code: 'sign-in-expired', message });
}

function refuseNotKept(why: string, consequence: string): Result<never> {
  const message = `${why} ${consequence}`;
  return refused({ code: 'pipeline-refused', message, problem: 'not-found', status: 404 });
}

function unclear(
  { why, status }: { readonly why: string; readonly status: number | null },
  outcome: string,
): Result<never> {
  const message = `${why.replace(/[.!?]?$/, '.')} ${outcome} Try again: it is the same request, so it is done once at most.`;
  return refused({ code: 'pipeline-unreadable', message, status: status ?? 0 });
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
