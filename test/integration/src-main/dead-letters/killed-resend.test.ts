import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { getDiscardFile } from '#main/dead-letters/discard-through.ts';
import { seal } from '#main/audit/line-file.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { mortalConsole, type Death, type MortalConsole } from './mortal-console.ts';

const standard = { queue: 'resend-dlq', source: 'resend' };
const { queue, source } = standard;
const fifo = { queue: 'resend-dlq.fifo', source: 'resend.fifo' };

/** Opens two queues, with discarded messages in a file of this home. Those of a FIFO queue are one group. */
async function aDesk(count: number, pair = standard) {
  const { aws, sqs, clock } = aPocketAws();
  const isFifo = pair.queue === fifo.queue;
  const kind = isFifo ? { FifoQueue: 'true' } : {};
  await sqs.send(new CreateQueueCommand({ QueueName: pair.queue, Attributes: kind }));
  const deadLetterTargetArn = `arn:aws:sqs:${aws.world.region}:${aws.world.account}:${pair.queue}`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 });
  await sqs.send(new CreateQueueCommand({ QueueName: pair.source, Attributes: { ...kind, RedrivePolicy } }));
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: pair.queue }));
  const bodies = Array.from({ length: count }, (_, at) => JSON.stringify({ number: at }));
  for (let from = 0; from < count; from += 10) {
    const Entries = bodies.slice(from, from + 10).map((MessageBody, at) => ({
      Id: String(at),
      MessageBody,
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'planted' } },
      ...(isFifo && { MessageGroupId: 'group', MessageDeduplicationId: String(from + at) }),
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
  const home = aHome();
  const live = (death: Death | null, at = home): MortalConsole =>
    mortalConsole({
      home: at,
      dispatch: aws.dispatch,
      place: { region: aws.world.region, accountId: aws.world.account },
      configured: [{ name: pair.queue, source: pair.source }],
      now: () => clock.now(),
      sleep: async (ms) => {
        await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(ms);
      },
      death,
    });
  const drain = async (name: string): Promise<Message[]> => {
    const { QueueUrl: url } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
    const all: Message[] = [];
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: url,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 43_200,
          MessageAttributeNames: ['All'],
        }),
      );
      if (Messages.length === 0) return all;
      all.push(...Messages);
    }
  };
  const first = live(null);
  const ids: string[] = [];
  for (;;) {
    const received = await first.queues.receive(pair.queue, { most: 10, visibilitySeconds: 3_600 });
    if (!received.ok) throw new Error(received.failure.message);
    if (received.value.length === 0) break;
    ids.push(...received.value.map(({ messageId }) => messageId));
    const hiddenUntil = clock.now() + 3_600_000;
    first.held.add(
      'local',
      pair.queue,
      received.value.map((message) => ({ message, receivedAt: clock.now(), hiddenUntil })),
    );
  }
  first.engine.start(aMessagePlan('discard-messages', 'discarding', ids, pair.queue), {
    by: 'admin',
    reason: 'Broken',
  });
  await runOn(first, 'discarding');
  const close = async (one: MortalConsole) => {
    one.redrive.close();
    await one.engine.close();
  };
  await close(first);
  return { aws, clock, home, live, drain, ids, close };
}

function aMessagePlan(
  kind: 'discard-messages' | 'resend-messages',
  planId: string,
  messageIds: readonly string[],
  from = queue,
): Plan {
  const plan = aPlan(messageIds.length);
  const items = plan.items.map((item, at) => ({
    ...item,
    id: messageIds[at] ?? '',
    name: null,
    version: null,
  }));
  const target = { kind, queue: from, messageIds: [...messageIds] };
  return { ...plan, planId, kind, target, tenantId: null, by: 'admin', items };
}

async function runOn(console_: MortalConsole, planId: string): Promise<void> {
  const { engine } = console_;
  for (let turn = 0; turn < 200_000 && !console_.isDead(); turn += 1) {
    const job = engine.jobs('local').find(({ jobId }) => jobId === planId);
    if (job?.state === 'done') return;
    if (job !== undefined && job.state !== 'running') engine.resume('local', planId, 'admin');
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!console_.isDead()) throw new Error(`It does not end: ${JSON.stringify(engine.jobs('local'))}`);
}

