import { expect, it } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { getBatch } from '#pipelines/extraction/read-items.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { admin, anApi, type SentCall } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { everyCall } from './every-call.ts';
import { countRecords } from './read-passport.ts';

const ofNorthwind: Caller = { ...admin, sub: 'northwind-only', tenants: ['northwind'] };
const every = Object.keys(operations) as OperationName[];
const ofNoTenant = every.filter((name) => 'ofNoTenant' in operations[name]);
const names = every.filter((name) => !ofNoTenant.includes(name));

/** Puts every id of the other tenant in every place of every call, besides its own ids and unknown ones. */
it(
  'a token of one tenant gets nothing of another, wherever the request names it',
  { timeout: 30_000 },
  async () => {
    const api = await anApi();
    const own = await everyCall(api, 'northwind');
    const foreign = await everyCall(api, 'alder-finch');
    // A caller with access can do all of this, so only the tenant stands in the way.
    const untouched = countRecords(api);
    let asked = 0;
    for (const name of names) {
      for (const [there, nowhere] of combinations(own.calls[name], foreign.calls[name])) {
        const [answer, same] = [
          await api.call(name, { ...there, as: ofNorthwind }),
          await api.call(name, { ...nowhere, as: ofNorthwind }),
        ];
        asked += 1;
        expect([name, there, answer.status]).toEqual([name, there, 404]);
        // The answer contains nothing of the other tenant and does not differ from the answer for an unknown
        // id.
        expect([name, answer.text]).toEqual([name, same.text]);
        expect(answer.text).not.toContain('alder-finch');
        expect(Object.keys(answer.headers)).toEqual(Object.keys(same.headers));
      }
    }
    expect(asked).toBeGreaterThan(25);
    expect(countRecords(api)).toEqual(untouched);
  },
);

it('nor with a key under which a caller of the same name has asked for it', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api, 'alder-finch');
  const both: Caller = { ...admin, tenants: ['northwind', 'alder-finch'] };
  for (const name of names.filter((one) => changesSomething(one))) {
    const sent = { ...calls[name], key: `of-${name}` };
    expect((await api.call(name, { ...sent, as: both })).status).toBeLessThan(300);
    const { body, text } = await api.call(name, { ...sent, as: { ...both, tenants: ['northwind'] } });
    expect([name, body.code]).toEqual([name, 'key-reused']);
    expect(text).not.toContain('alder-finch');
  }
});

it('and batches of two tenants that have the same id are each changed by their own documents alone', async () => {
  const api = await anApi();
  const same = { batchId: 'imported-twice' };
  const tenants = ['northwind', 'alder-finch'];
  const planted = await Promise.all(
    tenants.map((tenantId) => plantBatch(api, [{}, {}], { ...same, tenantId })),
  );
  for (const { documents } of planted) {
    const [document] = documents;
    if (document === undefined) throw new Error('No document');
    const { tenantId, batchId, documentId, version } = document;
    const { status } = await api.call('reviewDocument', {
      as: { ...admin, tenants: [tenantId] },
      params: { tenantId, batchId, documentId },
      ifMatch: version,
      body: { decision: 'approve', corrections: [{ field: 'total', value: '13.50' }] },
    });
    expect([tenantId, status]).toEqual([tenantId, 200]);
  }
  for (const { batch } of planted)
    expect(await getBatch(api.parts, batch)).toMatchObject({ counts: { REVIEW_REQUIRED: 1, SUCCEEDED: 1 } });
});

it('nor a document of another tenant as part of its own batch', async () => {
  const api = await anApi();
  const own = await everyCall(api, 'northwind');
  const foreign = await everyCall(api, 'alder-finch');
  const documentIds = [foreign.at(3).documentId, 'doc-3-of-another'];
  const { body } = await api.call('reprocessDocuments', {
    as: ofNorthwind,
    params: { batchId: own.batch.batchId },
    body: { documentIds },
  });
  expect(body).toEqual({
    run: null,
    executionArn: null,
    documents: documentIds.map((documentId) => ({ documentId, outcome: 'not found' })),
  });
});

/** A download and a cause belong to no tenant (decision 015), so no answer may reveal whether one exists. */
it('nor anything of the downloads and causes, which belong to no tenant', async () => {
  const api = await anApi();
  const own = await everyCall(api, 'northwind');
  const untouched = countRecords(api);
  expect(ofNoTenant).toEqual([
    'requeueFile',
    'triggerDownloads',
    'closeDownloads',
    'noteOnCause',
    'tellOutcome',
    'workOnCause',
  ]);
  for (const tenants of [['northwind'], ['northwind', 'alder-finch'], []]) {
    for (const name of ofNoTenant) {
      const sent = { ...own.calls[name], as: { ...ofNorthwind, tenants } };
      const nowhere = { ...sent, ...(sent.params && { params: elsewhere(sent.params) }), key: 'another' };
      const [answer, same] = [await api.call(name, sent), await api.call(name, nowhere)];
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'all-tenants-required']);
      expect([name, same.text]).toEqual([name, answer.text]);
    }
  }
  expect(countRecords(api)).toEqual(untouched);
  for (const name of ofNoTenant) {
    expect([name, (await api.call(name, own.calls[name])).status]).toEqual([
      name,
      operations[name].answers.status,
    ]);
  }
});

it('nor the answer that a caller with access to all tenants got under the same key', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  for (const name of ofNoTenant) {
    const sent = { ...calls[name], key: `of-${name}` };
    expect((await api.call(name, { ...sent, as: admin })).status).toBeLessThan(300);
    const { body, text } = await api.call(name, { ...sent, as: { ...admin, tenants: ['northwind'] } });
    expect([name, body.code]).toEqual([name, 'all-tenants-required']);
    expect(text).not.toContain('trades');
  }
});

function elsewhere(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, 'nowhere']));
}

function changesSomething(name: OperationName): boolean {
  const { changes }: ApiOperation = operations[name];
  return changes !== undefined;
}

/** Combines some or all ids of the other tenant with the same call for unknown ids. */
function combinations(own: SentCall, foreign: SentCall): [SentCall, SentCall][] {
  const places = listPlaces(foreign);
  return Array.from({ length: 2 ** places.length - 1 }, (_, mask) => {
    const chosen = places.filter((__, index) => ((mask + 1) >> index) % 2 === 1);
    const swap = (value: (place: Place) => unknown): SentCall =>
      chosen.reduce((sent, place) => withPlace(sent, place, value(place)), own);
    return [swap((place) => valueAt(foreign, place)), swap((place) => placeholder(valueAt(foreign, place)))];
  });
}

type Place = readonly ['params' | 'body', string];

function listPlaces({ params = {}, body = {} }: SentCall): Place[] {
  return [
    ...Object.keys(params).map((name): Place => ['params', name]),
    ...Object.keys(body as object)
      .filter((name) => name.endsWith('Id'))
      .map((name): Place => ['body', name]),
  ];
}

function valueAt(sent: SentCall, [where, name]: Place): unknown {
  return (sent[where] as Readonly<Record<string, unknown>>)[name];
}

function withPlace(sent: SentCall, [where, name]: Place, value: unknown): SentCall {
  return { ...sent, [where]: { ...(sent[where] as object), [name]: value } };
}

function placeholder(id: unknown): string {
  return String(id).replaceAll('alder-finch', 'unknown-firm');
}
