import type { OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import type { Comparison } from './compare.ts';
import type { StrangersConsole } from './open-console.ts';
import type { Recount } from './recount.ts';
import type { PlantedBatch, StrangersWorld } from './world.ts';

export interface Desk {
  readonly world: StrangersWorld;
  readonly counted: Recount;
  readonly console: StrangersConsole;
  readonly figures: Comparison;
}

const indexed = ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'] as const;
const aPage = 1_000;

/**
 * Returns the value of an answer. A refusal counts as a wrong figure, because nothing here is forbidden or unreachable.
 */
export function told<T>({ figures }: Pick<Desk, 'figures'>, what: string, result: Result<T>): T | undefined {
  if (result.ok) return result.value;
  figures.wrong(what, `refused as ${result.failure.code}: ${result.failure.message.slice(0, 160)}`);
  return undefined;
}

/** Reads all pages of a list; undefined if one was refused. */
export async function allPages<R>(
  desk: Pick<Desk, 'figures'>,
  what: string,
  ask: (cursor: string | undefined) => Promise<Result<{ rows: R[]; cursor: string | null }>>,
): Promise<R[] | undefined> {
  const rows: R[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; cursor !== null && page < 500; page += 1) {
    const read = told(desk, what, await ask(cursor));
    if (read === undefined) return undefined;
    rows.push(...read.rows);
    cursor = read.cursor;
  }
  return rows;
}

/** Compares Today: counts by status, failures with their causes, waiting times, and the last 24 hours. */
export async function compareToday(desk: Desk): Promise<void> {
  const { world, counted, console, figures } = desk;
  const hasDirectory = world.tenants.every(({ isInDirectory }) => isInDirectory);
  for (const tenantId of [
    ...world.tenants.map((tenant) => tenant.tenantId),
    ...(hasDirectory ? [null] : []),
  ]) {
    const of = `Today of ${tenantId ?? 'all'}`;
    const batches = told(desk, of, await console.call('today.batches', { tenantId }));
    if (batches !== undefined) {
      // These deployments keep no attention, which is said where all tenants are meant.
      const { from, ...asked } = { asked: 0, whyNotAttention: null, ...batches.answeredFrom };
      figures.same(
        `${of}, who was asked`,
        [from, asked.asked, asked.whyNotAttention !== null],
        ['tenants', tenantId === null ? world.tenants.length : 1, tenantId === null],
      );
      const failed = counted.inStatus(tenantId, 'FAILED');
      const hourAgo = Date.parse(batches.readAt) - 3_600_000;
      figures.counted(`${of}, failed batches`, batches.failed.batches, failed.length);
      figures.counted(`${of}, failed documents`, batches.failed.documents, counted.failedIn(failed).length);
      figures.counted(
        `${of}, failed in the last hour`,
        batches.failed.lastHour,
        failed.filter(({ since }) => since > hourAgo).length,
      );
      const running = counted.inStatus(tenantId, 'PROCESSING');
      const review = counted.inStatus(tenantId, 'REVIEW_REQUIRED');
      figures.counted(`${of}, running batches`, batches.running.batches, running.length);
      figures.counted(`${of}, batches in review`, batches.review.batches, review.length);
      figures.counted(`${of}, waiting documents`, batches.review.documents, counted.waiting(tenantId).length);
      figures.same(
        `${of}, newest failed`,
        batches.failed.newest.map(({ batchId }) => batchId).toSorted(),
        failed
          .slice(0, batches.failed.newest.length)
          .map(({ batchId }) => batchId)
          .toSorted(),
      );
    }
    // Parts that are made the same way for all tenants as for one are checked only once in each world.
    if (tenantId === null) continue;
    await compareGroupsOfToday(desk, tenantId, of);
    await compareWaitingOfToday(desk, tenantId, of);
    await compareThroughput(desk, tenantId, of);
  }
}

async function compareGroupsOfToday(desk: Desk, tenantId: string, of: string): Promise<void> {
  const { counted, console, figures } = desk;
  const groups = told(desk, `${of}, groups`, await console.call('today.groups', { tenantId }));
  if (groups === undefined) return;
  const failing = counted.inStatus(tenantId, 'FAILED').filter((batch) => counted.causes([batch]).size > 0);
  const isWhole =
    !groups.batchesLeft.isAtLeast && groups.batchesLeft.count === 0 && !groups.documentsRead.isAtLeast;
  for (const [cause, count] of counted.causes(failing)) {
    const own = groups.groups.filter(({ what, code }) => saysCause(`${code ?? ''} ${what}`, cause));
    const sum = own.reduce((all, group) => all + group.count, 0);
    figures.counted(`${of}, failed because ${cause}`, { count: sum, isAtLeast: !isWhole }, count);
  }
  if (!isWhole) return;
  const all = groups.groups.reduce((sum, { count }) => sum + count, 0);
  figures.same(
    `${of}, failures in groups`,
    all,
    [...counted.causes(failing).values()].reduce((a, b) => a + b, 0),
  );
}

/** A document without any error is in a group that says so and names none of the planted causes. */
function saysCause(text: string, cause: string): boolean {
  return cause === 'no error' ? !causesPlanted.some((one) => text.includes(one)) : text.includes(cause);
}
const causesPlanted = ['upside down', 'known to the ledger', 'pages were asked for'];

async function compareWaitingOfToday(desk: Desk, tenantId: string, of: string): Promise<void> {
  const { counted, console, figures } = desk;
  const review = told(desk, `${of}, waiting`, await console.call('today.review', { tenantId }));
  if (review === undefined) return;
  const waiting = counted.waiting(tenantId);
  const now = Date.parse(review.readAt);
  const hours = 3_600_000;
  const within = (from: number, to: number) =>
    waiting.filter(({ since }) => now - since >= from * hours && now - since < to * hours).length;
  figures.counted(`${of}, all that wait`, review.waiting, waiting.length);
  figures.counted(`${of}, waiting under 1 h`, review.buckets['under-1h'], within(0, 1));
  figures.counted(`${of}, waiting under 4 h`, review.buckets['under-4h'], within(1, 4));
  figures.counted(`${of}, waiting under 24 h`, review.buckets['under-24h'], within(4, 24));
  figures.counted(`${of}, waiting over 24 h`, review.buckets['over-24h'], within(24, Infinity));
  const isWhole = Object.values(review.buckets).every(({ isAtLeast }) => !isAtLeast);
  if (isWhole || review.oldestAt !== null) {
    figures.same(`${of}, oldest waiting since`, parseTime(review.oldestAt), waiting[0]?.since ?? null);
  }
}

async function compareThroughput(desk: Desk, tenantId: string, of: string): Promise<void> {
  const { counted, console, figures } = desk;
  const read = told(desk, `${of}, throughput`, await console.call('today.throughput', { tenantId }));
  if (read === undefined) return;
  const own = counted.createdSince(counted.ofTenant(tenantId), Date.parse(read.hours[0]?.at ?? ''));
  const planted = (...statuses: string[]): number =>
    own.reduce(
      (sum, batch) => sum + statuses.reduce((all, one) => all + (counted.statuses(batch).get(one) ?? 0), 0),
      0,
    );
  const sum = (outcome: 'succeeded' | 'review' | 'failed'): number =>
    read.hours.reduce((all, hour) => all + (hour[outcome] ?? 0), 0);
  const { isAtLeast } = read;
  figures.counted(`${of}, succeeded in 24 h`, { count: sum('succeeded'), isAtLeast }, planted('SUCCEEDED'));
  figures.counted(
    `${of}, to review in 24 h`,
    { count: sum('review'), isAtLeast },
    planted('REVIEW_REQUIRED', 'REJECTED'),
  );
  figures.counted(`${of}, failed in 24 h`, { count: sum('failed'), isAtLeast }, planted('FAILED'));
}

/**
 * Compares Triage: tenants, projects, batches by status and by project, their mix, documents by status and by cause.
 */
export async function compareTriage(desk: Desk): Promise<void> {
  const { world, counted, console, figures } = desk;
  const tenants = told(desk, 'Triage, tenants', await console.call('tenants.list', { pageSize: aPage }));
  if (tenants !== undefined) {
    figures.members(
      'Triage, tenants',
      'rows' in tenants ? tenants.rows.map(({ tenantId }) => tenantId) : [],
      world.tenants.filter(({ isInDirectory }) => isInDirectory).map(({ tenantId }) => tenantId),
    );
  }
  for (const { tenantId } of world.tenants) {
    const projects = await allPages(desk, `Triage, projects of ${tenantId}`, (cursor) =>
      console.call('projects.ofTenant', { tenantId, cursor, pageSize: aPage }),
    );
    const planted = world.projects
      .filter((one) => one.tenantId === tenantId)
      .map(({ projectId }) => projectId);
    if (projects)
      figures.members(
        `Triage, projects of ${tenantId}`,
        projects.map(({ projectId }) => projectId),
        planted,
      );
    for (const status of indexed) {
      const of = `Triage, ${status} of ${tenantId}`;
      const others: string[] = [];
      const rows = await allPages(desk, of, async (cursor) => {
        const page = await console.call('batches.byStatus', { tenantId, status, cursor, pageSize: aPage });
        if (page.ok) others.push(...(page.value.others ?? []).map(({ sortKey }) => sortKey));
        return page;
      });
      if (rows === undefined) continue;
      figures.members(`${of}, items of other kinds`, others, sortKeysOfOthers(world, tenantId, status));
      const wanted = counted.inStatus(tenantId, status);
      compareRows(desk, of, rows, wanted);
      figures.same(
        `${of}, newest first`,
        rows.flatMap((row) => wanted.find(({ batchId }) => batchId === row.batchId)?.since ?? []),
        wanted.map(({ since }) => since),
      );
    }
  }
  for (const { tenantId, projectId } of world.projects) {
    const of = `Triage, batches of ${projectId}`;
    const rows = await allPages(desk, of, (cursor) =>
      console.call('batches.ofProject', { tenantId, projectId, cursor, pageSize: aPage }),
    );
    if (rows !== undefined) compareRows(desk, of, rows, counted.ofProject(tenantId, projectId));
  }
  for (const batch of sampled(world.batches, 2)) await compareBatch(desk, batch);
}

/** Returns keys of items that share a status partition with batches and are none. */
function sortKeysOfOthers({ items }: StrangersWorld, tenantId: string, status: string): string[] {
  const partition = `TENANT#${tenantId}#STATUS#${status}`;
  const shared = items.main.filter(({ GSI2PK }) => GSI2PK && 'S' in GSI2PK && GSI2PK.S === partition);
  const sortKeys = shared.map(({ SK }) => (SK && 'S' in SK ? SK.S : ''));
  return sortKeys.filter((key) => !key.startsWith('BATCH#'));
}

type Row = OutputOf<'batches.ofProject'>['rows'][number];

function compareRows(
  { figures, counted }: Desk,
  of: string,
  rows: readonly Row[],
  planted: readonly PlantedBatch[],
): void {
  figures.members(
    of,
    rows.map(({ batchId }) => batchId),
    planted.map(({ batchId }) => batchId),
  );
  for (const row of rows) {
    const batch = planted.find(({ batchId }) => batchId === row.batchId);
    if (batch === undefined) continue;
    const known = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED', 'REJECTED'] as const;
    for (const status of known) {
      const count = row.counts[status];
      if (typeof count === 'number') {
        figures.same(`${of}, ${status} in ${batch.batchId}`, count, counted.statuses(batch).get(status) ?? 0);
      }
    }
    if (row.documentCount !== null) {
      figures.same(`${of}, documents in ${batch.batchId}`, row.documentCount, batch.documents.length);
    }
    if (row.status !== null || isKnownStatus(batch.status)) {
      figures.same(`${of}, status of ${batch.batchId}`, row.status, batch.status);
    }
  }
}

function isKnownStatus(status: string): boolean {
  return ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED', 'REJECTED'].includes(status);
}

async function compareBatch(desk: Desk, batch: PlantedBatch): Promise<void> {
  const { counted, console, figures } = desk;
  const { tenantId, projectId, batchId } = batch;
  const of = `Triage, batch ${batchId}`;
  const row = told(desk, of, await console.call('batches.read', { tenantId, projectId, batchId }));
  if (row !== undefined) compareRows(desk, of, [row], [batch]);
  const documents = await allPages(desk, `${of}, documents`, (cursor) =>
    console.call('documents.ofBatch', { tenantId, batchId, cursor, pageSize: aPage }),
  );
  if (documents !== undefined) {
    figures.members(
      `${of}, documents`,
      documents.map(({ documentId, status }) => `${documentId} ${status ?? 'unknown'}`),
      batch.documents.map(
        ({ documentId, status }) => `${documentId} ${isKnownStatus(status) ? status : 'unknown'}`,
      ),
    );
  }
  for (const status of indexed) {
    const rows = await allPages(desk, `${of}, ${status}`, (cursor) =>
      console.call('documents.byStatus', { tenantId, batchId, status, cursor, pageSize: aPage }),
    );
    if (rows === undefined) continue;
    const planted = batch.documents.filter((one) => one.isInIndex && one.status === status);
    figures.members(
      `${of}, ${status}`,
      rows.map(({ documentId }) => documentId),
      planted.map(({ documentId }) => documentId),
    );
    if (status !== 'FAILED') continue;
    // The page groups the rows it has read in the same way.
    const groups = failureGroups(rows);
    for (const [cause, count] of counted.causes([batch])) {
      const sum = groups
        .filter(({ code, pattern }) => saysCause(`${code ?? ''} ${pattern}`, cause))
        .reduce((all, group) => all + group.documents.length, 0);
      figures.same(`${of}, failed because ${cause}`, sum, count);
    }
  }
}

/** Returns every element of a small world, and some of a giant one. */
export function sampled<T>(all: readonly T[], most = 4): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, at) => all[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  );
}

