import type { ActivityEntry } from '../contract/activity.ts';
import type { AuditEntry, Job } from '../contract/jobs.ts';
import { capitalize, grouped } from './formatting.ts';
import { findJobKind, jobKinds, type JobKind } from './job-kinds/job-kinds.ts';
import { describeCounts, describeSubjects, itemStates } from './job-words.ts';

/** One action, whoever recorded it: the pipeline API for everyone, or the audit trail of this machine. */
export type Action = Pick<
  ActivityEntry,
  | 'at'
  | 'by'
  | 'operation'
  | 'outcome'
  | 'tenantId'
  | 'batchId'
  | 'documentId'
  | 'workflowId'
  | 'queue'
  | 'fingerprint'
  | 'jobId'
  | 'facts'
  | 'note'
>;

export interface ActionNames {
  readonly person: (id: string) => string;
  readonly workflow?: (id: string) => string;
}

export interface ActionSentence {
  readonly who: string;
  /** The deed, to be read after the name. */
  readonly did: string;
  /** The result, or null if there is nothing to add. */
  readonly result: string | null;
  readonly tone: 'good' | 'mixed' | 'bad' | 'begun';
}

/** Says in a sentence who did what to what, and what came of it. */
export function describeAction(action: Action, names: ActionNames): ActionSentence {
  const who = action.by === null ? 'Unknown person' : names.person(action.by);
  const verb = findVerb(action, names);
  const about = describeTarget(action, names, verb.leavesOut ?? []);
  const { outcome } = action;
  if (outcome !== null && outcome !== 'ok') {
    const why = refusals[outcome] ?? outcome.replaceAll('-', ' ');
    return { who, did: `tried to ${verb.toDo}${about}`, result: `not done: ${why}`, tone: 'bad' };
  }
  const result = describeResult(action);
  if (outcome === null) {
    return {
      who,
      did: `began to ${verb.toDo}${about}`,
      result: result ?? 'no outcome recorded',
      tone: 'begun',
    };
  }
  return { who, did: `${verb.did}${about}`, result, tone: chooseTone(action) };
}

/** Returns the sentence as one text. */
export function writeAction(action: Action, names: ActionNames): string {
  const { who, did, result } = describeAction(action, names);
  return `${who} ${did}${result === null ? '' : `: ${result}`}`;
}

/** A place in the console that an action leads to. */
export type ActionPlace =
  | {
      readonly is: 'batch';
      readonly tenantId: string;
      readonly batchId: string;
      readonly documentId: string | null;
    }
  | { readonly is: 'queue'; readonly queue: string }
  | {
      readonly is: 'workflow';
      readonly tenantId: string;
      readonly projectId: string;
      readonly workflowId: string;
    }
  | { readonly is: 'cause'; readonly fingerprint: string }
  | { readonly is: 'job'; readonly jobId: string }
  | { readonly is: 'downloads'; readonly date: string | null; readonly batchId: string | null };

/** Returns where an action happened. A job is known only to the console that runs it, so it comes last. */
export function findActionPlace(action: Action & { readonly projectId?: string | null }): ActionPlace | null {
  const {
    tenantId,
    batchId,
    documentId,
    queue,
    workflowId,
    projectId = null,
    fingerprint,
    jobId,
    facts,
  } = action;
  if (tenantId !== null && batchId !== null) return { is: 'batch', tenantId, batchId, documentId };
  if (queue !== null) return { is: 'queue', queue };
  if (tenantId !== null && projectId !== null && workflowId !== null) {
    return { is: 'workflow', tenantId, projectId, workflowId };
  }
  const [date = null, downloadBatchId = null] = [facts['date'], facts['downloadBatchId']];
  if (date !== null || downloadBatchId !== null) return { is: 'downloads', date, batchId: downloadBatchId };
  if (fingerprint !== null) return { is: 'cause', fingerprint };
  return jobId === null ? null : { is: 'job', jobId };
}

/** Joins the start and the end of a job that were both read, so that each action is one row. The newest comes first. */
export function joinJobs<A extends Action>(actions: readonly A[]): readonly A[] {
  const starts = new Map(
    actions.flatMap((action) =>
      action.operation === 'plans.start' && action.jobId !== null && action.outcome === 'ok'
        ? [[action.jobId, action] as const]
        : [],
    ),
  );
  const joined = new Set<A>();
  const rows = actions.map((action) => {
    const start =
      action.operation === 'jobs.ended' && action.jobId !== null ? starts.get(action.jobId) : undefined;
    if (start === undefined || joined.has(start)) return action;
    joined.add(start);
    return { ...action, by: start.by ?? action.by, facts: { ...start.facts, ...action.facts } };
  });
  return rows.filter((row) => !joined.has(row));
}