function countCopies(messages: readonly Message[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { MessageAttributes = {} } of messages) {
    const id = MessageAttributes['sluice.redriveOf']?.StringValue ?? 'none';
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  return copies;
}

it('sends discarded messages again with their bodies, their attributes and a mark of their origin', async () => {
  const { live, drain, ids, close, home } = await aDesk(13);
  expect(await drain(queue)).toEqual([]);
  const before = readFileSync(getDiscardFile(home, 'discarding'), 'utf8');
  const console_ = live(null);
  const { messages: listed, problems } = await console_.redrive.discarded.list('local');
  expect(listed.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
  expect([problems, listed.every(({ isDeleted, sentAgain }) => isDeleted && sentAgain === null)]).toEqual([
    [],
    true,
  ]);
  console_.engine.start(aMessagePlan('resend-messages', 'again', ids), { by: 'admin', reason: undefined });
  await runOn(console_, 'again');
  const arrived = await drain(source);
  expect(arrived.map(({ Body = '' }) => Body).toSorted()).toEqual(
    Array.from({ length: 13 }, (_, at) => JSON.stringify({ number: at })).toSorted(),
  );
  expect(
    arrived.every(({ MessageAttributes }) => MessageAttributes?.['kind']?.StringValue === 'planted'),
  ).toBe(true);
  expect([...countCopies(arrived).values()]).toEqual(ids.map(() => 1));
  const after = await console_.redrive.discarded.list('local');
  expect(
    after.messages.every(({ sentAgain }) => sentAgain?.state === 'sent' && sentAgain.jobId === 'again'),
  ).toBe(true);
  expect(readFileSync(getDiscardFile(home, 'discarding'), 'utf8')).toBe(before);
  await close(console_);
});

const hows = ['before', 'torn', 'after'] as const;

it('sends none twice when it is killed before, in or after each line and each call, and lists what is uncertain', async () => {
  let deaths = 0;
  for (let at = 1; at <= 14; at += 1) {
    for (const how of hows) {
      const { live, drain, ids, close } = await aDesk(3);
      const mortal = live({ at, how });
      try {
        mortal.engine.start(aMessagePlan('resend-messages', 'again', ids), {
          by: 'admin',
          reason: undefined,
        });
      } catch {
        // It died while it wrote the plan.
      }
      await runOn(mortal, 'again').catch(() => undefined);
      if (mortal.isDead()) deaths += 1;
      await close(mortal);
      const next = live(null);
      const job = next.engine.jobs('local').find(({ jobId }) => jobId === 'again');
      if (job !== undefined) await runOn(next, 'again');
      const copies = countCopies(await drain(source));
      const receipts = next.engine.receipts('local', 'again') ?? [];
      for (const { id, state } of receipts) {
        const told = [at, how, state, copies.get(id) ?? 0];
        expect([...told, (copies.get(id) ?? 0) <= 1]).toEqual([...told, true]);
        const isSilent = state !== 'uncertain' && (copies.get(id) ?? 0) === 0;
        expect([...told, isSilent]).toEqual([...told, false]);
      }
      const uncertain = receipts.filter(({ state }) => state === 'uncertain').map(({ id }) => id);
      const { messages } = await next.redrive.discarded.list('local');
      const listed = messages.filter(({ sentAgain }) => sentAgain?.state === 'uncertain');
      expect(listed.map(({ messageId }) => messageId).toSorted()).toEqual(uncertain.toSorted());
      await close(next);
    }
  }
  expect(deaths).toBeGreaterThan(20);
}, 120_000);

it('sends none of a FIFO group after one that may not have been sent, wherever it is killed', async () => {
  for (let at = 1; at <= 16; at += 1) {
    for (const how of hows) {
      const { live, drain, ids, close } = await aDesk(4, fifo);
      const mortal = live({ at, how });
      const plan = aMessagePlan('resend-messages', 'again', ids, fifo.queue);
      try {
        mortal.engine.start(plan, { by: 'admin', reason: undefined });
      } catch {
        // It died while it wrote the plan.
      }
      await runOn(mortal, 'again').catch(() => undefined);
      await close(mortal);
      const next = live(null);
      if (next.engine.job('local', 'again') !== null) await runOn(next, 'again');
      const arrived = (await drain(fifo.source)).map(({ Body }) => Body);
      const first = Array.from({ length: arrived.length }, (_, number) => JSON.stringify({ number }));
      expect([at, how, ...arrived]).toEqual([at, how, ...first]);
      const receipts = next.engine.receipts('local', 'again') ?? [];
      const notArrived = receipts.slice(arrived.length).map(({ state }) => state);
      expect(notArrived.every((state) => state === 'uncertain' || state === 'skipped')).toBe(true);
      await close(next);
    }
  }
}, 120_000);

it('sends none twice when two consoles of one home send the same messages at once', async () => {
  const { live, drain, ids, close } = await aDesk(25);
  const [one, other] = [live(null), live(null)];
  one.engine.start(aMessagePlan('resend-messages', 'first', ids), { by: 'admin', reason: undefined });
  other.engine.start(aMessagePlan('resend-messages', 'second', ids), { by: 'admin', reason: undefined });
  await Promise.all([runOn(one, 'first'), runOn(other, 'second')]);
  const copies = countCopies(await drain(source));
  expect([...copies.values()].every((count) => count === 1)).toBe(true);
  expect(copies.size).toBe(25);
  const receipts = [
    ...(one.engine.receipts('local', 'first') ?? []),
    ...(other.engine.receipts('local', 'second') ?? []),
  ];
  const skipped = receipts.filter(({ state }) => state === 'skipped');
  expect(skipped).toHaveLength(25);
  expect(new Set(skipped.map(({ note }) => note))).toEqual(
    new Set(['Another job has sent it meanwhile. It was not sent again.']),
  );
  await close(one);
  await close(other);
});

it('finds nothing in another home, because a file is on one machine only', async () => {
  const { live, ids, drain, close } = await aDesk(2);
  const elsewhere = live(null, aHome());
  expect(await elsewhere.redrive.discarded.list('local')).toEqual({ messages: [], problems: [] });
  elsewhere.engine.start(aMessagePlan('resend-messages', 'again', ids), { by: 'admin', reason: undefined });
  await runOn(elsewhere, 'again');
  const receipts = elsewhere.engine.receipts('local', 'again') ?? [];
  expect(receipts.map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  expect(await drain(source)).toEqual([]);
  await close(elsewhere);
});

it('says which file is damaged, cut or missing, and sends only what is as it was written', async () => {
  const { home, live, ids, drain, close } = await aDesk(4);
  const file = getDiscardFile(home, 'discarding');
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const damaged = lines.map((line, at) => (at === 1 ? line.replace('"number', '"nimber') : line));
  writeFileSync(file, `${damaged.join('\n')}\n`);
  const console_ = live(null);
  const { messages, problems } = await console_.redrive.discarded.list('local');
  expect(messages.filter(({ saved }) => saved === null)).toHaveLength(1);
  expect(problems).toEqual([
    {
      jobId: 'discarding',
      file,
      why: 'Line 2 is damaged. 1 discarded message cannot be shown or sent again. Put the file back from a backup.',
    },
  ]);
  console_.engine.start(aMessagePlan('resend-messages', 'again', ids), { by: 'admin', reason: undefined });
  await runOn(console_, 'again');
  expect(await drain(source)).toHaveLength(3);
  writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n`);
  expect((await console_.redrive.discarded.list('local')).problems).toMatchObject([
    {
      why: 'The file is shorter than it was. 2 discarded messages cannot be shown or sent again. Put the file back from a backup.',
    },
  ]);
  rmSync(file);
  expect(await console_.redrive.discarded.list('local')).toMatchObject({
    messages: { length: 4 },
    problems: [
      {
        why: 'The file is missing. 4 discarded messages cannot be shown or sent again. Put the file back from a backup.',
      },
    ],
  });
  await close(console_);
});

it('reads files of older versions, and never asks about a half line at the end', async () => {
  const { home, live, close } = await aDesk(1);
  const file = getDiscardFile(home, 'from-before');
  mkdirSync(dirname(file), { recursive: true });
  const old = {
    at: '2026-01-02T08:00:00.000Z',
    queue,
    messageId: 'old-1',
    body: '{"a":1}',
    attributes: {},
    system: {},
  };
  writeFileSync(file, `${JSON.stringify(old)}\n{"at":"2026-01-02T08:0`);
  const ledger = join(home, 'jobs', 'from-before.messages.jsonl');
  const at = '2026-01-02T08:00:00.000Z';
  for (const event of [
    { event: 'begun', at, connectionId: 'local', queue, kind: 'discard-messages' },
    { event: 'kept', at, messages: [{ id: 'old-1', handle: 'h' }] },
    { event: 'deleted', at, ids: ['old-1'] },
  ]) {
    appendFileSync(ledger, `${seal(JSON.stringify(event))}\n`);
  }
  const console_ = live(null);
  const { messages, problems } = await console_.redrive.discarded.list('local');
  expect(problems).toEqual([]);
  expect(messages.find(({ messageId }) => messageId === 'old-1')).toMatchObject({ isDeleted: true, queue });
  expect((await console_.redrive.discarded.list('elsewhere')).messages).toEqual([]);
  await close(console_);
});
