import type { Batch } from '../contract/pipeline-items.ts';
import type { Customer, OpenCause } from '../contract/incidents.ts';
import type { DocumentRow } from '../contract/triage.ts';
import { computeFingerprint, messagePattern, type Failing } from './fingerprint.ts';
import { counted, grouped, listed } from './formatting.ts';
import { explainToCustomer, nextSteps } from './plain-causes.ts';

/** A cause of failures within a batch. */
export interface CaseCause extends Failing {
  readonly fingerprint: string;
  readonly documents: number;
  /** The names of the files that were read; there may be more documents. */
  readonly fileNames: readonly (string | null)[];
}

/** One thing that a person did, as a sentence with the person's name. */
export interface CaseAction {
  readonly at: string | null;
  readonly text: string;
}

/** Facts that every summary may have. The customer's has none of them. */
interface CaseFacts {
  /** The time at which the facts were read. */
  readonly at: string;
  readonly tenantName: string | null;
  /** The newest first. */
  readonly actions: readonly CaseAction[];
  readonly worker: { readonly name: string; readonly since: string | null } | null;
  readonly link: string | null;
}

export interface BatchCase extends CaseFacts {
  readonly is: 'batch';
  readonly batch: Batch;
  readonly workflowName: string | null;
  readonly causes: readonly CaseCause[];
  /** False if not all failed documents were read, so that the counts of causes are the least there are. */
  readonly isAll: boolean;
}

export interface DocumentCase extends CaseFacts {
  readonly is: 'document';
  readonly document: Pick<
    DocumentRow,
    'tenantId' | 'batchId' | 'documentId' | 'status' | 'otherStatus' | 'fileName' | 'run' | 'error' | 'stage'
  >;
  /** When the document arrived or was created. */
  readonly since: string | null;
}

export interface CauseCase extends CaseFacts {
  readonly is: 'cause';
  readonly read: Pick<OpenCause, 'cause' | 'customers' | 'isAll'>;
  /** The days that the counts cover. */
  readonly days: number;
}

export type Case = BatchCase | DocumentCase | CauseCase;

/** Returns the text for a ticket: ids, counts and causes without values, with what was done by whom. */
export function summariseForTicket(of: Case): string {
  const sections =
    of.is === 'batch' ? batchTicket(of) : of.is === 'document' ? documentTicket(of) : causeTicket(of);
  return joinSections([...sections, listActions(of), listEnd(of)]);
}

/**
 * Returns the text for a customer: what is wrong with which file and what they can do. It has no names of people or of
 * stages, no messages, and no id but that of the batch.
 */
export function summariseForCustomer(of: Case): string {
  const sections =
    of.is === 'batch' ? batchLetter(of) : of.is === 'document' ? documentLetter(of) : causeLetter(of);
  return joinSections([['Hello,'], ...sections, ['Please write to us if you have a question.']]);
}

type Section = readonly (string | null)[];

function joinSections(sections: readonly Section[]): string {
  return sections
    .map((lines) => lines.filter((line) => line !== null).join('\n'))
    .filter((section) => section !== '')
    .join('\n\n');
}

function batchTicket({ batch, tenantName, workflowName, causes, isAll, at }: BatchCase): readonly Section[] {
  const { batchId, tenantId, projectId, workflowId, createdAt } = batch;
  const runs = Object.entries(batch.runs).toSorted(([a], [b]) => Number(a) - Number(b));
  return [
    [
      `Batch ${toLine(batchId)} of ${named(tenantName, tenantId)}: ${statusText(batch)}`,
      `${describeMix(batch)}.`,
    ],
    [
      tenantName === null ? null : `Tenant: ${toLine(tenantId)}`,
      `Project: ${toLine(projectId)}`,
      workflowId === null ? null : `Workflow: ${withId(workflowName, workflowId)}`,
      createdAt === null ? null : `Submitted: ${formatTime(createdAt)}`,
      `As of: ${formatTime(at)}`,
    ],
    causes.length === 0 ? [] : ['Causes', ...causes.map((cause) => `- ${describeCause(cause, isAll)}`)],
    runs.length === 0 ? [] : ['Runs', ...runs.map(([run, status]) => `- Run ${run}: ${status}`)],
  ];
}

function documentTicket({ document, tenantName, since, at }: DocumentCase): readonly Section[] {
  const { documentId, batchId, tenantId, run, error } = document;
  return [
    [`Document ${toLine(documentId)} of ${named(tenantName, tenantId)}: ${statusText(document)}`],
    [
      `Batch: ${toLine(batchId)}`,
      tenantName === null ? null : `Tenant: ${toLine(tenantId)}`,
      run === null ? null : `Run: ${String(run)}`,
      since === null ? null : `Received: ${formatTime(since)}`,
      `As of: ${formatTime(at)}`,
    ],
    error === null
      ? []
      : ['Cause', `- ${describeFailing({ ...error, fingerprint: computeFingerprint(error).id })}`],
  ];
}

/** A ticket names only the customers that a cause hit most. */
const mostCustomers = 10;