/** Turns an action of the audit trail into one that can be described; `outcome` is its other entry, if there is one. */
export function toAction(intent: AuditEntry, outcome: AuditEntry | undefined): Action {
  const ids = { ...intent.ids, ...outcome?.ids };
  const find = (...names: readonly string[]) =>
    names.map((name) => ids[name]).find((id) => id !== undefined) ?? null;
  const { operation } = intent;
  const jobId =
    find('jobId') ??
    (operation === 'plans.start' ? find('planId') : operation === 'jobs.ended' ? intent.reference : null);
  return {
    at: intent.at,
    by: intent.person,
    operation: operation ?? 'unreadable',
    outcome: outcome === undefined ? null : (outcome.code ?? 'ok'),
    tenantId: find('tenantId'),
    batchId: find('batchId'),
    documentId: find('documentId'),
    workflowId: find('workflowId'),
    queue: find('queue'),
    fingerprint: find('fingerprint'),
    jobId,
    facts: ids,
    note: null,
  };
}

interface Verb {
  /** As in "tried to …". */
  readonly toDo: string;
  /** As in "Miriam …". */
  readonly did: string;
  /** Ids that the verb already names, or that say nothing beside it. */
  readonly leavesOut?: readonly Target[];
}

type Target = 'document' | 'batch' | 'queue' | 'workflow' | 'cause' | 'downloads';

function findVerb(action: Action, names: ActionNames): Verb {
  const { operation, facts } = action;
  const kind = findKind(action);
  if (operation === 'plans.start' || operation === 'jobs.ended') return findJobVerb(action, kind);
  if (operation === 'incidents.work' || operation === 'batches.work') return findWorkVerb(action, names);
  if (operation === 'review.decide' && facts['decision'] !== undefined) {
    return facts['decision'] === 'reject'
      ? { toDo: 'reject', did: 'rejected' }
      : { toDo: 'approve', did: 'approved' };
  }
  if (operation === 'documents.reveal' && facts['field'] !== undefined) {
    return { toDo: `show the field ${facts['field']} of`, did: `showed the field ${facts['field']} of` };
  }
  if (operation === 'documents.revealFields' && facts['fields'] !== undefined) {
    return { toDo: `show ${facts['fields']} values of`, did: `showed ${facts['fields']} values of` };
  }
  if (operation === 'connections.unlock' && facts['minutes'] !== undefined) {
    return {
      toDo: 'unlock the connection for writing',
      did: `unlocked the connection for writing for ${facts['minutes']} min`,
    };
  }
  const to = facts['to'];
  if (operation === 'review.handOver' && to !== undefined) {
    return { toDo: `hand over to ${names.person(to)}`, did: `handed over to ${names.person(to)}` };
  }
  const named = operation ?? 'an unknown operation';
  return verbs[named] ?? { toDo: `run ${named} on`, did: `ran ${named} on` };
}

function findJobVerb({ facts, operation }: Action, kind: JobKind | null): Verb {
  if (kind === null) return operation === 'plans.start' ? started : ended;
  const { verb } = findJobKind(kind);
  const total = Number(facts['total'] ?? facts['go']);
  const subject = Number.isNaN(total) ? 'items' : describeSubjects(kind, total);
  const over = facts['batches'] === undefined ? '' : ` of ${facts['batches']} batches`;
  return {
    toDo: `${verb.verb.toLowerCase()} ${subject}${over}`,
    did: `${verb.did.toLowerCase()} ${subject}${over}`,
  };
}

const started: Verb = { toDo: 'start a job', did: 'started a job' };
const ended: Verb = { toDo: 'end a job', did: 'ran a job to its end' };

function findKind({ facts }: Action): JobKind | null {
  const named = facts['kind'] ?? facts['jobKind'];
  return jobKinds.find((kind) => kind === named) ?? null;
}

function findWorkVerb({ facts, by }: Action, names: ActionNames): Verb {
  const to = facts['to'] ?? facts['workedOnBy'];
  if (to === undefined || to === 'none' || to === '') {
    return { toDo: 'end the work on', did: 'ended the work on' };
  }
  if (to === by) return { toDo: 'take on', did: 'took on' };
  return { toDo: `hand over to ${names.person(to)}`, did: `handed over to ${names.person(to)}` };
}

