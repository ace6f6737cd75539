import { appendFileSync, createWriteStream, readFileSync } from 'node:fs';
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { app, BrowserWindow, type WebContents } from 'electron';
import type { OperationName } from '#shared/contract/contract.ts';
import type { Queues, Sample } from '#shared/contract/dead-letters.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { QueuePage } from '#shared/contract/review.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';

/*
 * Electron loads this before the console, in its main process, and it works in the window as a person does. No debugger
 * is attached but while a sample is taken, because a debugger keeps what the page has received and said.
 */

export interface HourSettings {
  /** How long each round takes, in which every page is visited once. */
  readonly roundsMs: readonly number[];
  readonly seed: number;
  /** Each sample is a line of this file. */
  readonly file: string;
  /**
   * Heap snapshots of the window are written beside the file after these rounds. Main writes none, because one costs it
   * 35 MB that it keeps.
   */
  readonly snapshots: readonly number[];
}

export interface HourSample {
  readonly minute: number;
  readonly pages: number;
  readonly jobs: number;
  readonly window: {
    readonly heapBytes: number;
    readonly privateBytes: number;
    readonly nodes: number;
    readonly listeners: number;
    readonly documents: number;
  };
  readonly main: {
    readonly heapBytes: number;
    /** V8 has compiled so much of the heap. */
    readonly codeBytes: number;
    readonly residentBytes: number;
    readonly privateBytes: number;
  };
  /** These went wrong since the last sample. */
  readonly problems: readonly string[];
}

const { roundsMs, seed, file, snapshots } = JSON.parse(process.env['SLUICE_HOUR'] ?? '') as HourSettings;
const random = seeded(seed);
/** The page on which each sample is taken. */
const restingPlace = '/settings';
const settleMs = 1_500;

void app.whenReady().then(work);

async function work(): Promise<void> {
  const contents = await openedWindow();
  const problems: string[] = [];
  let [pages, jobs] = [0, 0];
  await attempt(() => call(contents, 'tenants.list', {}));
  const started = performance.now();
  let end = started;
  for (const [index, roundMs] of roundsMs.entries()) {
    const round = index + 1;
    end += roundMs;
    const addresses = (await attempt(() => listAddresses(contents))) ?? [];
    // One job in two rounds, by turns of both kinds.
    if (round % 2 === 1) {
      await attempt(async () => {
        const hasRedriven = round % 4 === 1 && (await redrive(contents));
        if (!hasRedriven) await reprocess(contents);
        jobs += 1;
      });
    }
    const each = (end - performance.now() - 4_000) / addresses.length;
    for (const address of addresses) {
      await attempt(() => visit(contents, address, each));
      pages += 1;
    }
    await attempt(() => visit(contents, restingPlace, settleMs));
    await pause(Math.max(0, end - performance.now()));
    const minute = (end - started) / 60_000;
    const sample: HourSample = { minute, pages, jobs, ...(await takeSample(contents)), problems };
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
    problems.length = 0;
    if (snapshots.includes(round)) await writeSnapshot(contents, `${file}.${String(round)}.heapsnapshot`);
  }
  app.quit();

  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      problems.push(String(error).slice(0, 300));
      return undefined;
    }
  }
}

async function openedWindow(): Promise<WebContents> {
  for (;;) {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const isThere = await contents
      ?.executeJavaScript(`document.querySelector('nav') !== null`)
      .catch(() => false);
    if (contents !== undefined && isThere === true) return contents;
    await pause(200);
  }
}

/** Returns a round of all pages, with a batch, a document and an execution that change from round to round. */
async function listAddresses(contents: WebContents): Promise<readonly string[]> {
  const { batch, documents } = await findFailed(contents);
  const { tenantId: tenant } = batch;
  const { rows } = await call<QueuePage>(contents, 'review.queue', { dueHours: 24, pageSize: 50 });
  const waiting = pick(rows.filter(({ claimedBy }) => claimedBy === null));
  const key = [waiting.tenantId, waiting.projectId, waiting.batchId, waiting.documentId].join('/');
  const ofBatch = `/triage?tenant=${tenant}&batch=${batch.batchId}`;
  return [
    '/today',
    '/triage',
    `/triage?tenant=${tenant}&status=FAILED`,
    ofBatch,
    `${ofBatch}&document=${pick(documents).documentId}`,
    `${ofBatch}&part=timeline`,
    '/incidents',
    '/review',
    `/review?document=${encodeURIComponent(key)}`,
    `/dead-letters?queue=${await pickQueue(contents)}`,
    '/downloads',
    '/workflows',
    `/costs?days=${pick(['1', '7'])}`,
    '/monitor',
    `/activity?tab=${pick(['everyone', 'jobs', 'audit'])}`,
    '/explorer',
    `/find?id=${batch.batchId}`,
    '/help',
  ];
}

async function visit(contents: WebContents, address: string, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  contents.send('bridge', { navigate: address });
  await pause(Math.min(forMs / 2, settleMs));
  await contents.executeJavaScript(lookAround);
  if (random() < 0.2) await openPalette(contents);
  await pause(Math.max(0, end - performance.now()));
}

