import { createHash } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { ConnectionReset } from '#local/aws/protocol/wire.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import type { Sample } from '#shared/contract/dead-letters.ts';
import { aFifoDesk, dead, source, type FifoDesk } from './a-fifo-desk.ts';

const groups = Array.from({ length: 36 }, (_, at) => `group-${at + 1}`);
const numbers = [1, 2, 3, 4, 5];
/**
 * Each group has five messages, so SQS delivers two whole groups at a time. They arrived interleaved: the
 * first of every group, then the second.
 */
const letters = numbers.flatMap((number) =>
  groups.map((group) => ({ group, body: `${group} number ${number}` })),
);

describe('redriving the dead letters of a FIFO queue', () => {
  it('keeps groups, the order within each, and names each by its dead letter, several batches at once', async () => {
    const { desk, sample } = await aSampledDesk();
    expect(sample.rows).toHaveLength(letters.length);
    expect(new Set(sample.rows.map(({ groupId }) => groupId))).toEqual(new Set(groups));

    // The order is shuffled, because a person may have sorted the rows.
    const chosen = shuffled(sample.rows.map(({ messageId }) => messageId));
    const bodies = new Map(
      desk.held.of('local', dead).map(({ message }) => [message.messageId, message.body]),
    );
    const plan = await desk.plan(chosen);
    expect(plan.counts.go).toBe(letters.length);
    const { job } = await desk.carriedOut(plan);
    expect(job).toMatchObject({ state: 'done', counts: { unconfirmed: letters.length } });

    const arrived = await desk.drained(source);
    expect(byGroup(arrived)).toEqual(new Map(groups.map((group) => [group, numbers])));
    expect(await desk.drained(dead)).toEqual([]);
    for (const { Body, Attributes, MessageAttributes } of arrived) {
      const of = MessageAttributes?.['sluice.redriveOf']?.StringValue ?? '';
      expect(bodies.get(of)).toBe(Body);
      expect(Attributes?.MessageDeduplicationId).toBe(createHash('sha256').update(of).digest('hex'));
    }
  }, 60_000);

  it('lets no message of a group overtake one that SQS refuses in the middle', async () => {
    const { desk, sample } = await aSampledDesk((entry) =>
      entry.includes('group-7 number 2') ? 'refuse' : 'take',
    );
    const { receipts } = await desk.carriedOut(
      await desk.plan(sample.rows.map(({ messageId }) => messageId)),
    );
    const arrived = byGroup(await desk.drained(source));
    expect(arrived.get('group-7')).toEqual([1]);
    expect([...arrived.values()].filter(({ length }) => length === numbers.length)).toHaveLength(
      groups.length - 1,
    );
    expect(byGroup(await desk.drained(dead))).toEqual(new Map([['group-7', [2, 3, 4, 5]]]));
    expect(receipts.filter(({ state }) => state === 'refused')).toHaveLength(1);
    const behind = receipts.filter(({ state }) => state === 'skipped');
    expect(behind.map(({ note }) => note)).toEqual(
      Array(3).fill(expect.stringMatching(/^An earlier message of its group/)),
    );
  }, 60_000);

  it('waits with the rest of a group while one is throttled', async () => {
    let asked = 0;
    const { desk, sample } = await aSampledDesk((entry) =>
      entry.includes('group-9 number 2') && (asked += 1) < 4 ? 'later' : 'take',
    );
    await desk.carriedOut(await desk.plan(sample.rows.map(({ messageId }) => messageId)));
    expect(asked).toBe(4);
    expect(byGroup(await desk.drained(source))).toEqual(new Map(groups.map((group) => [group, numbers])));
  }, 60_000);

  it('holds the rest of a group behind one that may have been sent', async () => {
    let broken = 0;
    const { desk, sample } = await aSampledDesk((entry) =>
      entry.includes('group-5 number 2') && (broken += 1) === 1 ? 'break' : 'take',
    );
    const { receipts } = await desk.carriedOut(
      await desk.plan(sample.rows.map(({ messageId }) => messageId)),
    );
    expect(receipts.some(({ state }) => state === 'uncertain')).toBe(true);
    const arrived = byGroup(await desk.drained(source));
    for (const order of arrived.values()) expect(order).toEqual(numbers.slice(0, order.length));
    expect(arrived.get('group-5')).toEqual([1, 2]);
    expect(broken).toBe(1);
  }, 60_000);

  it('warns that others of a group would be overtaken if only later ones are chosen', async () => {
    const { desk, sample } = await aSampledDesk();
    const third = desk.held.of('local', dead).find(({ message }) => message.body === 'group-3 number 3');
    const plan = await desk.plan([third?.message.messageId ?? '']);
    expect(plan.checks).toContainEqual({
      says: '2 held messages come before some of these in the same message group and would be overtaken. Choose the whole group to keep its order',
      state: 'warning',
    });
    const whole = await desk.plan(sample.rows.map(({ messageId }) => messageId));
    expect(whole.checks.filter(({ state }) => state === 'warning')).toEqual([]);
  });
});

