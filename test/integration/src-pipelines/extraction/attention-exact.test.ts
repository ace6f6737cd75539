import { describe, expect, it } from 'vitest';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { seededRandomness } from '#local/world/randomness.ts';
import { mostUnitsOfRead, rebuildAttention } from '#pipelines/extraction/rebuild-attention.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import {
  aRound,
  changeSomething,
  consume,
  pickWindow,
  type Figures,
  type Round,
} from './attention-rounds.ts';
import { inOrder, listKept, recount } from './recount-attention.ts';

const rounds = Number(process.env['SLUICE_ROUNDS'] ?? 12);
const seed = process.env['SLUICE_SEED'] ?? 'attention';

describe('attention', { timeout: 1_800_000 }, () => {
  it('is what a recount gives, however its consumer was killed and its records came', async () => {
    const { figures } = await playRounds('recount', async (round) => {
      // A stream gives each record until the consumer has said that it is done.
      await consume(round, round.records, { mayKill: false });
    });
    expect(figures.kills).toBeGreaterThan(rounds);
  });

  it('is what a recount gives after a rebuild, whatever was lost, deleted or damaged', async () => {
    await playRounds('rebuild', async (round) => {
      await damage(round);
      await rebuild(round);
    });
  });
});

async function playRounds(name: string, end: (round: Round) => Promise<void>): Promise<{ figures: Figures }> {
  const clients = aPocketAws();
  const figures: Figures = { changes: 0, calls: 0, kills: 0, repeats: 0, lost: 0 };
  for (let at = 0; at < rounds; at += 1) {
    const dice = seededRandomness(`${seed}-${name}-${at}`);
    const round = await aRound(clients, dice, figures, `${name}-${at}`);
    await liveThrough(round);
    await end(round);
    const [kept, counted] = [await listKept(round), await recount(round)];
    expect(inOrder(kept.attention), `attention of ${seed}-${name}-${at}`).toEqual(inOrder(counted.attention));
    expect(inOrder(kept.causes), `causes of ${seed}-${name}-${at}`).toEqual(inOrder(counted.causes));
  }
  if (process.env['SLUICE_FIGURES'] !== undefined) {
    process.stderr.write(`${JSON.stringify({ name, rounds, ...figures })}\n`);
  }
  return { figures };
}

/** Changes, while one or two consumers take some of the records, some twice, and are killed. */
async function liveThrough(round: Round): Promise<void> {
  const { dice, figures, records } = round;
  const steps = 5 + dice.integer(25);
  for (let step = 0; step < steps; step += 1) {
    const work = [changeSomething(round)];
    const consumers = dice.integer(3);
    for (let consumer = 0; consumer < consumers; consumer += 1) {
      const window = pickWindow(round);
      figures.repeats += window.length;
      work.push(consume(round, window, { mayKill: dice.unit() < 0.6 }));
    }
    await Promise.all(work);
  }
  figures.lost += records.length;
}

/** Some items are gone, some are not as they were, and some tell of batches that never were. */
async function damage({ parts, dice, ...round }: Round): Promise<void> {
  const { attention, causes } = await listKept({ parts, dice, ...round });
  const TableName = parts.names.extraction.table;
  for (const item of [...attention, ...causes]) {
    const lot = dice.unit();
    const Key = toItem({ PK: item['PK'], SK: item['SK'] });
    if (lot < 0.3) await parts.clients.dynamodb.send(new DeleteItemCommand({ TableName, Key }));
    else if (lot < 0.6) {
      const damaged: PlainItem = {
        ...item,
        version: 3,
        count: 99,
        h07: 4,
        waiting: 9,
        failures: {},
        firstAt: item['firstAt'],
      };
      const isKnown = item['PK'] === 'CAUSES#KNOWN';
      if (!isKnown)
        await parts.clients.dynamodb.send(new PutItemCommand({ TableName, Item: toItem(damaged) }));
    }
  }
  const [PK, SK] = ['ATTENTION#3', 'BATCH#nowhere#batch-9'];
  const gone = {
    PK,
    SK,
    GSI2PK: 'ATTENTION#FAILED#3',
    GSI2SK: '2026-01-01T00:00:00.000Z',
    projectId: 'a',
    version: 1,
  };
  await parts.clients.dynamodb.send(new PutItemCommand({ TableName, Item: toItem(gone) }));
}

/** In one call, or in several, as a small budget makes it. */
async function rebuild({ parts, dice }: Round): Promise<void> {
  const budget = dice.unit() < 0.5 ? 1_000_000 : mostUnitsOfRead + 80 + dice.integer(100);
  let from: string | undefined;
  for (let call = 0; call < 500; call += 1) {
    const { readUnits, stoppedAt } = await rebuildAttention(parts, {
      budget,
      ...(from !== undefined && { from }),
    });
    expect(readUnits).toBeLessThanOrEqual(budget);
    if (stoppedAt === undefined) return;
    from = stoppedAt;
  }
  throw new Error(`The rebuild did not get beyond ${from}`);
}
