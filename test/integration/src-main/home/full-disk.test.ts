import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Result } from '#shared/contract/result.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aUsedHome, reopenConsole } from '#test/builders/a-used-home.ts';
import { injectFileFaults } from '#test/builders/faulty-files.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

type Reopened = Awaited<ReturnType<typeof reopenConsole>>;

/** An action of a person, and how a console that is opened later sees that it was done. */
interface Act {
  readonly name: string;
  readonly act: (console: Reopened) => Promise<Result<unknown>>;
  readonly isDone: (console: Reopened) => Promise<boolean>;
}

it(
  'with no space left at any write, nothing is called done that is not on disk, and work goes on with room',
  { timeout: 3_000_000 },
  async () => {
    let { home: used, world } = await aUsedHome();
    const { writes } = await tryWrites(used, world, Number.POSITIVE_INFINITY);
    expect(writes).toBeGreaterThan(20);
    const every = Array.from({ length: writes }, (_, at) => at + 1);
    const random = seededRandomness('31');
    const some = chooseRuns({ short: 12, long: every.length });
    const chosen = every
      .map((at) => ({ at, place: random.unit() }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, some)
      .map(({ at }) => at);
    let refused = 0;
    const wrong: string[] = [];
    for (const [turn, at] of chosen.entries()) {
      // Each try takes messages from the queue of the world, which has so many and no more.
      if (turn % 10 === 9) ({ home: used, world } = await aUsedHome());
      const found = await tryWrites(used, world, at);
      refused += found.refused;
      wrong.push(...found.wrong);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(chosen.length / 2);
    process.stdout.write(
      `${chosen.length} of ${writes} writes failed in turn; ${refused} actions were refused\n`,
    );
  },
);

interface Found {
  readonly writes: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}

/** From this write on the disk is full, until every action was tried. Then there is room, and they are tried again. */
async function tryWrites(used: string, world: SandboxUnderTest, fullFrom: number): Promise<Found> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-full-'));
  cpSync(used, home, { recursive: true });
  let writes = 0;
  let hasRoom = true;
  let isCounted = false;
  const restore = injectFileFaults((call, path) => {
    // A full log stops nothing, which has tests of its own.
    if (call === 'read' || !path.startsWith(home) || path.startsWith(join(home, 'log'))) return undefined;
    if (isCounted) writes += 1;
    return writes >= fullFrom && !hasRoom ? 'ENOSPC' : undefined;
  });
  const wrong: string[] = [];
  const say = (what: string): void => void wrong.push(`write ${fullFrom}: ${what}`);
  try {
    const acts = listActs();
    const console = await reopenConsole(home, world);
    [isCounted, hasRoom] = [true, false];
    const answers = new Map<string, Told>();
    for (const { name, act } of acts) answers.set(name, whatWasTold(await act(console)));
    const refused = [...answers.values()].filter((told) => told !== 'done').length;
    const counted = writes;
    [isCounted, hasRoom] = [false, true];

    const second = await reopenConsole(home, world);
    for (const { name, isDone } of acts) {
      const told = answers.get(name);
      const isSo = await isDone(second);
      if (told === 'done' && !isSo) say(`${name} was called done and is not on disk`);
      if (told === 'refused' && isSo) say(`${name} was refused and is on disk`);
    }
    const left = acts.filter(({ name }) => answers.get(name) !== 'not recorded');
    for (const { name, act } of left) {
      if (answers.get(name) === 'refused' && !(await act(console)).ok)
        say(`${name} is still refused, with room again`);
    }
    await console.opened.close();
    await second.opened.close();
    const third = await reopenConsole(home, world);
    for (const { name, isDone } of left) if (!(await isDone(third))) say(`${name} is not on disk in the end`);
    if ((await third.ask('home.lost', {})).files.length > 0) say('a file was lost');
    await third.opened.close();
    return { writes: counted, refused, wrong };
  } catch (error) {
    return {
      writes,
      refused: 0,
      wrong: [`write ${fullFrom}: ${error instanceof Error ? (error.stack ?? '') : ''}`],
    };
  } finally {
    restore();
    rmSync(home, { recursive: true, force: true });
  }
}

/** `not recorded`: it was done, or may have been, and the answer says so; a person looks before they repeat it. */
type Told = 'done' | 'refused' | 'not recorded';

function whatWasTold(result: Result<unknown>): Told {
  if (result.ok) return 'done';
  return result.failure.code === 'unexpected' ? 'not recorded' : 'refused';
}

const queue = namesByConvention('sandbox').extraction.webhookDeadLetterQueue;
const key = { tenantId: 'northwind', projectId: 'p', batchId: 'b', documentId: 'd-3' };

const anEntry = {
  id: 'second',
  name: 'Second',
  environment: 'staging',
  stage: 'sandbox',
  aws: { region: 'eu-west-1', accountId: '111122223333', profile: 'second' },
};

function listActs(): readonly Act[] {
  return [
    {
      name: 'preferences.save',
      act: ({ call }) => call('preferences.save', { theme: 'light' }),
      isDone: async ({ ask }) => (await ask('preferences.read', {})).theme === 'light',
    },
    {
      name: 'explorer.refuse',
      act: ({ call }) =>
        call('explorer.refuse', {
          system: 'extraction',
          entity: 'Batch',
          by: ['name'],
          question: 'Which batch?',
        }),
      isDone: async ({ ask }) =>
        (await ask('explorer.refusals', {})).refusals.some(({ entity }) => entity === 'Batch'),
    },
    {
      name: 'catalogue.saveDraft',
      act: ({ call }) =>
        call('catalogue.saveDraft', {
          name: 'second',
          text: JSON.stringify({ ...catalogue.hr, id: 'second' }),
          fingerprint: null,
        }),
      isDone: async ({ ask }) =>
        (await ask('catalogue.files', {})).files.some(({ name }) => name === 'second'),
    },
    {
      name: 'review.saveDraft',
      act: ({ call }) =>
        call('review.saveDraft', {
          key,
          draft: {
            key,
            fileName: 'a.pdf',
            version: 1,
            edits: {},
            comment: 'Half typed',
            intentKey: 'intent-key-of-the-test-2',
            sent: null,
            savedAt: new Date().toISOString(),
          },
        }),
      isDone: async ({ ask }) =>
        (await ask('review.desk', {})).drafts.some(({ key: one }) => one.documentId === 'd-3'),
    },
    {
      name: 'review.postpone',
      act: ({ call }) =>
        call('review.postpone', {
          ...key,
          fileName: 'a.pdf',
          until: new Date(Date.now() + 7_200_000).toISOString(),
        }),
      isDone: async ({ ask }) =>
        (await ask('review.desk', {})).postponed.some(({ key: one }) => one.documentId === 'd-3'),
    },
    {
      name: 'tenants.pin',
      act: ({ call }) => call('tenants.pin', { tenantId: 'kestrel', name: 'Kestrel', pinned: true }),
      isDone: async ({ ask }) =>
        (await ask('tenants.list', {})).kept.some(({ tenantId }) => tenantId === 'kestrel'),
    },
    {
      name: 'connections.saveFile',
      async act({ call }) {
        const change = { kind: 'add' as const, entry: anEntry };
        const preview = await call('connections.previewFile', { change });
        if (!preview.ok) return preview;
        const { fingerprint } = preview.value;
        const saved = await call('connections.saveFile', { change, fingerprint });
        if (saved.ok && saved.value.answer.state !== 'saved') throw new Error(saved.value.answer.state);
        return saved;
      },
      isDone: async ({ ask }) =>
        (await ask('connections.list', {})).connections.some(({ id }) => id === anEntry.id),
    },
    jobAbout('redrive-messages'),
    jobAbout('discard-messages'),
  ];
}

/** A job of one message. A job that is called started is in its journal, and what it deleted from the queue in a file. */
function jobAbout(kind: 'redrive-messages' | 'discard-messages'): Act {
  let jobId = '';
  return {
    name: kind,
    async act({ call, ask }) {
      const sample = await call('dead-letters.sample', { queue, most: 1, holdSeconds: 600 });
      if (!sample.ok) return sample;
      // The sample also has what was received before. The first act takes its first message, and the other its last.
      const { messageId } = sample.value.rows.at(kind === 'redrive-messages' ? 0 : -1) ?? { messageId: '' };
      const { planId, hash } = await ask('plans.make', {
        target: { kind, queue, messageIds: [messageId] },
      });
      const typed = { environment: 'sandbox', count: '1' };
      const started = await call('plans.start', {
        planId,
        hash,
        reason: 'As the test wants it',
        ...(kind === 'discard-messages' && { typed }),
      });
      if (started.ok) jobId = started.value.jobId;
      return started;
    },
    async isDone({ call, ask }) {
      const receipts = await call('jobs.receipts', { jobId, offset: 0 });
      if (!receipts.ok || receipts.value.total === 0) return false;
      if (kind === 'redrive-messages') return true;
      const { messages } = await ask('dead-letters.discarded', { offset: 0 });
      const saved = new Set(messages.filter((one) => one.jobId === jobId).map(({ messageId }) => messageId));
      return receipts.value.receipts.every(({ id, state }) => state !== 'fixed' || saved.has(id));
    },
  };
}
