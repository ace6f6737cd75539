import { formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import type { AuditEntry, AuditVerification } from '#shared/contract/jobs.ts';
import type { ActivityKind } from '#shared/domain/activity-kinds.ts';
import { toAction, type Action } from '#shared/domain/activity-sentences.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';

export const messages = {
  page: {
    sub: 'who did what on this connection',
  },
  everyone: {
    label: 'What people did',
    filters: 'Filters',
    columns: {
      day: 'Day',
      time: 'Time',
      what: 'What happened',
      tenant: 'Tenant',
      kind: 'Kind',
      person: 'Person',
    },
    today: 'Today',
    dayUtc: 'Day, UTC',
    batch: 'Batch',
    batchId: 'Batch id',
    batchOfRead: 'Choose a tenant first',
    anyone: 'Anyone',
    allTenants: 'All tenants',
    anyKind: 'Any kind',
    clear: 'Clear filters',
    read: 'Read',
    stale: 'Showing what was read before.',
    tryAgain: 'Try again',
    notRead: "Couldn't load the activity",
    notDone: 'Nothing is shown. Actions are still recorded.',
    outOfScope: 'Choose one of your tenants.',
    chooseTenant: 'Choose a tenant to see its activity',
    notKept: 'This deployment keeps no activity of everyone',
    showMachine: 'Show this machine',
    none: 'Nothing was done here today',
    noneOfDay: (day: string): string => `Nothing was done on ${day}`,
    noneMatch: 'No action fits these filters',
    noneNext:
      'Each action of a colleague appears here: plans and their results, reviews, redrives, notes, and who works on what.',
    dayBefore: 'Show the day before',
    untold: (count: number): string =>
      `${counted(count, 'action')} of this machine ${count === 1 ? 'is' : 'are'} not told to colleagues yet`,
    untoldSince: 'the oldest from',
    untoldSoon: 'The pipeline API was not asked yet.',
    untoldNext: 'Sluice tells them when it can.',
    end: (shown: number, rows: number, read: number, isAll: boolean): string =>
      shown === rows
        ? `${counted(rows, 'action')}${isAll ? '' : ', more are not read yet'}`
        : `${grouped(shown)} shown of ${counted(read, 'entry', 'entries')} read${isAll ? '' : '; more may fit'}`,
    kinds: {
      reprocess: 'Reprocess',
      redrive: 'Redrive',
      stop: 'Stop',
      messages: 'Messages',
      downloads: 'Downloads',
      review: 'Review',
      thresholds: 'Workflow settings',
      work: 'Work',
      note: 'Note',
      looked: 'Looked at',
      access: 'Access',
      other: 'Other',
    } satisfies Record<ActivityKind, string>,
    csvColumns: [
      'When (UTC)',
      'Who',
      'Person',
      'What',
      'Result',
      'Kind',
      'Tenant',
      'Tenant id',
      'Batch',
      'Document',
    ],
  },
  jobs: {
    outOfDate: 'The list may be out of date.',
    notListed: "Couldn't load the jobs",
    unaffected: 'Running jobs are not affected.',
    retrying: 'Retrying automatically.',
    none: 'No jobs on this connection yet',
    noneNext:
      'Reprocess failed documents in Triage, redrive dead letters or requeue files in Downloads. Each job stays here with its receipts.',
    showThem: 'Show them',
    showNewest: 'Show newest',
    target: 'Where',
    openDownloads: 'Open Downloads',
    lostUnknown: 'What it has sent is not known. Look at its items before you make a new plan.',
    lostFile: 'This note stays until you move the file elsewhere and start the console again:',
  },
  audit: {
    label: 'Audit trail',
    filter: 'Filter the audit trail',
    filterHint: 'Operation, person, id, code',
    readAgain: 'Reload',
    none: 'No audited actions on this connection yet',
    noneNext:
      'Each action that you start is recorded here with the person, the time and the outcome: plans, decisions, revealed values, exports.',
    what: 'What happened',
    rawTitle: 'Entries of the audit trail',
    raw: (kind: string, sequence: number): string => `${kind}, entry ${grouped(sequence)}`,
    end: (rows: number, read: number, total: number, isFiltered: boolean): string =>
      `${counted(rows, 'action')} from ${grouped(read)} of ${counted(total, 'entry', 'entries')} on this connection${isFiltered ? ' that match' : ''}`,
    clearFilter: 'Clear the filter',
    notRead: "Couldn't load the audit trail",
    stillWritten: 'Actions are still recorded.',
    tryAgain: 'Try again.',
    notVerified: "Couldn't verify the chains.",
    faultNote: 'Entries before the fault are intact; later ones prove nothing.',
    exportCsv: 'All matches as CSV',
    exportJson: 'All matches as JSON',
  },
};

export function describeKind({ kind, code }: Pick<AuditEntry, 'kind' | 'code'>): string {
  if (kind === 'intent') return 'Intent';
  if (kind === 'unreadable') return 'Unreadable';
  return code === null || code === 'ok' ? 'Done' : `Not done: ${code}`;
}

/** One action of the trail: its intent and its outcome, as far as both were read. */
export interface AuditRow {
  readonly action: Action;
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** Entries that were added between two pages move the older ones back, so that the next page begins with known ones. */
export function joinPages(
  pages: readonly { readonly entries: readonly AuditEntry[] }[],
): readonly AuditEntry[] {
  const entries = pages.flatMap((page) => page.entries);
  return [...new Map(entries.map((entry) => [nameEntry(entry), entry] as const)).values()];
}

export function nameEntry({ file, sequence, kind }: AuditEntry): string {
  return `${file} ${String(sequence)} ${kind}`;
}

/** Joins each intent with its outcome. The trail is read newest first, so the outcome comes before its intent. */
export function joinEntries(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const intents = new Set(
    entries.filter(({ kind }) => kind === 'intent').map((entry) => nameCall(entry) ?? ''),
  );
  const outcomes = new Map<string, AuditEntry>();
  const rows: AuditRow[] = [];
  for (const entry of entries) {
    const call = nameCall(entry);
    if (entry.kind === 'outcome' && call !== null && intents.has(call) && !outcomes.has(call)) {
      outcomes.set(call, entry);
      continue;
    }
    const outcome = entry.kind === 'intent' && call !== null ? outcomes.get(call) : undefined;
    if (call !== null && outcome !== undefined) outcomes.delete(call);
    const action = toAction(entry, entry.kind === 'outcome' ? entry : outcome);
    rows.push({ action, entries: outcome === undefined ? [entry] : [entry, outcome] });
  }
  return nameStarters(rows);
}

/** The end of a job is by the person who started it, which only the start records. */
function nameStarters(rows: readonly AuditRow[]): readonly AuditRow[] {
  const starters = new Map(
    rows.flatMap(({ action: { operation, jobId, by } }) =>
      operation === 'plans.start' && jobId !== null ? [[jobId, by] as const] : [],
    ),
  );
  return rows.map((row) => {
    const by = row.action.by ?? starters.get(row.action.jobId ?? '') ?? null;
    return by === row.action.by ? row : { ...row, action: { ...row.action, by } };
  });
}

function nameCall({ file, reference }: AuditEntry): string | null {
  return reference === null ? null : `${file} ${reference}`;
}

/** Formats a time to the second, or returns the text as it is if it is not a time. */
export function formatUtc(at: string | null): string {
  if (at === null) return '';
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

interface ChainText {
  /** Separate facts, shown side by side. */
  readonly parts: readonly string[];
  readonly tone: 'good' | 'bad' | 'nothing';
}

/** Describes the trail as a whole. Each of its files is a hash chain of its own. */
export function describeChains(verification: AuditVerification): ChainText {
  const { chains } = verification;
  if (chains.length === 0) return { parts: ['No audit trail on this machine yet'], tone: 'nothing' };
  const broken = chains.filter(({ state }) => state === 'broken').length;
  const count = chains.length === 1 ? '1 chain' : `${grouped(chains.length)} chains`;
  if (broken > 0)
    return {
      parts: [`${grouped(broken)} of ${count} broken`],
      tone: 'bad',
    };
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
  const parts = [
    describeVerified(chains),
    `${grouped(entries)} ${entries === 1 ? 'entry' : 'entries'}`,
    describeAnchors(verification),
  ];
  const torn = chains.filter(({ state }) => state === 'torn').length;
  if (torn > 0) {
    const which = torn === 1 ? '1 ends' : `${grouped(torn)} end`;
    parts.push(`${which} in half a line, as when Sluice is killed while writing`);
  }
  return { parts, tone: 'good' };
}

/** Says how many chains are vouched for up to their ends; the one that this console writes never is. */
function describeVerified(chains: AuditVerification['chains']): string {
  const whole = chains.filter(({ state }) => state === 'whole').length;
  const count = chains.length === 1 ? '1 chain' : `${grouped(chains.length)} chains`;
  if (whole === 0) return chains.length === 1 ? 'Chain intact' : `${count} intact`;
  return `${count} intact, ${grouped(whole)} only as far as ${whole === 1 ? 'it goes' : 'they go'}`;
}

/** Describes the newest anchor, or since when entries have been written without one. */
function describeAnchors({ chains, checkedAt, notCompared, writing }: AuditVerification): string {
  const now = Date.parse(checkedAt);
  const ago = (at: string): string => formatRelativeTime(Date.parse(at), now);
  const why = writing?.why ?? notCompared;
  const notSince = writing?.notSince ?? null;
  if (notSince !== null && why !== null) {
    return `not anchored since ${ago(notSince)}: ${why}`;
  }
  const anchored = [...chains, ...(writing === null ? [] : [writing])].flatMap(
    ({ anchoredAt }) => anchoredAt ?? [],
  );
  const newest = anchored.toSorted().at(-1);
  if (newest === undefined) return notCompared === null ? 'not anchored yet' : `not anchored: ${notCompared}`;
  const compared = notCompared === null ? '' : `; not compared now: ${notCompared}`;
  return `anchored ${ago(newest)}${compared}`;
}
