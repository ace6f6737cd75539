import { setTimeout } from 'node:timers/promises';
import { contract, type InputOf, type OperationName, type OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { letters, type PlantedDocument } from '#test/builders/canary/plant-canaries.ts';
import type { WatchedConsole } from './a-watched-console.ts';
import { anInput, type Bag } from './an-input.ts';
import { walkExplorer } from './walk-explorer.ts';

/** These need a specific input or end what the others need, so they are called by name below. */
const specially = new Set<OperationName>([
  'explorer.ask',
  'explorer.export',
  'explorer.reveal',
  'documents.reveal',
  'documents.revealFields',
  'dead-letters.sample',
  'dead-letters.move',
  'dead-letters.cancelMove',
  'dead-letters.release',
  'dead-letters.reveal',
  'review.read',
  'plans.make',
  'plans.setPace',
  'plans.start',
  'jobs.setPace',
  'connections.lock',
  'sandbox.reset',
]);

/**
 * Calls every operation of the contract for every planted document, with the fewest and with all properties.
 */
export async function walkConsole(watched: WatchedConsole, bags: readonly Bag[]): Promise<void> {
  const asked = new Set<string>();
  for (const bag of bags) {
    for (const operation of Object.keys(contract) as OperationName[]) {
      if (specially.has(operation)) continue;
      for (const how of ['least', 'all'] as const) {
        const input = anInput(contract[operation], bag, how);
        const key = `${operation} ${JSON.stringify(input)}`;
        if (asked.has(key)) continue;
        asked.add(key);
        await watched.ask(operation, input);
      }
    }
    await walkExplorer(watched, bag);
  }
}

/** Calls the plans, the jobs, and the operations that show a value on purpose. */
export async function actOn(
  { ask }: WatchedConsole,
  of: {
    readonly failed: PlantedDocument;
    readonly opened: PlantedDocument;
    readonly fileId: string;
    readonly downloadBatchId: string;
    readonly day: string;
    readonly messageIds: readonly string[];
  },
): Promise<void> {
  const say = async <N extends OperationName>(
    operation: N,
    input: InputOf<N>,
  ): Promise<OutputOf<N> | undefined> => {
    const answer = (await ask(operation, input)) as Result<OutputOf<N>>;
    return answer.ok ? answer.value : undefined;
  };
  const { tenantId, projectId, batchId, documentId } = of.failed;
  const [openedMessage = '', ...others] = of.messageIds;
  const targets: InputOf<'plans.make'>['target'][] = [
    { kind: 'reprocess', tenantId, projectId, batchId, documentIds: [documentId] },
    { kind: 'reprocess-many', of: { is: 'batches', batches: [{ tenantId, projectId, batchId }] } },
    { kind: 'requeue-files', fileIds: [of.fileId] },
    { kind: 'redrive-execution', batchId, run: 1 },
    { kind: 'stop-execution', batchId, run: 1 },
    { kind: 'trigger-downloads', date: of.day },
    { kind: 'close-downloads', batchId: of.downloadBatchId },
    { kind: 'discard-messages', queue: letters, messageIds: others.slice(1) },
    { kind: 'redrive-messages', queue: letters, messageIds: others.slice(0, 1) },
    { kind: 'resend-messages', queue: letters, messageIds: others.slice(1) },
  ];
  for (const target of targets) {
    const plan = await say('plans.make', { target });
    if (plan === undefined) continue;
    const { planId: jobId } = plan;
    const paced = await say('plans.setPace', { planId: jobId, pace: usualPace });
    const { hash } = paced ?? plan;
    await say('plans.items', { planId: jobId, offset: 0 });
    const count = String(plan.many?.items ?? plan.items.length);
    const typed = { environment: 'staging', count };
    await say('plans.start', {
      planId: jobId,
      hash,
      typed,
      reason: 'It has to be seen that nothing is seen',
    });
    await say('jobs.setPace', { jobId, pace: usualPace });
    await ask('jobs.watchOne', { jobId });
    // Messages must be deleted and saved before the job is ended, so that their files are searched.
    const attempts = target.kind === 'discard-messages' ? 300 : 10;
    await settled(() => say('jobs.receipts', { jobId, offset: 0 }), attempts);
    await say('jobs.batches', { jobId });
    for (const format of ['csv', 'json'] as const) await say('jobs.export', { jobId, format });
    await say('jobs.brake', { jobId });
    await say('jobs.resume', { jobId });
    await say('jobs.end', { jobId });
  }
  for (const operation of ['downloads.batch', 'downloads.filesOfBatch', 'downloads.openFiles'] as const) {
    await say(operation, { batchId: of.downloadBatchId });
  }
  for (const kind of ['stuck', 'never-picked-up'] as const)
    await say('downloads.standing', { kind, minutes: 1 });
  await say('explorer.ask', {
    system: 'downloads',
    pattern: 'filesOfBatch',
    params: [{ batchId: of.downloadBatchId }],
  });
  const key = {
    tenantId: of.opened.tenantId,
    projectId: of.opened.projectId,
    batchId: of.opened.batchId,
    documentId: of.opened.documentId,
  };
  const { projectId: _, ...document } = key;
  await say('documents.reveal', { ...document, field: of.opened.fields[0] ?? '' });
  await say('documents.revealFields', { ...document, fields: of.opened.fields.slice(1) });
  await say('review.read', key);
  await say('review.filing', {});
  const part = { batchId: key.batchId, documentId: key.documentId };
  const elsewhere = { projectId: key.projectId, workflowId: 'of-another-type' };
  await say('review.refile', {
    ...key,
    version: 0,
    reason: 'It is of another type',
    into: [{ workflow: elsewhere, parts: [part] }],
    also: [],
    intentKey: 'refile-of-canaries',
  });
  await say('review.next', { dueHours: 24, not: [], ahead: false, intentKey: 'next-of-canaries' });
  const work = { fingerprint: 'b8cf51', by: null, note: null, version: 4 };
  await say('incidents.work', { ...work, intentKey: 'work-of-canaries' });
  await say('dead-letters.discarded', { offset: 0 });
  await say('incidents.memory', { fingerprints: ['b8cf51'] });
  const advice = { fingerprint: 'b8cf51', note: 'Ask for a larger quota', version: 0 };
  await say('incidents.note', { ...advice, intentKey: 'advice-of-canaries' });
  await say('incidents.corrections', { tenantId: key.tenantId });
  await say('incidents.correctionsOf', { tenantId: key.tenantId, workflowId: of.opened.workflowId });
  for (const about of ['tenant', 'batch'] as const) {
    const ofTenant = { tenantId: key.tenantId };
    const asked =
      about === 'batch' ? { is: about, ...ofTenant, batchId: key.batchId } : { is: about, ...ofTenant };
    await say('activity.list', { of: asked });
  }
  const ofNorthwind = { tenantId: key.tenantId, book: 'us-east-1-since-2024-11' };
  await say('costs.month', ofNorthwind);
  await say('costs.findings', { tenantId: key.tenantId });
  await say('costs.focus', { ...ofNorthwind, days: 30 });
  const ofDay = {
    projectId: of.opened.projectId,
    workflowId: of.opened.workflowId,
    from: of.day,
    to: of.day,
  };
  await say('costs.documents', { ...ofNorthwind, ...ofDay });
  await say('costs.compareBook', { text: JSON.stringify(priceBooks[0]), against: ofNorthwind.book });
  await say('costs.books', {});
  await say('costs.stopBill', {});
  const newer = { ...priceBooks[0], id: 'newer' };
  await say('costs.useBook', { text: JSON.stringify(newer) });
  await say('costs.revertBook', {});
  await say('costs.bill', { from: of.day, to: of.day, book: ofNorthwind.book, questions: 2 });
  await say('costs.saveBudget', {
    tenantId: key.tenantId,
    projectId: null,
    workflowId: null,
    month: null,
    usd: '250',
    version: 0,
    typedEnvironment: 'staging',
    intentKey: '3f0e6a51-7f6e-4c1d-9a44-0c2f4c7b8a11',
  });
  const note = { text: 'A note for colleagues', intentKey: 'note-of-canaries' };
  await say('activity.note', { about: { is: 'cause', fingerprint: 'b8cf51' }, ...note });
  const { documentId: _document, ...batch } = key;
  await say('batches.work', { ...batch, by: null, note: null, version: 0, intentKey: 'batch-of-canaries' });
  const change = { tenantId: key.tenantId, reason: 'They are new', typedEnvironment: 'staging' };
  const { workflowId } = of.opened;
  await say('workflows.saveReview', {
    ...change,
    projectId,
    workflowId,
    version: 1,
    intentKey: 'review-of-canaries',
    rules: { taxes: 'stop' },
    dueHours: 8,
    priority: 'high',
    customer: null,
  });
  await say('workflows.saveObjective', {
    ...change,
    projectId,
    workflowId,
    version: 2,
    intentKey: 'objective-of-canaries',
    objective: { percent: 95, minutes: 15 },
  });
  await say('monitor.objectives', { tenantId: key.tenantId });
  await say('monitor.objectives', { tenantId: null });
  const [supplierId, number] = ['harrow', 'NW-40211'];
  const supplier = { supplierId, name: 'Harrow Ltd', vatNumber: null, ibans: ['GB33BUKB20201555555555'] };
  const suppliers = { ...change, put: [supplier], remove: [], intentKey: 'suppliers-of-canaries' };
  await say('workflows.changeSuppliers', suppliers);
  const orders = { ...change, put: [{ number, supplierId }], remove: [], intentKey: 'orders-of-canaries' };
  await say('workflows.changeOrders', orders);
  const message = await say('dead-letters.message', { queue: letters, messageId: openedMessage });
  for (const { path } of message?.body.masked ?? []) {
    await say('dead-letters.reveal', { queue: letters, messageId: openedMessage, path });
  }
  const whole = { queue: letters, messageIds: of.messageIds.slice(0, 1), isWhole: true };
  for (const format of ['csv', 'json'] as const) await say('dead-letters.export', { ...whole, format });
  await say('dead-letters.release', { queue: letters });
  await say('dead-letters.move', { queue: letters, perSecond: 1, reason: 'They can be used now' });
  await say('dead-letters.cancelMove', { queue: letters });
  await say('connections.lock', {});
  await say('sandbox.reset', {});
}

/**
 * A job that has not begun after a while is braked as it stands, because its receipts are searched either
 * way.
 */
async function settled(
  receipts: () => Promise<OutputOf<'jobs.receipts'> | undefined>,
  attempts: number,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const isWaiting = (await receipts())?.receipts.some(({ state }) => unsettled.has(state)) ?? false;
    if (!isWaiting) return;
    await setTimeout(100);
  }
}

const unsettled: ReadonlySet<string> = new Set(['waiting', 'sending']);