function describeTarget(action: Action, names: ActionNames, leftOut: readonly Target[]): string {
  const { documentId, batchId, queue, workflowId, fingerprint, facts, operation } = action;
  const isJob = operation === 'plans.start' || operation === 'jobs.ended';
  const join = isJob ? ' of ' : operation === 'review.handOver' || isHandOver(action) ? ': ' : ' ';
  const parts: string[] = [];
  if (documentId !== null && !leftOut.includes('document')) parts.push(withNoun('document', documentId));
  if (batchId !== null && isJob && facts['batches'] !== undefined) {
    return `, ${withNoun('batch', batchId)} among them`;
  }
  if (batchId !== null && !leftOut.includes('batch')) parts.push(withNoun('batch', batchId));
  if (queue !== null && !leftOut.includes('queue')) parts.push(`queue ${queue}`);
  if (parts.length === 0 && workflowId !== null && !leftOut.includes('workflow')) {
    parts.push(`workflow ${names.workflow?.(workflowId) ?? workflowId}`);
  }
  if (parts.length === 0 && fingerprint !== null && !leftOut.includes('cause'))
    parts.push(`cause ${fingerprint}`);
  const day = facts['downloadBatchId'] ?? facts['date'];
  if (parts.length === 0 && day !== undefined) parts.push(`downloads ${day}`);
  return parts.length === 0 ? '' : `${join}${parts.join(' of ')}`;
}

/** Some ids begin with their noun, which is not said twice. */
function withNoun(noun: string, id: string): string {
  return id.toLowerCase().startsWith(noun) ? id : `${noun} ${id}`;
}

function isHandOver({ operation, facts, by }: Action): boolean {
  const to = facts['to'] ?? facts['workedOnBy'];
  const isWork = operation === 'incidents.work' || operation === 'batches.work';
  return isWork && to !== undefined && to !== 'none' && to !== '' && to !== by;
}

function describeResult(action: Action): string | null {
  const { operation, facts, note } = action;
  if (operation === 'jobs.ended') {
    const kind = findKind(action) ?? 'reprocess';
    const counts = describeCounts({
      kind,
      counts: readCounts(facts),
      failedDownloads: Number(facts['failedDownloads'] ?? 0) || 0,
    });
    const state = facts['state'];
    const stopped = state === undefined || state === 'done' ? '' : `${state}${counts === '' ? '' : ', '}`;
    return `${stopped}${counts}` === '' ? null : `${stopped}${counts}`;
  }
  if (operation === 'plans.start') return 'started';
  if (facts['outcome'] === 'overtaken') return 'not saved, since a colleague was faster';
  return note === null || note.trim() === '' ? null : `“${note.trim()}”`;
}

function readCounts(facts: Action['facts']): Job['counts'] {
  const pairs = itemStates.map((state) => [state, Number(facts[state] ?? 0) || 0] as const);
  return Object.fromEntries(pairs) as Job['counts'];
}

function chooseTone({ operation, facts }: Action): ActionSentence['tone'] {
  if (facts['outcome'] === 'overtaken') return 'bad';
  if (operation === 'plans.start') return 'begun';
  if (operation !== 'jobs.ended') return 'good';
  const counts = readCounts(facts);
  const rest = Object.entries(counts).reduce(
    (sum, [state, count]) => (state === 'fixed' ? sum : sum + count),
    0,
  );
  if (rest === 0) return facts['state'] === undefined || facts['state'] === 'done' ? 'good' : 'mixed';
  return 'mixed';
}

const of = (toDo: string, did: string, leavesOut: readonly Target[] = []): Verb => ({ toDo, did, leavesOut });

