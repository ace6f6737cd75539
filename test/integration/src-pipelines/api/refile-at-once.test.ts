import { ReceiveMessageCommand, GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { divideAt } from '#shared/domain/review/filing.ts';
import { admin, anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { clientsThatDie } from './clients-that-die.ts';
import {
  aFiling,
  compareCounts,
  countBatches,
  newDocuments,
  listDocuments,
  readWidths,
  computeWidth,
  type Filing,
} from './filing.ts';
import { countRecords, readPassport } from './read-passport.ts';
import { ada } from './reviewers.ts';

const patience = { timeout: 60_000 };

describe('a filing that meets others', () => {
  it(
    'is made by one of two reviewers who file at the same time, and the other is told',
    patience,
    async () => {
      const api = await anApi({ crowd: 'filing' });
      for (let round = 0; round < 10; round += 1) {
        const { planted, other, workflow, part, file } = await aFiling(api, [2, 1], {
          batchId: `race-${round}`,
        });
        const [one, two] = await Promise.all([
          file([{ workflow: other, parts: [part(0)] }]),
          file([
            { workflow, parts: [part(0, 1, 1)] },
            { workflow, parts: [part(0, 2, 2)] },
          ]),
        ]);
        expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 412]);
        const { filed } = (await getDocument(api.parts, planted.at(0))) ?? {};
        expect(filed?.into).toHaveLength(one.status === 200 ? 1 : 2);
        expect(await readPassport(api, planted.at(0))).toHaveLength(1);
      }
    },
  );

  it(
    'is made once where it is sent 20 times with one key, and every answer is the same',
    patience,
    async () => {
      const api = await anApi({ crowd: 'one key' });
      const { other, part, file } = await aFiling(api, [1]);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => file([{ workflow: other, parts: [part(0)] }], { key: 'once' })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await countBatches(api, 'northwind', other.projectId)).toBe(2);
    },
  );

  it(
    'is finished by the same key wherever it was killed, and is never half made',
    { timeout: 120_000 },
    async () => {
      const api = await anApi();
      let killed = 0;
      for (let at = 1; ; at += 1) {
        const { planted, workflow, part } = await aFiling(api, [3], { batchId: `kill-${at}` });
        const { clients } = clientsThatDie(api.parts.clients, at);
        const sent = {
          as: ada,
          params: planted.at(0),
          ifMatch: 3,
          key: `kill-${at}`,
          body: {
            reason: 'Two in one',
            into: [
              { workflow, parts: [part(0, 1, 1)] },
              { workflow, parts: [part(0, 2, 3)] },
            ],
          },
        };
        const first = await api.callOn({ parts: { clients } }, 'refileDocument', sent);
        const between = await getDocument(api.parts, planted.at(0));
        const batchesBetween = between?.filed?.into[0]?.batchId;
        const answer = await api.call('refileDocument', sent);
        expect([at, answer.status]).toEqual([at, 200]);
        if (batchesBetween !== undefined) expect(answer.body.into[0].batchId).toBe(batchesBetween);
        if (first.status === 200) expect(first.text).toBe(answer.text);
        else killed += 1;
        const documents = await newDocuments(api, answer);
        expect(await Promise.all(documents.map((one) => readWidths(api, one)))).toEqual([[101], [102, 103]]);
        for (const id of [planted.batch.batchId, answer.body.into[0].batchId]) {
          const { stored, counted } = await compareCounts(api, 'northwind', id);
          expect(stored).toEqual(counted);
        }
        if (first.status === 200 && !clientsWereNeeded(at)) break;
      }
      expect(killed).toBeGreaterThan(8);
    },
  );

  it('gets its files from ingestion where it was killed and is never sent again', async () => {
    const api = await anApi();
    const { planted, workflow, part } = await aFiling(api, [2]);
    const { clients } = clientsThatDie(api.parts.clients, 'PutObjectCommand');
    const into = [1, 2].map((page) => ({ workflow, parts: [part(0, page, page)] }));
    const request = { reason: 'Two in one', into };
    await api.callOn({ parts: { clients } }, 'refileDocument', {
      as: ada,
      params: planted.at(0),
      ifMatch: 3,
      body: request,
    });
    const { filed } = (await getDocument(api.parts, planted.at(0))) ?? {};
    const batchId = filed?.into[0]?.batchId ?? '';
    const [document] = await listDocuments(api, 'northwind', batchId);
    await expect(readWidths(api, document ?? { objectKey: '' })).rejects.toThrow();
    const isFiled = ({ body }: { readonly body: string }): boolean => body.includes('"filed"');
    expect((await takeMessages(api)).filter(isFiled)).toEqual([]);
    await api.advance(61);
    const messages = (await takeMessages(api)).filter(isFiled);
    expect(messages).toHaveLength(1);
    const { batchItemFailures } = await api.functions.ingestFiles({ Records: messages });
    expect(batchItemFailures).toEqual([]);
    const documents = await listDocuments(api, 'northwind', batchId);
    expect(await Promise.all(documents.map((one) => readWidths(api, one)))).toEqual([[101], [102]]);
  });
});

async function takeMessages({ parts: { clients, names } }: Api) {
  const { QueueUrl } = await clients.sqs.send(
    new GetQueueUrlCommand({ QueueName: names.extraction.documentQueue }),
  );
  const { Messages = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
  );
  return Messages.map(({ MessageId = '', Body = '', Attributes = {} }) => ({
    messageId: MessageId,
    body: Body,
    attributes: Attributes as { ApproximateReceiveCount: string; SentTimestamp: string },
    eventSourceARN: `arn:aws:sqs:local:000000000000:${names.extraction.documentQueue}`,
  }));
}

