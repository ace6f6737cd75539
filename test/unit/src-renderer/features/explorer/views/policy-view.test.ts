import { describe, expect, it } from 'vitest';
import { readPolicy } from '#renderer/features/explorer/views/policy-view.tsx';

function buildText(resources: number): string {
  const Resource = Array.from(
    { length: resources },
    (_, place) => `arn:aws:dynamodb:::table/t${String(place)}`,
  );
  return JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Resource }] }, null, 2);
}

describe('a generated policy', () => {
  it('is measured without white space, as IAM does', () => {
    const { size, fits, sizeWords } = readPolicy(buildText(1));
    expect(size).toBe(JSON.stringify(JSON.parse(buildText(1))).length);
    expect(fits).toBe(true);
    expect(sizeWords).toBe(`${String(size)} of 6,144 characters`);
  });

  it('says when it is too large for IAM', () => {
    expect(readPolicy(buildText(300)).fits).toBe(false);
  });
});
