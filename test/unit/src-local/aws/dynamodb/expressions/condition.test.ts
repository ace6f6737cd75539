import { describe, expect, it } from 'vitest';
import { listAttributes, holds, parseCondition } from '#local/aws/dynamodb/expressions/condition.ts';
import { substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';

const document: Item = {
  id: { S: 'DOC#7' },
  stage: { S: 'VERIFY' },
  pages: { N: '12' },
  image: { B: '/wA=' },
  done: { BOOL: false },
  holder: { NULL: true },
  tags: { SS: ['urgent', 'fax'] },
  totals: { NS: ['1', '20'] },
  hashes: { BS: ['AA=='] },
  steps: { L: [{ S: 'read' }, { N: '3' }, { M: { spot: { N: '5' } } }] },
  origin: { M: { folder: { S: 'in' }, sizes: { L: [{ N: '1' }] } } },
};

const values = {
  ':seven': { N: '7.0' },
  ':twelve': { N: '1.2e1' },
  ':twenty': { N: '20' },
  ':three': { N: '3' },
  ':two': { N: '2' },
  ':five': { N: '5' },
  ':verify': { S: 'VERIFY' },
  ':v': { S: 'VER' },
  ':doc': { S: 'DOC#' },
  ':urgent': { S: 'urgent' },
  ':read': { S: 'read' },
  ':in': { S: 'in' },
  ':S': { S: 'S' },
  ':M': { S: 'M' },
  ':ff': { B: '/w==' },
  ':zero': { B: 'AA==' },
  ':tags': { SS: ['fax', 'urgent'] },
  ':false': { BOOL: false },
  ':null': { NULL: true },
  ':spot': { M: { spot: { N: '5.0' } } },
};

/** Passes only the values that the text uses, because DynamoDB refuses unused ones. */
function isTrue(text: string): boolean {
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}(?!\\w)`).test(text));
  const given = substitutions({
    ...(text.includes('#s') && { names: { '#s': 'stage' } }),
    ...(used.length > 0 && { values: Object.fromEntries(used) }),
  });
  return holds(parseCondition(text, given, 'ConditionExpression'), document);
}

describe('a condition holds', () => {
  it.each([
    'stage = :verify',
    '#s = :verify',
    'pages = :twelve',
    'pages > :seven AND pages < :twenty',
    'pages >= :twelve and pages <= :twelve',
    'pages BETWEEN :seven AND :twenty',
    'pages between :twelve and :twelve',
    'pages IN (:seven, :twelve)',
    'stage <> :read',
    'nothing <> :read',
    'nothing <> absent',
    'stage <> :twelve',
    'tags = :tags',
    'done = :false',
    'holder = :null',
    'attribute_exists(origin.folder)',
    'attribute_exists(steps[2].spot)',
    'attribute_not_exists(steps[3])',
    'attribute_not_exists(origin.folder.deeper)',
    'attribute_not_exists(stage[0])',
    'attribute_type(stage, :S)',
    'attribute_type(origin, :M)',
    'begins_with(id, :doc)',
    'begins_with(image, :ff)',
    'contains(id, :doc)',
    'contains(tags, :urgent)',
    'contains(totals, :twenty)',
    'contains(hashes, :zero)',
    'contains(image, :zero)',
    'contains(steps, :three)',
    'contains(steps, :spot)',
    'contains(:tags, :urgent)',
    'size(stage) > :five',
    'size(image) = :two',
    'size(tags) = :two',
    'size(steps) = :three',
    '(size(origin)) = :two',
    'origin.sizes[0] < steps[1]',
    '(origin.sizes)[0] < :three',
    'NOT stage = :read',
    'NOT (stage = :read OR pages = :seven)',
    'stage = :read OR stage = :verify AND pages = :twelve',
    'NOT stage = :read AND pages = :twelve',
    '(stage)between(:v)and(:verify)',
    '((stage = :verify) AND (pages = :twelve))',
  ])('%s', (text) => {
    expect(isTrue(text)).toBe(true);
  });
});

describe('a condition does not hold', () => {
  it.each([
    'nothing = :read',
    'nothing = absent',
    'nothing < :seven',
    'NOT nothing <> :read',
    'stage > :twelve',
    'done < pages',
    'tags < steps',
    'pages IN (:read, :seven)',
    'nothing IN (:read)',
    'nothing BETWEEN :seven AND :twenty',
    'begins_with(pages, :doc)',
    'begins_with(nothing, :doc)',
    'contains(id, :twenty)',
    'contains(nothing, :doc)',
    'contains(done, :false)',
    'size(pages) = :two',
    'size(nothing) = :two',
    'attribute_type(nothing, :S)',
    'attribute_exists(origin.toString)',
    '(stage = :read OR stage = :verify) AND pages = :seven',
  ])('%s', (text) => {
    expect(isTrue(text)).toBe(false);
  });
});

describe('an item that does not exist', () => {
  it.each([
    ['attribute_not_exists(id)', true],
    ['attribute_exists(id)', false],
    ['id <> stage', true],
  ])('has no attributes: %s is %s', (text, expected) => {
    const condition = parseCondition(text, substitutions({}), 'FilterExpression');
    expect(holds(condition, undefined)).toBe(expected);
  });
});

describe('the attributes of a condition', () => {
  it('are those at the top of its paths, each once', () => {
    const given = substitutions({ names: { '#p': 'pages' }, values: { ':n': { N: '1' } } });
    const text = 'size(steps) > :n AND (NOT origin.folder = :n OR #p IN (stage, origin.sizes[0]))';
    expect(listAttributes(parseCondition(text, given, 'FilterExpression'))).toEqual([
      'steps',
      'origin',
      'pages',
      'stage',
    ]);
  });
});