function causeTicket({ read: { cause, customers, isAll }, days, at }: CauseCase): readonly Section[] {
  const more = customers.length - mostCustomers;
  const least = isAll ? '' : 'at least ';
  const period = days === 1 ? '24 hours' : `${String(days)} days`;
  return [
    [
      `Cause ${cause.fingerprint}: ${cause.pattern}`,
      `${counted(cause.count, 'failure')} of ${least}${counted(customers.length, 'customer')} in the last ${period}${cause.isGrowing ? ', growing' : ''}.`,
    ],
    [
      cause.stage === null ? null : `Stage: ${cause.stage}`,
      cause.code === null ? null : `Code: ${toCode(cause.code)}`,
      cause.firstEverAt === null ? null : `First ever: ${formatTime(cause.firstEverAt)}`,
      cause.lastAt === null ? null : `Last: ${formatTime(cause.lastAt)}`,
      `As of: ${formatTime(at)}`,
    ],
    customers.length === 0
      ? []
      : [
          'Customers hit most',
          ...customers.slice(0, mostCustomers).map((customer) => `- ${describeCustomer(customer)}`),
          more > 0 ? `- and ${isAll ? '' : 'at least '}${grouped(more)} more` : null,
        ],
  ];
}

function describeCustomer({ tenantId, name, count, batches }: Customer): string {
  const [newest] = batches;
  const batch = newest === undefined ? '' : `, newest batch ${toLine(newest.batchId)}`;
  return `${withId(name, tenantId)}: ${counted(count, 'failure')}${batch}`;
}

function describeCause(cause: CaseCause, isAll: boolean): string {
  return `${isAll ? '' : 'at least '}${counted(cause.documents, 'document')}: ${describeFailing(cause)}`;
}

/** A message stands whole where it holds no values; a value that varies between documents is replaced by "…". */
function describeFailing({ fingerprint, stage, code, message }: Failing & { fingerprint: string }): string {
  const where = stage === null ? '' : ` in ${toLine(stage)}`;
  const text = toLine(messagePattern(message ?? ''));
  return `${code === null ? 'no code' : toCode(code)}${where} [${fingerprint}]${text === '' ? '' : `: ${text}`}`;
}

/** A ticket lists only the newest actions; Activity has the rest. */
const mostActions = 10;

function listActions({ actions, worker }: Case): Section {
  const more = actions.length - mostActions;
  return [
    ...(actions.length === 0
      ? []
      : [
          'Done so far',
          ...actions
            .slice(0, mostActions)
            .map(({ at, text }) => `- ${at === null ? '' : `${formatTime(at)}: `}${toLine(text)}`),
          more > 0 ? `- and ${grouped(more)} earlier, listed in Activity` : null,
        ]),
    worker === null
      ? null
      : `Works on it: ${toLine(worker.name)}${worker.since === null ? '' : ` since ${formatTime(worker.since)}`}`,
  ];
}

function listEnd(of: Case): Section {
  const steps = nextSteps(listFailing(of));
  const waiting = of.is === 'batch' ? (of.batch.counts.REVIEW_REQUIRED ?? 0) : 0;
  const review = waiting === 0 ? [] : [`Review the ${counted(waiting, 'document')} that wait for it.`];
  return [
    ...[...steps, ...review].map((step) => `Next step: ${step}`),
    of.link === null ? null : `Case: ${of.link}`,
  ];
}

function listFailing(of: Case): readonly (Failing & { readonly documents: number | null })[] {
  if (of.is === 'batch') return of.causes;
  if (of.is === 'cause') return [{ ...of.read.cause, message: of.read.cause.pattern, documents: null }];
  return of.document.error === null ? [] : [{ ...of.document.error, documents: 1 }];
}

function batchLetter({ batch, causes, isAll }: BatchCase): readonly Section[] {
  const { counts, documentCount, createdAt, batchId } = batch;
  const failed = counts.FAILED ?? 0;
  const problems = joinAlike(causes);
  const of = documentCount === null ? '' : ` has ${counted(documentCount, 'document')}`;
  const parts = [
    tell(counts.SUCCEEDED, 'was read', 'were read'),
    tell(counts.REVIEW_REQUIRED, 'is being checked by a person', 'are being checked by a person'),
    tell((counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0), 'is still being read', 'are still being read'),
    tell(counts.REJECTED, 'was rejected', 'were rejected'),
    tell(failed, 'could not be read', 'could not be read'),
  ].filter((part) => part !== null);
  const day = createdAt === null ? '' : ` of ${formatDay(createdAt)}`;
  return [
    [
      `Your upload${day} (reference ${toLine(batchId)})${of}${parts.length === 0 ? '' : `: ${listed(parts)}`}.`,
    ],
    causes.length === 0
      ? failed === 0
        ? []
        : ['We are looking into why, and will write to you again.']
      : ['What is wrong, and what you can do:'],
    ...problems.map((cause, index) =>
      writeCause(cause, { number: problems.length > 1 ? index + 1 : null, isAll }),
    ),
  ];
}

