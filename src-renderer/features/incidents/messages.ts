import { counted, grouped } from '#shared/domain/formatting.ts';
import type { DeployGroup, IncidentDays } from '#shared/domain/incident-rules.ts';
import type { CauseFilter } from './address.ts';

/** All texts of Incidents. */
export const messages = {
  page: {
    title: 'Incidents',
    sub: 'Causes of failures over all tenants',
    period: 'Period',
    periods: { 1: '24 hours', 2: '2 days', 7: '7 days', 30: '30 days' } satisfies Record<
      IncidentDays,
      string
    >,
    requiresAllTenants: 'Incidents requires access to all tenants',
    whyAllTenants: 'A cause of failures is counted over all tenants, and you see only some of them.',
    askColleague: 'Ask a colleague who sees all tenants. In Triage, each batch has its failures by cause.',
    unknownRoleNext: 'Incidents requires access to all tenants. Sign in to the pipeline API first.',
    outOfScope: 'In Triage, each batch has its failures by cause.',
    tryAgain: 'Try again',
  },
  list: {
    label: 'Causes',
    filters: 'Causes shown',
    filter: {
      all: 'All',
      new: 'New',
      growing: 'Growing',
      gone: 'Quiet',
    } satisfies Record<CauseFilter, string>,
    goneSinceDeploy: 'Gone',
    newSinceDeploy: 'New since',
    filterHints: {
      all: 'Every cause with a failure in the period.',
      new: 'First ever seen within the last 24 hours.',
      growing:
        'At least 10 failures in the last 6 hours, twice as many as in the 6 hours before, and as in the same hours of each of the 3 days before.',
      gone: 'No failure in the last 6 hours.',
    } satisfies Record<CauseFilter, string>,
    deployHints: {
      new: 'First ever seen after the deploy.',
      gone: 'Not seen since the deploy, although at least 3 failures were to be expected by then.',
    },
    columns: {
      cause: 'Cause',
      state: 'State',
      since: 'Since the deploy',
      strip: 'By hour',
      count: 'Failures',
      tenants: 'Tenants',
      last: 'Last',
      first: 'First ever',
      work: 'Worked on by',
    },
    all: 'All causes of the period',
    loading: 'Loading causes',
    none: (period: string) => `No failures in the last ${period}`,
    noneHint: 'Choose a longer period to see causes from before.',
    noneOfFilter: (filter: string) => `No ${filter.toLowerCase()} causes`,
    showAll: 'Show all causes',
    notRead: "Couldn't load the causes",
    notDone: 'No cause is shown. Nothing else is affected.',
    stale: 'What was read before is shown.',
    notKept: 'This deployment does not count causes over all tenants',
    end: (shown: number, isAll: boolean) =>
      isAll ? counted(shown, 'cause') : `At least ${counted(shown, 'cause')}: a day has more than were read`,
    total: (failures: number, causes: number) =>
      `${counted(failures, 'failure')} of ${counted(causes, 'cause')}`,
  },
  state: {
    new: 'New',
    growing: 'Growing',
    quiet: (span: string) => `Quiet for ${span}`,
    steady: 'Goes on',
  },
  deploy: {
    label: 'Deploy at',
    placeholder: '14:02',
    unit: 'UTC',
    clear: 'Clear the deploy',
    pick: 'Time of a deploy',
    hint: 'Set the time of a deploy to sort causes into gone, still there and new since. Click the strip, or type a time.',
    bad: 'Type a time that has passed, such as 14:02 or 2026-11-25 14:02.',
    groups: {
      'new-since': 'New since',
      'still-there': 'Still there',
      'too-early': 'Too early to say',
      gone: 'Gone',
      'quiet-before': 'Quiet before it',
    } satisfies Record<DeployGroup, string>,
    groupHints: {
      'new-since': 'First ever seen after the deploy.',
      'still-there': 'Seen before the deploy, and again after it.',
      'too-early': 'Not seen since, but fewer than 3 failures were to be expected by now.',
      gone: 'Not seen since, although at least 3 failures were to be expected by now.',
      'quiet-before': 'Not seen since, nor in the 24 hours before the deploy.',
    } satisfies Record<DeployGroup, string>,
    counts: (groups: readonly (readonly [DeployGroup, number])[]) =>
      groups
        .filter(([, count]) => count > 0)
        .map(([group, count]) => `${grouped(count)} ${messages.deploy.groups[group].toLowerCase()}`)
        .join(', '),
  },
  strip: {
    cell: (count: number, when: string) => `${counted(count, 'failure')}, ${when}`,
    none: (period: string) => `No failures in the last ${period}.`,
    summary: (failures: number, period: string, most: string) =>
      `${counted(failures, 'failure')} in the last ${period}. Most: ${most}.`,
    deploy: (when: string) => ` Deploy ${when}.`,
  },
  cause: {
    back: 'Incidents',
    loading: 'Loading the cause',
    notRead: "Couldn't load the cause",
    notFound: 'Cause not found',
    notFoundNext: 'Go back to the list, or choose a longer period.',
    notDone: 'The cause is not shown. Nothing else is affected.',
    history: 'History',
    openTriage: 'Open in Triage',
    reprocess: 'Reprocess this cause',
    link: (cause: string, pattern: string): string => `Cause ${cause}: ${pattern}`,
    copyFingerprint: 'Copy the short name of the cause',
    facts: {
      failures: 'Failures',
      customers: 'Customers',
      first: 'First ever',
      last: 'Last',
      stage: 'Stage',
      code: 'Code',
      counted: 'Counted',
      none: 'none',
      unknown: 'unknown',
    },
  },
  customers: {
    title: 'Affected customers',
    hint: (shown: number, isAll: boolean) => `${isAll ? '' : 'at least '}${grouped(shown)}`,
    columns: {
      name: 'Customer',
      id: 'Tenant',
      count: 'Failures',
      first: 'First',
      last: 'Last',
      batches: 'Newest batch',
    },
    csv: 'Export CSV',
    copy: 'Copy as text',
    copied: (count: number) => counted(count, 'customer'),
    none: 'No customer was hit in this period',
    noneHint: 'Choose a longer period.',
    end: (shown: number, isAll: boolean) =>
      isAll
        ? counted(shown, 'customer')
        : `At least ${counted(shown, 'customer')}: a day has more than were read`,
    csvColumns: [
      'Customer',
      'Tenant',
      'Failures',
      'First failure (UTC)',
      'Last failure (UTC)',
      'Batches (at least)',
      'Complete list',
    ],
    more: (count: number) => ` and ${String(count)} more`,
  },
  batches: {
    title: 'Batches that stand failed',
    hint: (count: number, hasMore: boolean) =>
      `${hasMore ? 'at least ' : ''}${grouped(count)} for this cause now`,
    none: 'No batch stands failed for this cause now.',
    cut: 'Not all failed batches were looked at. Triage reads on.',
    notRead: "Couldn't load the batches.",
    columns: { tenant: 'Customer', batch: 'Batch', failed: 'Failed', since: 'Failed for' },
    end: (count: number, isAll: boolean, isCut: boolean) =>
      isAll
        ? `${counted(count, 'batch', 'batches')}. End of list`
        : `${grouped(count)} loaded, ${isCut ? 'the rest was not looked at' : 'more to read'}`,
    selectAll: 'Select all of this cause',
    allSelected: (loaded: number, isAll: boolean, leftOut: number) =>
      [
        isAll ? `All ${counted(loaded, 'batch', 'batches')} selected` : 'All batches of this cause selected',
        ...(isAll ? [] : [`at least ${grouped(loaded)}`]),
        ...(leftOut === 0 ? [] : [`${grouped(leftOut)} left out`]),
      ].join(', '),
    reprocess: (count: number) => `Reprocess ${counted(count, 'batch', 'batches')}…`,
    reprocessAll: 'Reprocess all that match…',
    limit: (most: string) =>
      `A plan takes at most ${most} chosen batches. Select all of this cause to plan more.`,
    left: (count: string) => `${count} more documents of it were left queued by a run that ended`,
    of: (failed: string, all: string) => `${failed} of ${all}`,
    ofHint: 'Documents that stand failed for this cause, of all documents of the batch',
  },
  documents: {
    title: 'Documents',
    sample: 'Sample message',
    none: 'None of the newest failed documents has this cause now.',
    from: (read: string) => `from ${read} failed documents that were read`,
    notRead: "Couldn't load documents.",
    noBatch: 'No batch of this period is known.',
  },
  remedies: {
    of: (fingerprint: string): string => `cause ${fingerprint}`,
    byBatch: 'Decided batch by batch. Open one of the batches that stand failed.',
    batch: 'Batch',
    noFiles: 'None of the newest failed documents of this batch has this cause now. Choose another batch.',
  },
  activity: {
    title: 'Notes and earlier work',
    loading: 'Loading the activity',
    notRead: "Couldn't load the activity",
    notDone: 'Actions are still recorded.',
    none: 'No notes yet, and no one has worked on it before.',
    more: 'Load earlier',
    summaryButton: 'Summary',
    summary: 'Copy a summary of this cause…',
    summaryTitle: (cause: string): string => `Summary of cause ${cause}`,
  },
  known: { title: 'What is known' },
  work: {
    title: 'Who works on it',
    no: 'Not assigned',
    me: 'You work on it',
    other: (name: string) => `${name} works on it`,
    since: (span: string) => `since ${span}`,
    note: 'Note',
    noteHint: 'Others see it. At most 500 characters.',
    mine: 'I work on it',
    takeOver: 'Take over',
    handOver: 'Hand over',
    handOverTo: 'Hand over to',
    saveNote: 'Save the note',
    done: 'Done',
    cancel: 'Cancel',
    saved: 'Noted',
    overtaken: (name: string | null): string =>
      `${name ?? 'A colleague'} was faster. Nothing of yours was saved. The present state is shown.`,
    noItem: 'The pipeline has no item for this cause, so no one can be noted for it.',
  },
};
