import { describe, expect, it } from 'vitest';
import { refuseAsValidation } from '#local/aws/protocol/operation.ts';
import {
  blob,
  boolean,
  integer,
  list,
  map,
  number,
  required,
  string,
  structure,
  timestamp,
  type Problem,
  type Shape,
} from '#local/aws/protocol/shapes.ts';

describe('the shape of a request', () => {
  const request = structure({
    TableName: required(string({ min: 3, max: 10, pattern: /^[a-z]+$/ })),
    Limit: integer({ min: 1, max: 5 }),
    Mode: string({ oneOf: ['A', 'B'] }),
    Keys: list(structure({ Name: required(string()) }), { min: 1, max: 2 }),
    Tags: map(string({ max: 3 }), { max: 1 }),
    Share: number(),
    Flag: boolean(),
    Body: blob(),
    When: timestamp(),
  });

  it('finds nothing wrong with what fits, and takes null for left out', () => {
    const input = { TableName: 'cats', Limit: null, Share: 0.5, Flag: true, Body: 'QQ==', When: 12.5 };
    expect(findProblems(request, input)).toEqual([]);
    expect(input).not.toHaveProperty('Limit');
  });

  it.each([
    [{}, "Value null at 'tableName' failed to satisfy constraint: Member must not be null"],
    [
      { TableName: 'ca' },
      "Value 'ca' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
    [
      { TableName: 'CATS' },
      "Value 'CATS' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[a-z]+$",
    ],
    [
      { TableName: 'cats', Limit: 0 },
      "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    [
      { TableName: 'cats', Mode: 'C' },
      "Value 'C' at 'mode' failed to satisfy constraint: Member must satisfy enum value set: [A, B]",
    ],
    [
      { TableName: 'cats', Keys: [{}] },
      "Value null at 'keys.1.member.name' failed to satisfy constraint: Member must not be null",
    ],
    [
      { TableName: 'cats', Keys: [] },
      "Value of the given size at 'keys' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      { TableName: 'cats', Tags: { a: 'long' } },
      "Value 'long' at 'tags.a.member' failed to satisfy constraint: Member must have length less than or equal to 3",
    ],
  ])('says what is wrong with %j as AWS says it', (input, message) => {
    expect(findProblems(request, input).map((problem) => problem.message)).toEqual([message]);
  });

  it.each([
    [{ TableName: 5 }, 'NUMBER_VALUE cannot be converted to String'],
    [{ TableName: 'cats', Limit: 1.5 }, 'NUMBER_VALUE cannot be converted to Integer'],
    [{ TableName: 'cats', Keys: {} }, 'START_OBJECT cannot be converted to List'],
    [{ TableName: 'cats', Flag: 'true' }, 'STRING_VALUE cannot be converted to Boolean'],
    [{ TableName: 'cats', Body: 'not base64!' }, 'STRING_VALUE cannot be converted to Blob'],
    [[], 'START_ARRAY cannot be converted to Structure'],
  ])('refuses another type: %j', (input, message) => {
    expect(refuseAsValidation(findProblems(request, input))).toMatchObject({
      name: 'SerializationException',
      message,
    });
  });

  it.each(['ScanFilter', '__proto__', 'constructor'])('refuses %s, which it does not name', (name) => {
    const input: unknown = JSON.parse(`{"TableName":"cats","${name}":{}}`);
    const refusal = refuseAsValidation(findProblems(request, input));
    expect(refusal.name).toBe('ValidationException');
    expect(refusal.message).toContain('is unknown or not supported');
  });

  it('counts several problems together, as AWS does', () => {
    const refusal = refuseAsValidation(findProblems(request, { TableName: 'ca', Limit: 9 }));
    expect(refusal.message).toMatch(/^2 validation errors detected: Value 'ca'.*; Value '9'/);
  });
});

function findProblems(shape: Shape<unknown>, input: unknown): Problem[] {
  const problems: Problem[] = [];
  shape.check(input, '', problems);
  return problems;
}
