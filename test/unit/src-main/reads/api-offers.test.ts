import { describe, expect, it } from 'vitest';
import { fitCorrections, listNotTaken, whyNotOffered } from '#main/reads/api-offers.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { Correction } from '#shared/contract/review-document.ts';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';

const path = '/documents/{tenantId}/{batchId}/{documentId}/review';

/** An API that describes itself like this, and counts how often it is asked. */
function anApi(description: object | null) {
  let asked = 0;
  const pipeline = {
    call: () => {
      asked += 1;
      return Promise.resolve(
        description === null
          ? { kind: 'unclear', why: 'no answer' }
          : { kind: 'answered', value: description },
      );
    },
  } as unknown as PipelineApi;
  return { pipeline, asked: () => asked };
}

const withBody = (properties: object) => ({
  paths: {
    [path]: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/review' } } } },
      },
    },
  },
  components: {
    schemas: {
      review: { properties: { corrections: { items: { anyOf: [{ $ref: '#/components/schemas/one' }] } } } },
      one: { properties },
    },
  },
});
const older = withBody({ field: {}, value: {}, unreadable: {} });

const absent: Correction = { field: 'total', absent: true };
const lines: Correction = { field: 'lineItems', lines: [] };
const taken: Correction = { field: 'total', value: '12', takenFrom: { page: 1, box: [0, 0, 1, 1] } };

describe('an API that describes itself', () => {
  it('as ours does takes every correction', async () => {
    const { pipeline } = anApi(openApiDocument());
    expect(await listNotTaken(pipeline, 'teo')).toEqual([]);
    const all = [absent, lines, taken];
    expect(await fitCorrections(pipeline, all, 'teo')).toEqual({ corrections: all });
    expect(await whyNotOffered(pipeline, 'reviewDocument', 'teo')).toBeNull();
  });

  it('without the newer corrections is not sent them, and is asked once', async () => {
    const { pipeline, asked } = anApi(older);
    expect(await listNotTaken(pipeline, 'teo')).toEqual(['absent', 'lines', 'takenFrom']);
    expect(await fitCorrections(pipeline, [taken, absent], 'teo')).toEqual({
      whyNot: 'The pipeline API of this deployment cannot store that a field is not on the document.',
    });
    expect(await fitCorrections(pipeline, [lines], 'teo')).toEqual({
      whyNot: 'The pipeline API of this deployment cannot add, delete or move lines.',
    });
    expect(asked()).toBe(1);
  });

  it('without them gets a value without its place, and an empty cell as a value', async () => {
    const { pipeline } = anApi(older);
    const cell: Correction = { field: 'lineItems.0.unit', absent: true };
    expect(await fitCorrections(pipeline, [taken, cell], 'teo')).toEqual({
      corrections: [
        { field: 'total', value: '12' },
        { field: 'lineItems.0.unit', value: '' },
      ],
    });
  });

  it('says nothing of what it takes if it does not describe corrections', async () => {
    expect(await listNotTaken(anApi({ paths: {} }).pipeline, 'teo')).toEqual([]);
    expect(await listNotTaken(anApi(withBody({ corrections: {} })).pipeline, 'teo')).toEqual([]);
  });
});

it('an API that does not answer is asked again, and takes everything until it says otherwise', async () => {
  const { pipeline, asked } = anApi(null);
  expect(await fitCorrections(pipeline, [absent], 'teo')).toEqual({ corrections: [absent] });
  expect(await fitCorrections(pipeline, [lines], 'teo')).toEqual({ corrections: [lines] });
  expect(asked()).toBe(2);
  expect(await fitCorrections(pipeline, [{ field: 'total', unreadable: true }], 'teo')).toHaveProperty(
    'corrections',
  );
  expect(asked()).toBe(2);
});