/** Scrolls the lists to their end and back, reads them again, copies an id and moves the pointer over a row. */
const lookAround = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const lists = [...document.querySelectorAll('main *')].filter(
    (one) => one.scrollHeight > one.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(one).overflowY),
  );
  for (const end of [true, false]) {
    for (const list of lists) list.scrollTop = end ? list.scrollHeight : 0;
    await pause(120);
  }
  document.querySelector('main button[aria-label^="Copy"]')?.click();
  document.querySelector('main button[aria-label="Read again"]')?.click();
  const row = document.querySelector('main [role=row]:nth-child(2), main li a');
  row?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
})()`;

async function openPalette(contents: WebContents): Promise<void> {
  const press = (keyCode: string, modifiers: ('control' | 'shift')[] = []): void => {
    for (const type of ['keyDown', 'keyUp'] as const) contents.sendInputEvent({ type, keyCode, modifiers });
  };
  press('k', ['control']);
  await pause(250);
  await contents.insertText(pick(['northwind', 'failed', 'costs', 'webhook']));
  await pause(400);
  press('Escape');
  press('Escape');
  await pause(200);
}

async function reprocess(contents: WebContents): Promise<void> {
  const { batch, documents } = await findFailed(contents);
  const { tenantId, projectId, batchId } = batch;
  const documentIds = documents.slice(0, 3).map(({ documentId }) => documentId);
  await startPlan(contents, { kind: 'reprocess', tenantId, projectId, batchId, documentIds });
}

/** Returns false where all messages of the queue are held already, or on their way. */
async function redrive(contents: WebContents): Promise<boolean> {
  const queue = await pickQueue(contents);
  const sample = await call<Sample>(contents, 'dead-letters.sample', { queue, most: 5, holdSeconds: 60 });
  const messageIds = sample.rows.slice(0, 3).map(({ messageId }) => messageId);
  if (messageIds.length === 0) return false;
  await startPlan(contents, { kind: 'redrive-messages', queue, messageIds });
  return true;
}

async function startPlan(contents: WebContents, target: object): Promise<void> {
  const { planId, hash, cannotStart } = await call<Plan>(contents, 'plans.make', { target });
  if (cannotStart !== null) throw new Error(`${JSON.stringify(target)}: ${cannotStart}`);
  await call(contents, 'plans.start', { planId, hash, reason: 'An hour of work' });
}

async function pickQueue(contents: WebContents): Promise<string> {
  const { queues } = await call<Queues>(contents, 'dead-letters.queues', {});
  return pick(queues).name;
}

/** Jobs mend documents, so tenants and batches are tried until one has failed documents. */
async function findFailed(contents: WebContents) {
  const byTenant = await Promise.all(
    ['northwind', 'kestrel', 'vesper', 'alder-finch'].map(async (tenantId) => {
      const input = { tenantId, status: 'FAILED', pageSize: 100 };
      return (await call<Rows<Batch>>(contents, 'batches.byStatus', input)).rows;
    }),
  );
  const batches = byTenant.flat();
  for (;;) {
    const batch = pick(batches);
    const { tenantId, batchId } = batch;
    const input = { tenantId, batchId, status: 'FAILED' };
    const documents = (await call<Rows<DocumentRow>>(contents, 'documents.byStatus', input)).rows;
    if (documents.length > 0) return { batch, documents };
    batches.splice(batches.indexOf(batch), 1);
  }
}

interface Rows<T> {
  readonly rows: readonly T[];
}

async function call<T>(contents: WebContents, operation: OperationName, input: object): Promise<T> {
  const asked = [operation, input].map((part) => JSON.stringify(part)).join(', ');
  const script = `globalThis.bridge.call(${asked}, crypto.randomUUID())`;
  const result = (await contents.executeJavaScript(script)) as Result<T>;
  if (!result.ok) throw new Error(`${operation}: ${result.failure.message}`);
  return result.value;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function takeSample(contents: WebContents): Promise<Pick<HourSample, 'window' | 'main'>> {
  const { debugger: inspector } = contents;
  inspector.attach('1.3');
  try {
    for (let again = 0; again < 3; again += 1) await inspector.sendCommand('HeapProfiler.collectGarbage');
    const { usedSize } = (await inspector.sendCommand('Runtime.getHeapUsage')) as { usedSize: number };
    const counts = (await inspector.sendCommand('Memory.getDOMCounters')) as Record<string, number>;
    for (let again = 0; again < 3; again += 1) collect();
    const code = getHeapCodeStatistics();
    return {
      window: {
        heapBytes: usedSize,
        privateBytes: readPrivateBytes(contents.getOSProcessId()),
        nodes: counts['nodes'] ?? Number.NaN,
        listeners: counts['jsEventListeners'] ?? Number.NaN,
        documents: counts['documents'] ?? Number.NaN,
      },
      main: {
        heapBytes: process.memoryUsage().heapUsed,
        codeBytes: code.code_and_metadata_size + code.bytecode_and_metadata_size,
        residentBytes: process.memoryUsage().rss,
        privateBytes: readPrivateBytes(process.pid),
      },
    };
  } finally {
    inspector.detach();
  }
}

/** Returns what no file backs, which no other process shares; other files of a sandboxed process cannot be read. */
function readPrivateBytes(pid: number): number {
  const [, kilobytes] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

async function writeSnapshot(contents: WebContents, path: string): Promise<void> {
  const { debugger: inspector } = contents;
  const out = createWriteStream(path);
  const onMessage = (_event: unknown, method: string, { chunk }: { readonly chunk?: string }): void => {
    if (method === 'HeapProfiler.addHeapSnapshotChunk') out.write(chunk);
  };
  inspector.attach('1.3');
  inspector.on('message', onMessage);
  await inspector.sendCommand('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  inspector.off('message', onMessage);
  inspector.detach();
  await new Promise<void>((resolve) => out.end(resolve));
}

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns the same numbers between 0 and 1 for the same seed (Mulberry32). */
function seeded(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
