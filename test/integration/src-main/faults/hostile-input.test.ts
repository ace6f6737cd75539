import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { realClock } from '#local/world/clock.ts';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import { openConsole } from '#main/compose/open-console.ts';
import {
  contract,
  operationNames,
  type InputOf,
  type OperationName,
  type OutputOf,
} from '#shared/contract/contract.ts';
import { failureSchema, type Result } from '#shared/contract/result.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { anAccount } from '#test/builders/an-account.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { findDownloads, letters } from '#test/builders/canary/plant-canaries.ts';
import { aBag } from '../canary/a-bag.ts';
import { anInput, type Bag } from '../canary/an-input.ts';

const inputsEach = chooseRuns({ short: 2, long: 60 });
const isLong = inputsEach > 2;
const mostMs = 500;

/** The account is up and answers everything, so each of these would be a lie or an accident. */
const unforeseen: ReadonlySet<string> = new Set([
  'unexpected',
  'host-unreachable',
  'pipeline-unreachable',
  'pipeline-unreadable',
  'aws-unreachable',
  'throttled',
]);

/** These change which connection is open, who is signed in, or whether anything may be written. They come last. */
const isLast = (name: OperationName): boolean => /^(?:connections|session)\./.test(name);

it(
  `answers or refuses ${inputsEach} hostile inputs of every operation, whoever asks`,
  async () => {
    const account = await anAccount({ clock: realClock() });
    const callers = [...sandboxPersonas.map(({ id }) => id), 'a stranger'];
    const bags = await buildBags(await openFor(account, 'admin'));
    const problems: string[] = [];
    const slow: string[] = [];
    const answers = new Map<string, number>();
    let calls = 0;
    let slowest = { ms: 0, operation: '' };

    for (const callerId of callers) {
      const opened = await openFor(account, callerId);
      const random = seededRandomness(`hostile input of ${callerId}`);
      const names = operationNames.toSorted((left, right) => Number(isLast(left)) - Number(isLast(right)));
      for (const operation of names) {
        for (let count = 0; count < inputsEach; count += 1) {
          const input = spoil(random, drawInput(operation, bags, random));
          const before = account.asked.length;
          const began = performance.now();
          const answer = await opened.ask(operation, input);
          const ms = performance.now() - began;
          calls += 1;
          const code = answer.ok ? 'answered' : answer.failure.code;
          answers.set(code, (answers.get(code) ?? 0) + 1);
          const call = `${callerId}: ${operation} ${JSON.stringify(input).slice(0, 300)}`;
          if (!answer.ok) problems.push(...findProblems(answer, call));
          if (account.asked.length > before) continue;
          if (ms > slowest.ms) slowest = { ms, operation };
          if (ms > mostMs) slow.push(`${Math.round(ms)} ms, ${call}`);
        }
      }
      await opened.close();
    }
    const told = [...answers].toSorted((left, right) => right[1] - left[1]).map((one) => one.join(': '));
    process.stdout.write(
      `${calls} hostile calls of ${operationNames.length} operations by ${callers.length} callers: ${told.join(', ')}; slowest without AWS: ${Math.round(slowest.ms)} ms, ${slowest.operation}\n`,
    );
    expect(problems).toEqual([]);
    // A busy machine must not fail the short run by its clock.
    if (isLong) expect(slow).toEqual([]);
    expect(answers.get('answered') ?? 0).toBeGreaterThan(operationNames.length);
  },
  60_000 + inputsEach * 120_000,
);

function findProblems(answer: Result<unknown> & { ok: false }, call: string): string[] {
  const { failure } = answer;
  const shown = `${call} → ${failure.code}: ${failure.message.slice(0, 400)}`;
  if (!failureSchema.safeParse(failure).success) return [`not of the published shape: ${shown}`];
  const isUnknown = /not known whether|unknown whether|unforeseen/i.test(failure.message);
  return unforeseen.has(failure.code) || isUnknown ? [shown] : [];
}

type Account = Awaited<ReturnType<typeof anAccount>>;