/** The calls up to the last put of a file; a process that is killed later has answered. */
function clientsWereNeeded(at: number): boolean {
  return at < 12;
}

describe('whatever is filed', () => {
  it(
    'leaves counts that agree with the documents, and every page in one document',
    { timeout: 900_000 },
    async () => {
      const rounds = chooseRuns({ short: 12, long: 300 });
      let api = await anApi({ crowd: 'rounds' });
      for (let round = 0; round < rounds; round += 1) {
        // The table of many rounds would only make the later ones slower.
        if (round % 30 === 29) api = await anApi({ crowd: `rounds ${round}` });
        await fileAtRandom(api, round);
      }
    },
  );

  it('never reaches another tenant', patience, async () => {
    const api = await anApi();
    const own = await aFiling(api, [2]);
    const foreign = await aFiling(api, [1], { tenantId: 'alder-finch' });
    const untouched = countRecords(api);
    const mine = { ...reviewer, sub: 'ada', tenants: ['northwind'] };
    const foreignWorkflow = foreign.workflow;
    const tries = [
      // A workflow that only the other tenant has.
      own.file([{ workflow: foreignWorkflow, parts: [own.part(0)] }], { as: mine }),
      // A document of the other tenant, as a part and as one to close.
      own.file([{ workflow: own.other, parts: [own.part(0), foreign.part(0)] }], { as: mine }),
      api.call('refileDocument', {
        as: mine,
        params: own.planted.at(0),
        ifMatch: 3,
        body: {
          reason: 'It goes on there',
          into: [{ workflow: own.other, parts: [own.part(0), foreign.part(0)] }],
          also: [{ ...foreign.planted.at(0), tenantId: undefined, version: 3 }],
        },
      }),
      foreign.file([{ workflow: foreign.other, parts: [foreign.part(0)] }], { as: mine }),
    ];
    for (const { status, body, text } of await Promise.all(tries)) {
      expect([404, 409]).toContain(status);
      expect(['not-found', 'not-fileable']).toContain(body.code);
      expect(text).not.toContain('number of doc-0-of-alder-finch');
    }
    // An admin of all tenants cannot move a document from one tenant to another either.
    const asAdmin = await own.file([{ workflow: foreignWorkflow, parts: [own.part(0)] }], {
      as: { ...admin, sub: 'ada' },
    });
    expect(asAdmin.body.code).toBe('not-found');
    expect(countRecords(api)).toEqual(untouched);
  });
});

async function fileAtRandom(api: Api, round: number): Promise<void> {
  const dice = seededRandomness(`filing/${round}`);
  const pages = Array.from({ length: 1 + dice.integer(3) }, () => 1 + dice.integer(4));
  const filing: Filing = await aFiling(api, pages, { batchId: `round-${round}` });
  const also = pages.map((_, index) => index).slice(1, 1 + dice.integer(pages.length));
  const closed = [0, ...also];
  const parts = closed.flatMap((index) => {
    const count = pages[index] ?? 1;
    const starts = Array.from({ length: dice.integer(count) }, () => 1 + dice.integer(count));
    return starts.length === 0 && dice.unit() < 0.5
      ? [filing.part(index)]
      : divideAt(count, starts).map(({ from, to }) => filing.part(index, from, to));
  });
  const into: { workflow: object; parts: object[] }[] = [];
  for (const part of parts.toSorted(() => dice.unit() - 0.5)) {
    const last = into.at(-1);
    if (last && dice.unit() < 0.4) last.parts.push(part);
    else into.push({ workflow: dice.unit() < 0.5 ? filing.workflow : filing.other, parts: [part] });
  }
  const answers = await Promise.all([
    filing.file(into, { also, key: `round-${round}` }),
    // Another reviewer decides another document of the batch at the same time.
    ...pages.flatMap((_, index) =>
      closed.includes(index)
        ? []
        : [
            api.call('reviewDocument', {
              as: ada,
              params: filing.planted.at(index),
              ifMatch: 3,
              body: { decision: 'reject', reason: 'Not ours' },
            }),
          ],
    ),
    ...(dice.unit() < 0.3 ? [filing.file(into, { also, key: `round-${round}` })] : []),
  ]);
  const [answer] = answers;
  if (!answer) throw new Error('There was no answer');
  const isSame = into.length === 1 && closed.length === 1 && into[0]?.workflow === filing.workflow;
  expect([round, answer.status]).toEqual([round, isSame ? 409 : 200]);
  const batches = new Set<string>([filing.planted.batch.batchId]);
  const widths: number[] = [];
  if (answer.status === 200) {
    for (const document of await newDocuments(api, answer)) {
      batches.add(document.batchId);
      widths.push(...(await readWidths(api, document)));
    }
    const all = closed.flatMap((index) =>
      Array.from({ length: pages[index] ?? 0 }, (_, page) => computeWidth(index, page + 1)),
    );
    expect([round, widths.toSorted((a, b) => a - b)]).toEqual([round, all]);
  }
  for (const batchId of batches) {
    const { stored, counted } = await compareCounts(api, 'northwind', batchId);
    expect([round, batchId, stored]).toEqual([round, batchId, counted]);
  }
}