describe('sending the discarded messages of a FIFO queue again', () => {
  it.each(['refuse', 'break'] as const)(
    'lets none of a group overtake one of an earlier call: %s',
    async (fate) => {
      let fates = 0;
      const { desk, ids } = await aDiscard((entry) =>
        entry.includes('group-1 number 1') && (fates += 1) === 1 ? fate : 'take',
      );
      const { receipts } = await desk.carriedOut(await desk.plan(ids, 'resend-messages'));
      const stays = fate === 'refuse' ? 'refused' : 'uncertain';
      expect(receipts.filter(({ state }) => state === stays)).toHaveLength(1);
      const behind = receipts.filter(({ state }) => state === 'skipped');
      expect(behind.map(({ note }) => note)).toEqual(
        Array(4).fill(expect.stringMatching(/^An earlier message of its group/)),
      );

      // A person may decide that the rest of the group goes, with a plan of its own.
      const open = receipts.filter(({ state }) => state === stays || state === 'skipped');
      const later = await desk.plan(
        open.map(({ id }) => id),
        'resend-messages',
      );
      await desk.carriedOut(later, 'Its document says that it was not received');
      expect(byGroup(await desk.drained(source))).toEqual(new Map(groups.map((group) => [group, numbers])));
    },
    60_000,
  );

  it('holds a group behind one that another job may have sent meanwhile', async () => {
    let fates = 0;
    const { desk, ids } = await aDiscard((entry) =>
      entry.includes('group-2 number 1') && (fates += 1) === 1 ? 'break' : 'take',
    );
    const all = await desk.plan(ids, 'resend-messages');
    const second = all.items[1]?.id ?? '';
    await desk.carriedOut(await desk.plan([second], 'resend-messages'));
    const { receipts } = await desk.carriedOut(all);
    expect(receipts.filter(({ state }) => state === 'skipped')).toHaveLength(5);
    const expected = groups.map((group) => [group, group === 'group-2' ? [1] : numbers] as const);
    expect(byGroup(await desk.drained(source))).toEqual(new Map(expected));
  }, 60_000);
});

describe('the expiry of a FIFO dead letter', () => {
  it('counts from its arrival in the dead-letter queue', async () => {
    const desk = await aFifoDesk();
    await desk.die({ group: 'late', body: 'it' }, 3 * 3_600_000);
    const { rows } = await desk.sample();
    const [row] = rows;
    const retention = 345_600_000;
    expect(Date.parse(row?.expiresAt ?? '')).toBe(desk.clock.now() + retention);
    expect(row?.source).toBe(source);
  });
});

type Fate = 'take' | 'refuse' | 'later' | 'break';

async function aSampledDesk(
  fateOf: (entry: string) => Fate = () => 'take',
): Promise<{ desk: FifoDesk; sample: Sample }> {
  const desk = await aFifoDesk((dispatch) => sending(dispatch, fateOf));
  await desk.plant(letters);
  return { desk, sample: await desk.sample() };
}

/** Discards all letters, and returns their ids. */
async function aDiscard(
  fateOf: (entry: string) => Fate,
): Promise<{ desk: FifoDesk; ids: readonly string[] }> {
  const { desk, sample } = await aSampledDesk(fateOf);
  const ids = sample.rows.map(({ messageId }) => messageId);
  await desk.carriedOut(await desk.plan(ids, 'discard-messages'), 'A test');
  return { desk, ids };
}

/**
 * Decides the outcome of each entry of a sent batch. With `break`, the entries are sent but the answer is
 * lost.
 */
function sending(dispatch: Dispatch, fateOf: (entry: string) => Fate): Dispatch {
  return async (request, signal) => {
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch') return dispatch(request, signal);
    const text = Buffer.from(request.body).toString('utf8');
    const input = JSON.parse(text) as { Entries: { Id: string; MessageBody: string }[] };
    const fates = input.Entries.map((entry) => ({ entry, fate: fateOf(entry.MessageBody) }));
    const taken = fates.filter(({ fate }) => fate === 'take' || fate === 'break').map(({ entry }) => entry);
    const failed = fates
      .filter(({ fate }) => fate === 'refuse' || fate === 'later')
      .map(({ entry: { Id }, fate }) => ({
        Id,
        Code: fate === 'later' ? 'InternalError' : 'InvalidMessageContents',
        SenderFault: fate === 'refuse',
      }));
    if (taken.length === 0) return answer({ Successful: [], Failed: failed });
    const { 'content-length': _, ...headers } = request.headers;
    const body = Buffer.from(JSON.stringify({ ...input, Entries: taken }));
    const answered = await dispatch({ ...request, headers, body }, signal);
    if (fates.some(({ fate }) => fate === 'break')) throw new ConnectionReset('after it happened');
    const said = JSON.parse(Buffer.from(answered.body).toString('utf8')) as { Failed?: object[] };
    return answer({ ...said, Failed: [...(said.Failed ?? []), ...failed] });
  };
}

function answer(body: object) {
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(body),
  };
}

/** Returns the numbers of each group in the order in which they are received. */
function byGroup(messages: readonly Message[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const { Body = '', Attributes } of messages) {
    const group = Attributes?.MessageGroupId ?? '';
    expect(Body.startsWith(`${group} number`)).toBe(true);
    all.set(group, [...(all.get(group) ?? []), Number(Body.split(' ').at(-1))]);
  }
  return all;
}

function shuffled(ids: readonly string[]): string[] {
  const random = seededRandomness('a person');
  return ids
    .map((id) => ({ id, at: random.unit() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ id }) => id);
}
