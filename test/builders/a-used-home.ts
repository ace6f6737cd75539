import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock } from '#local/world/clock.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { blobsIn } from '#local/journal/blobs.ts';
import { openJournal } from '#local/journal/journal-file.ts';
import { openAnchorRecords } from '#main/audit/anchor-chain.ts';
import { openConsole, type Console } from '#main/compose/open-console.ts';
import { openLaterReturns } from '#main/dead-letters/later-returns.ts';
import { saveWindowState } from '#main/electron/window-state.ts';
import { openBudgetsFile } from '#main/features/costs/budgets-file.ts';
import { openMeterStore } from '#main/features/costs/meter-store.ts';
import { openDeskStore } from '#main/features/review/desk-store.ts';
import { examineSandbox, sandboxControl, sandboxPipeline } from '#main/start/embedded-aws.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { addTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import { aConsole } from './a-console.ts';
import { trusted } from './a-gate.ts';
import { valueOf } from './a-reading-world.ts';
import type { SandboxUnderTest } from './a-sandbox.ts';
import { aSession } from './a-session.ts';

const queue = namesByConvention('sandbox').extraction.webhookDeadLetterQueue;
const silent = { info() {}, warn() {}, error() {}, fatal() {} };

/** Uses a console until its home has a file of every kind, and closes it. */
export async function aUsedHome() {
  const used = await aConsole({ clock: drivenClock(Date.now()) });
  const { ask, home, opened, world } = used;
  await ask('preferences.save', { theme: 'dark' });
  await ask('tenants.pin', { tenantId: 'northwind', name: 'Northwind', pinned: true });
  await ask('lookup.noteOpened', { place: { kind: 'tenant', tenantId: 'northwind' } });
  await ask('explorer.refuse', {
    system: 'extraction',
    entity: 'Document',
    by: ['fileName'],
    question: 'Which document has this name?',
  });
  await ask('catalogue.saveDraft', {
    name: 'mine',
    text: JSON.stringify({ ...catalogue.hr, id: 'mine' }),
    fingerprint: null,
  });
  await redriveAndDiscard(ask);
  await opened.close();

  const session = { ...aSession(), sandboxResets: 0 };
  const desk = openDeskStore({
    home,
    session: () => session,
    onSession: () => undefined,
    log: silent,
    now: Date.now,
  });
  for (const documentId of ['d-1', 'd-2']) leaveReviewFiles(desk, documentId);
  const meter = openMeterStore({ home, log: silent, now: Date.now }).of('local', 'a world');
  const totals = addTotals(
    computeTotals({ textract: { pages: 1, ms: 10 }, gapFill: null, verify: null }),
    computeTotals(null),
  );
  for (const batchId of ['b-1', 'b-2', 'b-3']) {
    const of = { tenantId: 'northwind', projectId: 'p', workflowId: 'w', createdAt: null, day: null };
    const batch = {
      ...of,
      batchId,
      run: 1,
      documents: 1,
      isCounted: true,
      processed: 1,
      isInWork: false,
      stamp: '1',
    };
    meter.keep(batch, { totals, repeated: 0 });
  }
  leaveCostFiles(home);
  leaveReturns(home);
  saveWindowState(home, { x: 0, y: 0, width: 1_440, height: 900, maximized: false }, silent);
  writeFileSync(join(home, 'connections.json'), '{\n  "connections": []\n}\n');
  writeFileSync(join(home, 'connections.json.before'), '{\n  "connections": []\n}\n');
  openAnchorRecords(home).add(
    { chain: 'a-chain', connection: 'local', person: 'admin', sequence: 1, hash: 'h' },
    new Date().toISOString(),
  );
  leaveSandboxState(join(home, 'local'));
  return { home, world };
}

type Ask = <N extends OperationName>(operation: N, input: InputOf<N>) => Promise<OutputOf<N>>;

