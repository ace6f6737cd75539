import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendBatch } from '#main/dead-letters/send-batch.ts';
import { deadLetterIds } from '#main/features/dead-letters/dead-letters-handlers.ts';
import { exportMessages } from '#main/features/dead-letters/export-messages.ts';
import { openMessage } from '#main/features/dead-letters/open-message.ts';
import { revealValue } from '#main/features/dead-letters/shown-message.ts';
import { shownSample } from '#main/features/dead-letters/message-rows.ts';
import { messageItem } from '#main/jobs/plans/plan-messages.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { mostBytes } from '#shared/domain/dead-letters/queue-messages.ts';
import { redriveOutcome } from '#shared/domain/redrive-outcome.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';
import { aRedrive } from '../../dead-letters/a-fake-queue.ts';
import { letters, partsOver } from './a-fake-queue.ts';
import { aPlantedSecret, type PlantedSecret } from './a-planted-secret.ts';

type Handler = (input: never, context: never) => unknown;

const runs = { numRuns: 300 };
const queue = letters;
const state = { sampledAt: 0, isWhole: true, calls: 1, retentionSeconds: 3_600, moves: [] };

describe('a secret anywhere in a message', { timeout: 60_000 }, () => {
  it('is in nothing that a page shows, nor in a masked export', () =>
    fc.assert(
      fc.asyncProperty(aPlantedSecret, async (planted) => {
        const { parts, ask } = aDesk(planted);
        const opened = await ask(openMessage(parts));
        const place = { connectionId: parts.session().connection.id, queue };
        const files = [
          await ask(exportMessages(parts), masked('json')),
          await ask(exportMessages(parts), masked('csv')),
        ];
        for (const said of [opened, shownSample(parts, place, state), ...files]) hides(said, planted);
        expect(opened).toMatchObject({ ok: true });
        expect(files).toMatchObject([{ ok: true }, { ok: true }]);
      }),
      runs,
    ));

  it('is in no plan, no receipt and no line of a ledger', () =>
    fc.assert(
      fc.asyncProperty(aPlantedSecret, async (planted) => {
        const { message, failure } = planted;
        for (const kind of ['redrive-messages', 'discard-messages'] as const) {
          const target = { kind, queue, messageIds: [message.messageId] };
          hides(messageItem(message.messageId, message, target, known), planted);
        }
        hides(shapeChanges(message.body, '{"x":1}'), planted);
        hides(shapeChanges('{"x":1}', message.body), planted);
        const { work, lines } = await aRedrive({ messages: [message] });
        await sendBatch({
          ...work,
          to: 'work',
          largest: mostBytes,
          messages: [message],
          before: new Map(),
          deleteFrom: work,
        });
        expect(lines.length).toBeGreaterThan(2);
        hides(lines, planted);
        if (failure !== null) for (const attempts of [1, 3]) hides(buildOutcome(failure, attempts), planted);
      }),
      runs,
    ));

  it('is in no audit entry, by any path that a page has been given', () =>
    fc.assert(
      fc.asyncProperty(aPlantedSecret, async (planted) => {
        const { parts, ask } = aDesk(planted);
        const opened = (await ask(openMessage(parts))) as { value: { body: { masked: { path: string }[] } } };
        for (const { path } of opened.value.body.masked) {
          hides(deadLetterIds('dead-letters.reveal', { queue, messageId: 'm1', path }), planted);
        }
      }),
      runs,
    ));

  it('is, as a pre-signed URL, in no full export, and is not revealed', () =>
    fc.assert(
      fc.asyncProperty(
        aPlantedSecret.filter(({ isSigned }) => isSigned),
        async (planted) => {
          const { parts, ask } = aDesk(planted);
          for (const format of ['json', 'csv'] as const) {
            hides(await ask(exportMessages(parts), { ...masked(format), isWhole: true }), planted);
          }
          const opened = (await ask(openMessage(parts))) as {
            value: { body: { masked: { path: string }[] } };
          };
          const paths = opened.value.body.masked.map(({ path }) => path);
          for (const path of [...paths, '', 'attribute:trace', 'attribute:context', 'attribute:blob']) {
            hides(await ask(revealValue(parts), { path }), planted);
          }
        },
      ),
      runs,
    ));
});

function aDesk({ message, failure }: PlantedSecret) {
  const items = failure === null ? [] : [aFailureItem(message.messageId, failure)];
  const parts = partsOver({}, { reader: aReader([items]).reader });
  const connectionId = parts.session().connection.id;
  parts.held.add(connectionId, queue, [{ message, receivedAt: 0, hiddenUntil: 8e12 }]);
  const ask = async (handler: Handler, more: object = {}): Promise<unknown> => {
    const input = { queue, messageId: message.messageId, ...more };
    return await handler(input as never, { role: 'admin' } as never);
  };
  return { parts, ask };
}

function aFailureItem(messageId: string, failure: NonNullable<PlantedSecret['failure']>) {
  const key = { PK: { S: `MESSAGE#${messageId}` }, SK: { S: 'FAILURE' } };
  const { code, message, stage } = failure;
  return aStoredItem({
    key,
    entity: 'MessageFailure',
    attributes: {
      ...key,
      code: { S: code },
      message: { S: message },
      stage: { S: stage },
      attempts: { N: '3' },
    },
  });
}

const known = {
  sentBefore: { of: () => null },
  connection: { id: 'local' },
  returns: { of: new Map(), unread: [] },
};

function masked(format: 'json' | 'csv') {
  return { messageIds: ['m1'], format, isWhole: false };
}

function buildOutcome(failure: NonNullable<PlantedSecret['failure']>, attempts: number) {
  return redriveOutcome({
    sentAt: 0,
    now: 1,
    waitMs: 180_000,
    foundBackAt: null,
    before: null,
    isDocumentShared: false,
    hints: [],
    failure: { ...failure, attempts, at: 1 },
    causeBefore: failure,
    mostReceives: 3,
    document: null,
    delivery: null,
  });
}

function hides(said: unknown, { hidden }: PlantedSecret): void {
  expect(JSON.stringify(said)).not.toContain(hidden);
}
