import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiFile } from '#scripts/openapi/openapi-file.ts';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations } from '#shared/pipeline-api/operations.ts';
import { problemStatus } from '#shared/pipeline-api/problem.ts';

const description = openApiDocument();
const calls = Object.values(description.paths).flatMap((path) => Object.values(path));

it('docs/pipeline-api.json describes the API; `npm run openapi` writes it again', async () => {
  expect(readFileSync('docs/pipeline-api.json', 'utf8')).toBe(await openApiFile());
});

it('describes every operation, who may call it, and what it needs', () => {
  expect(calls.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operations).toSorted());
  for (const [name, { path, method, who, params, body, changes }] of Object.entries<ApiOperation>(
    operations,
  )) {
    const call = description.paths[path]?.[method.toLowerCase()];
    expect([name, call?.security]).toEqual([name, who === 'anonymous' ? [] : [{ bearer: [] }]]);
    const headers = [...(changes ? ['Idempotency-Key'] : []), ...(changes === 'an item' ? ['If-Match'] : [])];
    expect(call?.parameters.map((parameter) => parameter.name)).toEqual([
      ...Object.keys(params?.shape ?? {}),
      ...headers,
    ]);
    expect(call?.requestBody).toEqual(changes && expect.objectContaining({ required: body !== undefined }));
  }
});

it('has no broken references, and no unused definitions', () => {
  const text = JSON.stringify(description);
  const used = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/schemas\/([\w.]+)"/g)].map(([, name]) => name),
  );
  expect(used).toEqual(new Set(Object.keys(description.components.schemas)));
});

it('every problem is one that some call may answer, except for an unknown method', () => {
  const told = new Set(JSON.stringify(calls).match(/(?<=`)[a-z-]+(?=`: )/g));
  const untold = Object.keys(problemStatus).filter((code) => !told.has(code));
  expect(untold).toEqual(['method-not-allowed']);
});