/** Opens a console for one person, or for a stranger, whose token the API does not know. */
async function openFor(account: Account, callerId: string) {
  const variable = `SLUICE_TEST_TOKEN_${callerId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
  const token = account.tokenOf(callerId) || 'no-token-of-ours';
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE111111111');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-the-account');
  vi.stubEnv(variable, token);
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = aHome();
  const connection = account.connection({
    pipelineApi: {
      baseUrl: `${account.address}/pipeline/v1`,
      auth: { kind: 'bearer', tokenFromEnvironment: variable },
    },
  });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: connection.id,
    version: '0',
    writeClipboard: () => Promise.resolve(),
  });
  let isOpen = true;
  let keys = 0;

  async function ask<N extends OperationName>(operation: N, input: unknown): Promise<Result<OutputOf<N>>> {
    if (contract[operation].kind === 'watch') {
      const watching = opened.gate.watch(trusted, { operation, input }, () => undefined);
      if (!watching.ok) return watching;
      // The first events may come a turn later.
      await new Promise((resolve) => setTimeout(resolve, 2));
      watching.value.stop();
      return { ok: true, value: undefined as never };
    }
    const idempotencyKey = `key-of-the-test-${(keys += 1)}`;
    return (await opened.gate.call(trusted, { operation, input, idempotencyKey })) as Result<OutputOf<N>>;
  }

  async function close(): Promise<void> {
    if (isOpen) await opened.close();
    isOpen = false;
  }
  onTestFinished(close);
  if (callerId !== 'a stranger') {
    const isSo = async (): Promise<void> =>
      expect(await ask('session.current', {})).toMatchObject({
        value: { signIn: { aws: { state: 'signed-in' }, pipeline: { state: 'signed-in' } } },
      });
    await vi.waitFor(isSo, { timeout: 30_000, interval: 200 });
  }
  return { connection, ask, close };
}

/** Finds real documents, messages and files, so that a call differs from a true one in one place only. */
async function buildBags({ connection, ask }: Awaited<ReturnType<typeof openFor>>): Promise<readonly Bag[]> {
  const say = async <N extends OperationName>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const answer = await ask(operation, input);
    if (!answer.ok) throw new Error(`${operation}: ${answer.failure.message}`);
    return answer.value;
  };
  const { date, downloadBatchId } = await findDownloads((day) => say('downloads.day', { date: day }));
  const files = await say('downloads.filesOfBatch', { batchId: downloadBatchId });
  const messages = await say('dead-letters.sample', { queue: letters, most: 10, holdSeconds: 600 });
  const around = {
    connectionId: connection.id,
    date,
    downloadBatchId,
    fileId: files.rows[0]?.fileId ?? 'none',
    messageIds: messages.rows.map(({ messageId }) => messageId),
  };
  const bags: Bag[] = [];
  for (const { tenantId } of (await say('tenants.list', {})).rows.slice(0, 2)) {
    for (const status of ['REVIEW_REQUIRED', 'FAILED'] as const) {
      const [batch] = (await say('batches.byStatus', { tenantId, status })).rows;
      if (batch === undefined) continue;
      const { batchId, projectId } = batch;
      const workflowId = batch.workflowId ?? '';
      const [document] = (await say('documents.ofBatch', { tenantId, batchId })).rows;
      if (document === undefined) continue;
      const { documentId } = document;
      const planted = { tenantId, projectId, batchId, workflowId, documentId, status, fields: ['total'] };
      bags.push(aBag(planted, around));
    }
  }
  if (bags.length === 0) throw new Error('The account has no batch to begin with');
  return bags;
}

function drawInput(operation: OperationName, bags: readonly Bag[], random: Randomness): Bag {
  const bag = pick(random, bags);
  const how = random.unit() < 0.3 ? 'least' : 'all';
  if (operation === 'plans.make') return { target: pick(random, listTargets(bag)) };
  return anInput(contract[operation], bag, how);
}

function listTargets(bag: Bag): Bag[] {
  const { tenantId, projectId, batchId, documentId, fileId, downloadBatchId, date, messageId } = bag;
  const messageIds = [messageId];
  return [
    { kind: 'reprocess', tenantId, projectId, batchId, documentIds: [documentId] },
    { kind: 'reprocess-many', of: { is: 'batches', batches: [{ tenantId, projectId, batchId }] } },
    { kind: 'requeue-files', fileIds: [fileId] },
    { kind: 'redrive-execution', batchId, run: 1 },
    { kind: 'stop-execution', batchId, run: 1 },
    { kind: 'trigger-downloads', date },
    { kind: 'close-downloads', batchId: downloadBatchId },
    { kind: 'discard-messages', queue: letters, messageIds },
    { kind: 'redrive-messages', queue: letters, messageIds },
    { kind: 'resend-messages', queue: letters, messageIds },
  ];
}

const hostileTexts = [
  '',
  '#',
  'a#b',
  '..',
  '../../etc/passwd',
  '/',
  'a/b',
  '%2e%2e%2f',
  '?x=1&y=2',
  'TENANT#northwind',
  'constructor',
  '__proto__',
  '\u0000',
  '\uD800',
  '\u202Eabc',
  'é'.repeat(300),
  'x'.repeat(70_000),
  '💥💥',
  '<script>alert(1)</script>',
  "'; DROP TABLE x; --",
  '{"a":1}',
  '9'.repeat(400),
  '-1',
  'NaN',
  '9999-99-99',
  '0000-01-01',
  '+275760-09-13',
  ' ',
  '\r\nX-Header: 1',
];
const hostileNumbers = [-1, 0, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE, 1_000_000];
const hostileThings = [null, true, [], {}, [[]], { a: { b: {} } }, ['#', '..', '/']];

function pick<T>(random: Randomness, choices: readonly [T, ...T[]] | readonly T[]): T {
  return choices[random.integer(choices.length)] as T;
}

/** Replaces what stands in one place of the input, adds to it, or takes it away. */
function spoil(random: Randomness, input: Bag): Bag {
  const names = Object.keys(input);
  if (names.length === 0 || random.unit() < 0.05) return { [pick(random, hostileTexts)]: anything(random) };
  const name = pick(random, names);
  if (random.unit() < 0.05) return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
  return { ...input, [name]: spoilValue(random, input[name], 0) };
}

function spoilValue(random: Randomness, value: unknown, depth: number): unknown {
  if (random.unit() < 0.15) return anything(random);
  if (Array.isArray(value) && value.length > 0) {
    if (random.unit() < 0.3) return Array.from({ length: pick(random, [0, 101, 3_000]) }, () => value[0]);
    return value.map((one, index) => (index === 0 ? spoilValue(random, one, depth + 1) : one));
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && depth < 4) {
    const name = pick(random, Object.keys(value));
    return { ...value, [name]: spoilValue(random, (value as Bag)[name], depth + 1) };
  }
  if (typeof value === 'number') return pick(random, hostileNumbers);
  if (typeof value === 'string') {
    return random.unit() < 0.4 ? value + pick(random, hostileTexts) : pick(random, hostileTexts);
  }
  return anything(random);
}

function anything(random: Randomness): unknown {
  return pick(random, [
    pick(random, hostileTexts),
    pick(random, hostileNumbers),
    pick(random, hostileThings),
  ]);
}