/** Compares Review: exactly the waiting documents, the longest waiting first. */
export async function compareReview(desk: Desk): Promise<void> {
  const { world, counted, console, figures } = desk;
  const hasDirectory = world.tenants.every(({ isInDirectory }) => isInDirectory);
  for (const tenantId of [
    ...world.tenants.map((one) => one.tenantId),
    ...(hasDirectory ? [undefined] : []),
  ]) {
    const of = `Review of ${tenantId ?? 'all'}`;
    const waiting = counted.waiting(tenantId ?? null);
    let last: OutputOf<'review.queue'> | undefined;
    const rows = await allPages(desk, of, async (cursor) => {
      const page = await console.call('review.queue', {
        ...(tenantId !== undefined && { tenantId }),
        dueHours: 24,
        pageSize: 100,
        ...(cursor !== undefined && { cursor }),
      });
      if (page.ok) last = page.value;
      return page;
    });
    if (rows === undefined || last === undefined) continue;
    figures.members(of, rows.map(documentKey), waiting.map(documentKey));
    const since = new Map(waiting.map((one) => [documentKey(one), one.since]));
    figures.same(
      `${of}, the longest first`,
      rows.map((row) => since.get(documentKey(row))),
      waiting.map((one) => one.since),
    );
    figures.counted(`${of}, waiting`, { count: last.waiting, isAtLeast: !last.waitingExact }, waiting.length);
    const overdue = waiting.filter((one) => Date.now() - one.since > 24 * 3_600_000).length;
    const { count, exact } = last.buckets.overdue;
    figures.counted(`${of}, overdue`, { count, isAtLeast: !exact }, overdue);
    for (const row of rows) {
      if (row.waitingSince === null || !since.has(documentKey(row))) continue;
      figures.same(
        `${of}, since when ${row.documentId} waits`,
        parseTime(row.waitingSince),
        since.get(documentKey(row)),
      );
    }
  }
}

function documentKey(one: { tenantId: string; batchId: string; documentId: string }): string {
  return JSON.stringify([one.tenantId, one.batchId, one.documentId]);
}

/** Returns milliseconds, whatever the precision and zone of the text. */
export function parseTime(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