/** Operations whose sentence needs no facts. What they were done to follows. */
const verbs: Readonly<Record<string, Verb>> = {
  'activity.note': of('write a note on', 'wrote a note on'),
  'incidents.note': of('change the advice about', 'changed the advice about'),
  'audit.export': of('export the audit trail', 'exported the audit trail'),
  'catalogue.describeTable': of('describe a table', 'described a table'),
  'catalogue.removeFile': of('remove a catalogue file', 'removed a catalogue file'),
  'catalogue.sampleKeys': of('sample the keys of a table', 'sampled the keys of a table'),
  'catalogue.saveDraft': of('save a catalogue file', 'saved a catalogue file'),
  'connections.answerCode': of('answer a sign-in code', 'answered a sign-in code'),
  'connections.check': of('check the connection', 'checked the connection'),
  'connections.checkEntry': of('check a connection', 'checked a connection'),
  'connections.discover': of(
    'look for the pipelines of an account',
    'looked for the pipelines of an account',
  ),
  'connections.giveUpSignIn': of('cancel a sign-in', 'cancelled a sign-in'),
  'connections.identify': of('ask whose keys a profile has', 'asked whose keys a profile has'),
  'connections.lock': of('lock the connection', 'locked the connection'),
  'connections.open': of('open the connection', 'opened the connection'),
  'connections.readFile': of('reload the connections', 'reloaded the connections'),
  'connections.saveFile': of('change the connections', 'changed the connections'),
  'connections.signIn': of('sign in', 'signed in'),
  'connections.signInProfile': of('sign in with a profile', 'signed in with a profile'),
  'connections.tryApi': of('try the pipeline API', 'tried the pipeline API'),
  'connections.unlock': of('unlock the connection for writing', 'unlocked the connection for writing'),
  'dead-letters.cancelMove': of('stop the move of', 'stopped the move of'),
  'dead-letters.export': of('export messages of', 'exported messages of'),
  'dead-letters.hold': of('hold messages longer in', 'held messages longer in'),
  'dead-letters.message': of('open a message of', 'opened a message of'),
  'dead-letters.move': of('move back all messages of', 'moved back all messages of'),
  'dead-letters.release': of('release the messages of', 'released the messages of'),
  'dead-letters.reveal': of('show a masked value of a message of', 'showed a masked value of a message of'),
  'dead-letters.sample': of('sample messages of', 'sampled messages of'),
  'documents.reveal': of('show a value of', 'showed a value of'),
  'explorer.export': of('export rows of the Explorer', 'exported rows of the Explorer'),
  'explorer.reveal': of('show a masked attribute', 'showed a masked attribute'),
  'jobs.brake': of('brake a job on', 'braked a job on'),
  'jobs.end': of('end a job on', 'ended a job on'),
  'jobs.export': of('export the receipts of a job on', 'exported the receipts of a job on'),
  'jobs.resume': of('resume a job on', 'resumed a job on'),
  'review.check': of('check the quality of', 'checked the quality of'),
  'review.claim': of('reserve', 'reserved'),
  'review.decide': of('decide on', 'decided on'),
  'review.handOver': of('hand over', 'handed over'),
  'review.refile': of('file the pages of', 'filed the pages of'),
  'review.postpone': of('postpone', 'postponed'),
  'review.read': of('open for review', 'opened for review'),
  'review.amounts': of('show the amounts of documents in', 'showed the amounts of documents in'),
  'review.release': of('give back', 'gave back'),
  'review.undo': of('take back the decision on', 'took back the decision on'),
  'sandbox.reset': of('reset the sandbox', 'reset the sandbox'),
  'sandbox.setTraffic': of('change the traffic of the sandbox', 'changed the traffic of the sandbox'),
  'session.actAs': of('switch to another user of the sandbox', 'switched to another user of the sandbox'),
  'costs.bill': of('compare costs with the bill', 'compared costs with the bill'),
  'costs.saveBudget': of('change the budget of', 'changed the budget of'),
  'costs.stopBill': of('stop a comparison with the bill', 'stopped a comparison with the bill'),
  'costs.revertBook': of('use the built-in price book again', 'used the built-in price book again'),
  'costs.useBook': of('use a price book from a file', 'used a price book from a file'),
  'workflows.changeOrders': of('change the purchase orders of', 'changed the purchase orders of'),
  'workflows.changeSuppliers': of('change the suppliers of', 'changed the suppliers of'),
  'workflows.saveObjective': of('change the objective of', 'changed the objective of'),
  'workflows.saveReview': of('change the review rules of', 'changed the review rules of'),
  'workflows.saveThresholds': of('change the thresholds of', 'changed the thresholds of'),
};

/** The codes of failures that a colleague would not read. */
const refusals: Readonly<Record<string, string>> = {
  'read-only': 'the connection was read-only',
  'role-required': 'the role does not allow it',
  'tenant-out-of-scope': 'it belongs to another tenant',
  'invalid-input': 'the input was not valid',
  throttled: 'the table was too busy',
  unexpected: 'an unexpected failure',
};

/** Says what a job has changed: "33 of 35 fixed, 2 failed again". */
export function describeChange(job: Pick<Job, 'kind' | 'total' | 'counts' | 'failedDownloads'>): string {
  const { kind, total, counts } = job;
  const { fixed, waiting } = counts;
  if (waiting === total) return total === 1 ? 'Nothing sent yet' : `None of ${grouped(total)} sent yet`;
  if (total === 1) return sentenceCase(describeCounts(job));
  const rest = describeCounts({ ...job, counts: { ...counts, fixed: 0 } });
  const good = describeCounts({ kind, counts: { ...noCounts, fixed: 1 } }).replace(/^1 /, '');
  return `${grouped(fixed)} of ${grouped(total)} ${good}${rest === '' ? '' : `, ${rest}`}`;
}

const noCounts = Object.fromEntries(itemStates.map((state) => [state, 0])) as Job['counts'];

function sentenceCase(counts: string): string {
  const text = counts.replace(/^1 /, '');
  return capitalize(text);
}
