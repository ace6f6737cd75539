import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ConnectionReset, type WireRequest, type WireResponse } from '#local/aws/protocol/wire.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import { openDeskStore } from '#main/features/review/desk-store.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aReviewDesk, type ReviewDesk } from '../a-review-desk.ts';

/**
 * A longer run kills more often, as far as there are documents for it: `SLUICE_KILLS=40 npx vitest run
 * test/integration/src-main/features/review/crash`.
 */
const kills = Number(process.env['SLUICE_KILLS'] ?? 12);
const who = { id: 'reviewer', name: 'Teo', role: 'reviewer', tenants: '*' } as const;
const outDir = '.cache/crash-deciding';

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'decide-documents.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
}, 60_000);

it(
  `each document is decided once, as it was typed, after ${kills} kills around decisions`,
  async () => {
    const desk = await aReviewDesk();
    const rows = await allThatWaits(desk);
    const batches = new Set(rows.map(({ batchId }) => batchId));
    // Half of them need a second person, so there the first opinion is what must be given exactly once.
    const blind = new Set([...batches].filter((_, index) => index % 2 === 0));
    for (const batchId of blind) {
      const row = rows.find((one) => one.batchId === batchId);
      if (row !== undefined) await desk.tamper('batch', row, { secondReview: { S: 'blind' } });
    }
    // Some workflows of the sandbox ask for a second person themselves.
    for (const row of rows) if (await isBlind(desk, row)) blind.add(row.batchId);
    // A copy of an accepted document needs two people as well.
    const copies = new Set<string>();
    for (const row of rows) {
      const { knowledge } = await desk.read(row);
      if ((knowledge.earlier ?? []).length > 0) copies.add(row.documentId);
    }
    const lives = await liveThrough(desk, rows, seededRandomness('deciding'));
    for (const row of rows) {
      const made = (await readPassport(desk, row)).filter(
        (what) => what === 'approved' || what === 'first opinion',
      );
      expect([row.documentId, made]).toEqual([
        row.documentId,
        [blind.has(row.batchId) || copies.has(row.documentId) ? 'first opinion' : 'approved'],
      ]);
      const values = await decidedValues(desk, row);
      expect(values).toContain(`of ${row.documentId}`);
    }
    const own = openDeskStore({
      home: lives.home,
      session: () => aSession({ who }),
      onSession() {},
      log: { warn() {} },
      now: Date.now,
    });
    expect(own.drafts()).toEqual([]);
    const today = own.today();
    expect(today.approved).toBeLessThanOrEqual(rows.length);
    // A kill between a decision and its count loses the count.
    expect(today.approved).toBeGreaterThanOrEqual(rows.length - kills);
    expect(lives.killed).toBe(kills);
    process.stdout.write(
      `${lives.killed} kills, ${lives.broken} calls cut off; ${rows.length} documents, ${blind.size} of ${batches.size} ` +
        `batches under four eyes: 0 lost, 0 twice; ${today.approved} counted\n`,
    );
  },
  120_000 + kills * 3_000,
);

async function allThatWaits(desk: ReviewDesk): Promise<QueueRow[]> {
  const { rows } = valueOf(await desk.call('review.queue', { dueHours: 24, pageSize: 100 }));
  return rows.filter(
    ({ claimedBy, step, tenantId }) => !claimedBy && step === 'first' && tenantId !== 'quill',
  );
}

async function isBlind(desk: ReviewDesk, { tenantId, projectId, batchId }: QueueRow): Promise<boolean> {
  const read = await desk.doors().reader.run('extraction.batchByKey', { tenantId, projectId, batchId });
  return JSON.stringify(valueOf(read).items.map(({ attributes }) => attributes['secondReview'])).includes(
    'blind',
  );
}

async function readPassport(desk: ReviewDesk, { tenantId, documentId }: QueueRow): Promise<string[]> {
  const read = await desk.doors().reader.run('extraction.documentHistory', { tenantId, documentId });
  return valueOf(read).items.map(({ attributes: { what } }) =>
    what !== undefined && 'S' in what ? what.S : '',
  );
}

/** Returns the fields and the opinions, so that the value is found in either. */
async function decidedValues(desk: ReviewDesk, { tenantId, batchId, documentId }: QueueRow): Promise<string> {
  const key = { tenantId, batchId, documentId };
  const read = await desk.doors().reader.run('extraction.documentById', key, { consistent: true });
  return JSON.stringify(valueOf(read).items);
}

const moments = [
  'a decision arrives',
  'a decision has happened',
  'a claim has happened',
  'by the clock',
] as const;

interface Lives {
  readonly home: string;
  readonly killed: number;
  readonly broken: number;
}

/**
 * Runs one process after the other on one home folder, each killed at its moment. The last one runs to the
 * end.
 */
async function liveThrough(desk: ReviewDesk, rows: readonly QueueRow[], random: Randomness): Promise<Lives> {
  const home = aHome();
  const rowsFile = join(home, 'rows.json');
  writeFileSync(rowsFile, JSON.stringify(rows));
  let [killed, broken] = [0, 0];
  let child: ChildProcess | undefined;
  let moment: (typeof moments)[number] | undefined;
  let spared = 0;
  const server = await serveHttp(answer, { port: 0 });
  onTestFinished(() => server.close());
  // The API's own writes break as well, so it has changed something without knowing.
  desk.world.sandbox.aws.world.faults.set([
    { id: 'api', kind: 'reset-after-apply', operation: 'TransactWriteItems', mentions: 'REVIEW', share: 0.1 },
  ]);
  for (let isOver = false; !isOver;) {
    const life = spawn(
      process.execPath,
      ['--no-warnings', `${outDir}/decide-documents.js`, `http://127.0.0.1:${server.port}`, home, rowsFile],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    child = life;
    onTestFinished(() => void life.kill('SIGKILL'));
    moment = killed < kills ? moments[killed % moments.length] : undefined;
    spared = random.integer(3);
    life.stdout.on('data', () => {
      if (moment === 'by the clock') setTimeout(() => life.kill('SIGKILL'), random.integer(60));
    });
    await new Promise((resolve) => life.once('close', resolve));
    if (life.signalCode === 'SIGKILL') killed += 1;
    else if (life.exitCode !== 0) throw new Error(`A life ended with ${life.exitCode}`);
    else isOver = true;
  }
  return { home, killed, broken };

  async function answer(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    const { path } = request;
    const [isDecision, isClaim] = [path.endsWith('/review'), path.endsWith('/claim')];
    if (isDecision && moment === 'a decision arrives') die();
    if (isDecision && random.unit() < 0.1) cutOff();
    const answered = await serveSandbox(desk.world.sandbox).answer(request, signal);
    if (isDecision && moment === 'a decision has happened') die();
    if (isClaim && moment === 'a claim has happened') die();
    if (isDecision && random.unit() < 0.1) cutOff();
    return answered;
  }

  function die(): void {
    spared -= 1;
    if (spared < 0) child?.kill('SIGKILL');
  }

  function cutOff(): never {
    broken += 1;
    throw new ConnectionReset('cut off');
  }
}