async function redriveAndDiscard(ask: Ask): Promise<void> {
  const { rows } = await ask('dead-letters.sample', { queue, most: 8, holdSeconds: 600 });
  const ids = rows.map(({ messageId }) => messageId);
  for (const [kind, messageIds] of [
    ['redrive-messages', ids.slice(0, 2)],
    ['discard-messages', ids.slice(2, 5)],
  ] as const) {
    const { planId, hash } = await ask('plans.make', { target: { kind, queue, messageIds } });
    const { jobId } = await ask('plans.start', {
      planId,
      hash,
      reason: 'As the test wants it',
      ...(kind === 'discard-messages' && { typed: { environment: 'sandbox', count: '3' } }),
    });
    for (let turn = 0; turn < 400; turn += 1) {
      const { receipts } = await ask('jobs.receipts', { jobId, offset: 0 });
      if (receipts.every(({ state }) => state !== 'waiting' && state !== 'sending')) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function leaveReviewFiles(desk: ReturnType<typeof openDeskStore>, documentId: string): void {
  const key = { tenantId: 'northwind', projectId: 'p', batchId: 'b', documentId };
  const at = new Date().toISOString();
  desk.saveDraft(key, {
    key,
    fileName: 'a.pdf',
    version: 1,
    edits: {},
    comment: 'Half typed',
    intentKey: 'intent-key-of-the-test-1',
    sent: null,
    savedAt: at,
  });
  desk.postpone(key, 'a.pdf', new Date(Date.now() + 3_600_000).toISOString());
  desk.note({ kind: 'approve', corrected: false, seconds: 4 });
  desk.keepDecision(key, { key, fileName: 'a.pdf', kind: 'approve', at, version: 1, holdUntil: null });
}

function leaveCostFiles(home: string): void {
  const set = { usd: '5', months: {}, version: 1, setBy: 'admin' };
  const place = { tenantId: 'northwind', workflow: '' };
  openBudgetsFile({ home, log: silent, now: Date.now }).put('local', place, () => set);
  writeFileSync(join(home, 'told-costs.json'), `${JSON.stringify({ told: ['local|over-budget'] })}\n`);
  // Chromium keeps its own files here where the console has a window.
  mkdirSync(join(home, 'electron'));
  writeFileSync(join(home, 'electron', 'Preferences'), '{}');
}

/** A message of a job of this home has come back after the job had ended. */
function leaveReturns(home: string): void {
  const ledger = readdirSync(join(home, 'jobs')).find((name) => name.endsWith('.messages.jsonl'));
  const jobId = ledger?.replace('.messages.jsonl', '') ?? '';
  const sent = { jobId, id: 'm-1', newId: 'n-1', mark: null, sentAt: new Date().toISOString() };
  const ledgers = { listSentFrom: () => [sent] };
  const returns = openLaterReturns({ home, ledgers, now: Date.now, log: silent });
  const message = { messageId: 'n-1', receiptHandle: 'h', body: '{}', attributes: {}, system: {} };
  returns.note('local', queue, [message]);
}

/** The state of a sandbox as a clean stop leaves it. Its own tests run whole worlds. */
function leaveSandboxState(folder: string): void {
  mkdirSync(folder);
  const journal = openJournal(folder);
  const things = journal.collection<string>('things');
  for (const key of ['a', 'b', 'c']) {
    things.set(key, key.repeat(50));
    journal.flush();
  }
  journal.close();
  blobsIn(join(folder, 'blobs')).put(Buffer.from('A page that was scanned'));
}

/** Opens a console on a home, over the world of another. */
export async function reopenConsole(home: string, world: SandboxUnderTest) {
  const { answer } = serveSandbox(world.sandbox);
  const opened: Console = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0',
    examineSandbox,
    openSandbox: () =>
      Promise.resolve({
        requestHandler: requestHandler(answer),
        region: 'local',
        accountId: '000000000000',
        pipeline: sandboxPipeline(answer),
        control: sandboxControl(answer),
        hasEnded: () => false,
        close: () => Promise.resolve(),
      }),
  });
  let keys = 0;
  const call = async <N extends OperationName>(
    operation: N,
    input: InputOf<N>,
  ): Promise<Result<OutputOf<N>>> => {
    keys += 1;
    const request = { operation, input, idempotencyKey: `key-of-reopened-${keys}` };
    return (await opened.gate.call(trusted, request)) as Result<OutputOf<N>>;
  };
  const ask: Ask = async (operation, input) => valueOf(await call(operation, input));
  await ask('session.actAs', { personaId: 'admin' });
  return { opened, call, ask };
}
