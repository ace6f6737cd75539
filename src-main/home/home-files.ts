import { z } from 'zod';
import { parseWith } from './lost-files.ts';

/**
 * Lists every kind of file in the home folder, what it holds, and what its loss means. A file that no kind matches is
 * shown as unknown. The kinds are in the order in which they are shown.
 */
export const homeFileKinds = [
  {
    kind: 'connections',
    matches: /^connections\.json$/,
    title: 'Connections',
    page: '/settings',
    means: 'The connections in it cannot be opened. The sandbox can.',
    next: 'Correct it at the place that is named, or copy connections.json.before over it, then read the file again in Settings.',
  },
  {
    kind: 'connections-before',
    matches: /^connections\.json\.before$/,
    title: 'Connections before the last change',
    page: null,
    means: 'The last change of the connections cannot be taken back by hand.',
    next: 'Nothing needs to be done. The next change in Settings writes it again.',
  },
  {
    kind: 'preferences',
    matches: /^preferences\.json$/,
    title: 'Preferences',
    page: '/settings',
    means: 'Theme, notices, checks and review hours are back at their defaults.',
    next: 'Set them again in Settings.',
  },
  {
    kind: 'tenants',
    matches: /^tenants\.json$/,
    title: 'Pinned and recently opened tenants',
    page: '/triage',
    means: 'Pinned tenants are no longer pinned, and the list of recent ones is empty.',
    next: 'Pin the tenants again.',
  },
  {
    kind: 'opened',
    matches: /^opened\.json$/,
    title: 'Recently opened places',
    page: '/today',
    means: 'The palette lists no recent places until some are opened again.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'refusals',
    matches: /^refusals\.json$/,
    title: 'Counted questions that no index answers',
    page: '/explorer',
    means: 'The count of refused questions starts again from zero.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'window',
    matches: /^window\.json$/,
    title: 'Size and place of the window',
    page: '/settings',
    means: 'The window opens with its first size.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'catalogues',
    matches: /^catalogues\/[^/]+\.json$/,
    title: 'Catalogues of your own systems',
    page: '/explorer',
    means: 'The systems in it cannot be asked in Explorer. Others can.',
    next: 'Open it in Explorer, where the place of the mistake is named, or put an older copy in its place.',
  },
  {
    kind: 'spend',
    matches: /^spend\/\d{4}-\d{2}-\d{2}\.json$/,
    title: 'What the console spent, by day',
    page: '/costs',
    means: 'The figures of that day are not counted in the month. Nothing was charged because of it.',
    next: 'Nothing needs to be done. The month is shown as "at least".',
  },
  {
    kind: 'meter',
    matches: /^meter\/[^/]+\.jsonl$/,
    title: 'Metered batches',
    page: '/costs',
    means:
      'Some batches are read again when their costs are asked for, which costs the price of these reads.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'budgets',
    matches: /^budgets\.json$/,
    title: 'Budgets of this machine',
    page: '/costs',
    means: 'The budgets that were set on this machine are not used. Budgets that the pipeline keeps are.',
    next: 'Set them again in Costs.',
  },
  {
    kind: 'price-book',
    matches: /^price-book\.json$/,
    title: 'The price book that was loaded',
    page: '/costs',
    means: 'Estimates are made by the newest built-in book again.',
    next: 'Load the book again in Costs.',
  },
  {
    kind: 'told-once',
    matches: /^told-(?:costs|objectives)\.json$/,
    title: 'Which costs and objectives were told',
    page: null,
    means: 'Unusual costs, budgets at risk and objectives at risk are told once more.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'drafts',
    matches: /^review\/[^/]+\/[^/]+\/drafts\/[^/]+\.json$/,
    title: 'Drafts of reviews',
    page: '/review',
    means: 'What was typed for one document and not yet decided is gone. No decision is affected.',
    next: 'Review the document again.',
  },
  {
    kind: 'postponed',
    matches: /^review\/[^/]+\/[^/]+\/postponed\.json$/,
    title: 'Postponed documents',
    page: '/review',
    means: 'Postponed documents are back at their place in the queue.',
    next: 'Postpone them again where needed.',
  },
  {
    kind: 'decisions',
    matches: /^review\/[^/]+\/[^/]+\/decisions\.json$/,
    title: 'Your latest decisions',
    page: '/review',
    means: 'The list of your latest decisions is empty. The decisions themselves are kept by the pipeline.',
    next: 'To take one back, find its document in Triage.',
  },
  {
    kind: 'tally',
    matches: /^review\/[^/]+\/[^/]+\/done-[\d-]+\.jsonl$/,
    title: "Counts of a day's reviews",
    page: '/review',
    means: 'The counts of that day on this machine are lower than what was done.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'journals',
    matches: /^jobs\/(?!.*\.messages\.jsonl$)[^/]+\.jsonl$/,
    title: 'Journals of jobs',
    page: '/activity',
    means:
      'It is not known of every item whether it was sent. The job continues only when a person resumes it.',
    next: 'Open the job in Activity, which names what is uncertain. Do not delete the file.',
  },
  {
    kind: 'ledgers',
    matches: /^jobs\/[^/]+\.messages\.jsonl$/,
    title: 'Ledgers of messages',
    page: '/activity',
    means: 'It is not known of every message whether it was sent. Its job sends nothing more.',
    next: 'Look at the documents of its messages in Dead letters before anything is sent again. Do not delete the file.',
  },
  {
    kind: 'returns',
    matches: /^returns\/[^/]+\.jsonl$/,
    title: 'Messages that came back later',
    page: '/activity',
    means: 'Receipts of redrives may not say which messages came back after their job had ended.',
    next: 'Nothing needs to be done. What is still in the queue is noted again with the next sample.',
  },
  {
    kind: 'damaged-journals',
    matches: /^jobs\/[^/]+\.damaged-\d+$/,
    title: 'Journals that were damaged and mended',
    page: null,
    means: 'Nothing: the job goes on with the mended journal.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'discarded',
    matches: /^discarded\/[^/]+\.jsonl$/,
    title: 'Discarded messages',
    page: '/dead-letters',
    means: 'Some messages that were discarded can no longer be read or sent again.',
    next: 'Take the file from a backup where one has it.',
  },
  {
    kind: 'audit',
    matches: /^audit\/[^/]+\.jsonl$/,
    title: 'Audit trail',
    page: '/activity',
    means: 'What was done from this machine cannot be shown in full.',
    next: 'Run npm run -s audit, which compares the chains. Keep the file, and report it to whoever answers for the audit.',
  },
  {
    kind: 'audit-ends',
    matches: /^audit-ends\.jsonl$/,
    title: 'Ends of the audit trail',
    page: '/activity',
    means: 'If the whole folder of the audit trail were deleted, this machine alone would not notice.',
    next: 'Nothing needs to be done. Each start and stop adds to it.',
  },
  {
    kind: 'anchors',
    matches: /^audit\/[^/]+\.anchored\.json$/,
    title: 'Anchors of the audit trail',
    page: '/activity',
    means: 'Without a network the end of that chain is not verified. The pipeline API keeps the anchors too.',
    next: 'Verify the trail in Activity while signed in.',
  },
  {
    kind: 'told',
    matches: /^audit\/[^/]+\.told\.json$/,
    title: 'What colleagues were told of',
    page: '/activity',
    means: 'The actions of that chain are told again. The pipeline API keeps each only once.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'log',
    matches: /^log\//,
    title: 'Log',
    page: null,
    means: 'Earlier lines of the log cannot be read.',
    next: 'Nothing needs to be done. A new log was begun.',
  },
  {
    kind: 'sandbox',
    matches: /^local(?:\/(?:state-\d+\.journal|state\.part|closed|blobs\/[^/]+))?$/,
    title: 'The sandbox',
    page: '/settings',
    means: 'What was done in the sandbox is gone. Accounts are not affected.',
    next: 'Nothing needs to be done. The sandbox starts over from its seed.',
  },
  {
    kind: 'profile',
    matches: /^electron(?:\/|$)/,
    title: 'What Chromium keeps for the window',
    page: null,
    means: 'Nothing: it is written again.',
    next: 'Nothing needs to be done.',
  },
  {
    kind: 'passing',
    matches:
      /(?:\.length|\.lock|\.new|\.old|\.mending|^local\/lock(?:\.\d+)?|^console\.(?:socket|secrets)|^open-\d+\.html)$/,
    title: 'Locks and notes of running consoles',
    page: null,
    means: 'Nothing: they are written again.',
    next: 'Nothing needs to be done.',
  },
] as const satisfies readonly HomeFileKind[];

interface HomeFileKind {
  readonly kind: string;
  /** Matches a path in the home folder, with slashes. */
  readonly matches: RegExp;
  readonly title: string;
  /** The page that uses the content. */
  readonly page: string | null;
  /** Says what it means that a file of this kind is lost. */
  readonly means: string;
  /** Says what to do then. */
  readonly next: string;
}

export type HomeFileKindName = (typeof homeFileKinds)[number]['kind'];

export function findKind(path: string): (typeof homeFileKinds)[number] | undefined {
  return homeFileKinds.find(({ matches }) => matches.test(path));
}

const windowStateSchema = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** The window is the desktop's; its file is looked at by both hosts. */
export const parseWindowFile = parseWith(windowStateSchema);