/** Causes that differ only for engineers are one problem for the customer. */
function joinAlike(causes: readonly CaseCause[]): readonly CaseCause[] {
  const joined = new Map<string, CaseCause>();
  for (const cause of causes) {
    const { wrong } = explainToCustomer(cause, 2);
    const before = joined.get(wrong);
    joined.set(wrong, {
      ...cause,
      documents: cause.documents + (before?.documents ?? 0),
      fileNames: [...(before?.fileNames ?? []), ...cause.fileNames],
    });
  }
  return [...joined.values()];
}

/** Counts without a document say nothing. */
function tell(count: number | null | undefined, one: string, many: string): string | null {
  if (count === null || count === undefined || count === 0) return null;
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

function writeCause(
  cause: CaseCause,
  { number, isAll }: { readonly number: number | null; readonly isAll: boolean },
): Section {
  const { wrong, can } = explainToCustomer(cause, cause.documents);
  const count = `${isAll ? '' : 'At least '}${counted(cause.documents, 'file')}`;
  return [
    `${number === null ? '' : `${String(number)}. `}${count}: ${wrong}`,
    listFiles(cause.fileNames, cause.documents),
    can,
  ];
}

/** A letter names only so many files. */
const mostFiles = 20;

function listFiles(names: readonly (string | null)[], documents: number): string | null {
  const shown = names
    .flatMap((name) => (toLine(name ?? '') === '' ? [] : toFileName(name ?? '')))
    .slice(0, mostFiles);
  if (shown.length === 0) return null;
  const more = documents - shown.length;
  return `${more > 0 ? `${shown.join(', ')} and ${grouped(more)} more` : listed(shown)}.`;
}

function documentLetter({ document, since }: DocumentCase): readonly Section[] {
  const { error, status, fileName, batchId } = document;
  const name =
    toLine(fileName ?? '') === '' ? 'One of your files' : `Your file ${toFileName(fileName ?? '')}`;
  const day = since === null ? '' : ` of ${formatDay(since)}`;
  const upload = `upload${day}, reference ${toLine(batchId)}`;
  if (status !== 'FAILED') {
    return [[`${name} (${upload}) ${status === null ? 'is with us' : letterStates[status]}.`]];
  }
  const { wrong, can } = explainToCustomer(error ?? noError, 1);
  return [[`${name} (${upload}) could not be read: ${wrong}`, can]];
}

const noError: Failing = { stage: null, code: null, message: null };

const letterStates = {
  QUEUED: 'is waiting to be read',
  PROCESSING: 'is being read',
  SUCCEEDED: 'was read',
  REVIEW_REQUIRED: 'is being checked by a person',
  REJECTED: 'was rejected by the person who checked it',
} as const;

/** Failures are counted over all customers, so a letter to one of them has no number. */
function causeLetter({ read: { cause } }: CauseCase): readonly Section[] {
  const { wrong, can } = explainToCustomer({ ...cause, message: cause.pattern }, 2);
  const from = cause.firstAt === null ? null : formatDay(cause.firstAt);
  const to = cause.lastAt === null ? null : formatDay(cause.lastAt);
  const when =
    from === null || to === null ? 'Lately' : from === to ? `On ${from}` : `Between ${from} and ${to}`;
  return [[`${when}, some of your files could not be read: ${wrong}`, can]];
}

function describeMix({ counts, otherCounts, documentCount }: Batch): string {
  const parts = [
    ...(['FAILED', 'REVIEW_REQUIRED', 'PROCESSING', 'QUEUED', 'SUCCEEDED', 'REJECTED'] as const).map(
      (status) => [status, counts[status]] as const,
    ),
    ...otherCounts.map(({ status, count }) => [toLine(status), count] as const),
  ].flatMap(([status, count]) =>
    count === null || count === undefined || count === 0 ? [] : `${grouped(count)} ${status}`,
  );
  const total = documentCount === null ? 'Documents' : counted(documentCount, 'document');
  return parts.length === 0 ? total : `${total}: ${parts.join(', ')}`;
}

function statusText({
  status,
  otherStatus,
}: {
  readonly status: string | null;
  readonly otherStatus: string | null;
}): string {
  return status ?? (otherStatus === null ? 'no status' : toLine(otherStatus));
}

function named(name: string | null, id: string): string {
  return toLine(name ?? id);
}

function withId(name: string | null, id: string): string {
  return name === null || name === id ? toLine(id) : `${toLine(name)} (${toLine(id)})`;
}

/** A code is a name of an error; text of another shape could hold anything. */
function toCode(code: string): string {
  return /^[A-Za-z][\w.:-]{0,79}$/.test(code.trim()) ? code.trim() : 'unusual code';
}

const longestLine = 400;

/** Texts from outside stay on one line and cannot hide characters. */
function toLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).trimEnd()}…` : line;
}

const longestFileName = 80;

function toFileName(name: string): string {
  const line = toLine(name);
  return line.length > longestFileName
    ? `${line.slice(0, 48).trimEnd()}…${line.slice(line.length - longestFileName + 49)}`
    : line;
}

/** "26 Nov 2026, 14:02 UTC", or the text if it is no time. */
function formatTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? toLine(at) : `${minutes.format(time)} UTC`;
}

function formatDay(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? toLine(at) : days.format(time);
}

const minutes = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
