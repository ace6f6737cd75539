import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { contract, type InputOf, type OperationName, type OutputOf } from '#shared/contract/contract.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { canary, marks, type CanaryKind } from '#test/builders/canary/canaries.ts';
import { everythingIn } from '#test/builders/canary/everything-in.ts';
import {
  letters,
  plantAttention,
  findDownloads,
  plantFile,
  plantMessage,
  plantValues,
  type BatchKey,
  type PlantedDocument,
} from '#test/builders/canary/plant-canaries.ts';
import { search } from '#test/builders/canary/search.ts';
import { aBag } from './a-bag.ts';
import { aWatchedConsole, type WatchedConsole } from './a-watched-console.ts';
import { everyMark, withoutDiscarded, withoutPurpose } from './shown-on-purpose.ts';
import { walkDrafts } from './walk-drafts.ts';
import { actOn, walkConsole } from './walk.ts';

const patience = { timeout: 300_000 };

it('no answer, event or file of a whole console contains a planted secret', patience, async () => {
  const watched = await aWatchedConsole();
  const { said, home, copied, credentials } = watched;
  await signedIn(watched);
  const planted = await plantedIn(watched);
  const { date } = planted;
  const { documents, messages, fileId, downloadBatchId } = planted;
  const of = (status: string): PlantedDocument => {
    const found = documents.find((one) => one.status === status);
    if (found === undefined) throw new Error(`No document is ${status}`);
    return found;
  };
  const messageIds = [...messages.keys()];
  const around = { connectionId: watched.connection.id, date, fileId, downloadBatchId, messageIds };
  const [review, failed, accepted] = [of('REVIEW_REQUIRED'), of('FAILED'), of('SUCCEEDED')];
  await walkConsole(
    watched,
    [review, failed, accepted].map((document) => aBag(document, around)),
  );
  await walkDrafts(watched, failed);
  await actOn(watched, { failed, opened: review, fileId, downloadBatchId, day: date, messageIds });
  await watched.close();

  const asked = new Set(said.map(({ operation }) => operation));
  expect(Object.keys(contract).filter((name) => !asked.has(name))).toEqual([]);
  const answered = new Set(said.filter((one) => one.ok).map(({ operation }) => operation));
  expect(Object.keys(contract).filter((name) => !answered.has(name))).toEqual(onlyRefused);

  const canaries = [...everyMark, ...credentials];
  const answers = said.map((one) => ({
    where: one.where,
    text: withoutPurpose(one, { documents, messages }),
  }));
  const files = everythingIn(home).map((file) => withoutDiscarded(file, messages));
  expect(
    search(canaries, [...answers, ...files, { where: 'the clipboard', text: copied.join('\n') }]),
  ).toEqual([]);
  const discarded = everythingIn(join(home, 'discarded'));
  const keptWhole = new Set(search(canaries, discarded).map(({ kind }) => kind));
  expect(keptWhole).toContain('message body');
  // The values shown on purpose were found, so the canaries were in the right places.
  const shown = new Set(search(canaries, said).map(({ kind, where }) => `${kind}: ${where}`));
  expect([...shown].toSorted()).toEqual(expect.arrayContaining([...shownOnPurpose]));
  expect([answers.length > 400, files.length > 30]).toEqual([true, true]);
  const size = (texts: readonly { readonly text: string }[]): number =>
    texts.reduce((sum, { text }) => sum + text.length, 0);
  process.stdout.write(
    `${answers.length} answers and events of ${asked.size} operations, ${size(answers)} characters; ${files.length} files, ${size(files)} characters\n`,
  );
});

/**
 * These operations always fail in this account. They belong to the sandbox, or to a sign-in that waits for a
 * code.
 */
const onlyRefused = [
  'session.actAs',
  'connections.answerCode',
  'connections.giveUpSignIn',
  'connections.unlock',
  'sandbox.read',
  'sandbox.setTraffic',
  'sandbox.reset',
  // No batch here is large enough to have a Map run.
  'executions.childOfDocument',
  'jobs.end',
];
const shownOnPurpose = [
  'message body: dead-letters.export',
  'message body: dead-letters.message',
  'message secret: dead-letters.reveal',
  'read value: documents.reveal',
  'read value: documents.revealFields',
  'read value: review.read',
];

it.each(Object.keys(marks) as CanaryKind[])(
  'the canary would find a handler that leaks a %s',
  async (kind) => {
    const { text } = canary(kind, 'a leak');
    const forms = [
      text,
      text.slice(0, 12),
      `https://x.example/?q=${encodeURIComponent(text)}`,
      ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${text}`).toString('base64')),
      Buffer.from(text).toString('base64url'),
      Buffer.from(text).toString('hex'),
      JSON.stringify(JSON.stringify({ text })),
      text.toUpperCase(),
      text.split('').toReversed().join(''),
    ];
    for (const form of forms) {
      const { gate } = aGate({ handlers: { 'connections.list': () => ok({ leak: form } as never) } });
      const answer = await gate.call(trusted, { operation: 'connections.list', input: {} });
      const found = search(everyMark, [{ where: 'connections.list', text: JSON.stringify(answer) }]);
      expect([form, found.map((one) => one.kind)[0]]).toEqual([form, kind]);
    }
    expect(search(everyMark, [{ where: 'nothing', text: 'A batch of 20 documents' }])).toEqual([]);
  },
);

async function signedIn({ ask }: WatchedConsole): Promise<void> {
  const both = { aws: { state: 'signed-in' }, pipeline: { state: 'signed-in' } };
  const isSo = async (): Promise<void> =>
    expect(await ask('session.current', {})).toMatchObject({ value: { signIn: both } });
  await vi.waitFor(isSo, { timeout: 30_000, interval: 300 });
}

async function plantedIn({ ask, account: { world } }: WatchedConsole) {
  const say = async <N extends OperationName>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const answer = (await ask(operation, input)) as Result<OutputOf<N>>;
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.value;
  };
  const batches: BatchKey[] = [];
  for (const { tenantId } of (await say('tenants.list', {})).rows.slice(0, 2)) {
    for (const status of ['REVIEW_REQUIRED', 'FAILED', 'SUCCEEDED'] as const) {
      const { rows } = await say('batches.byStatus', { tenantId, status });
      batches.push(...(rows.slice(0, 1) as BatchKey[]));
    }
  }
  const documents = await plantValues(world, batches);
  const { date, downloadBatchId } = await findDownloads((day) => say('downloads.day', { date: day }));
  const fileId = 'file-of-canaries';
  await plantFile(world, { fileId, batchId: downloadBatchId, now: Date.now() });
  await plantAttention(world);
  for (const name of ['one', 'two', 'three', 'four']) await plantMessage(world, `canaries-${name}`);
  const { rows } = await say('dead-letters.sample', { queue: letters, most: 100, holdSeconds: 600 });
  const messages = new Map(
    rows.flatMap(({ messageId, subject: { batchId } }) =>
      batchId?.startsWith('canaries-') === true ? [[messageId, batchId] as const] : [],
    ),
  );
  return { date, documents, messages, fileId, downloadBatchId };
}
