import { describe, expect, it } from 'vitest';
import { matchesEvent, parseEventPattern } from '#local/aws/protocol/event-pattern.ts';

const event = {
  source: 'aws.states',
  detail: { stateMachineArn: 'arn:machine:autowire-batch', status: 'FAILED', error: null, tags: ['a', 'b'] },
};

describe('an event pattern', () => {
  it.each([
    [{ source: ['aws.states'] }, true],
    [{ source: ['aws.s3', 'aws.states'] }, true],
    [{ source: ['aws.s3'] }, false],
    [{ detail: { status: ['FAILED'], stateMachineArn: [{ prefix: 'arn:machine:' }] } }, true],
    [{ detail: { status: ['FAILED'], stateMachineArn: [{ prefix: 'arn:other:' }] } }, false],
    [{ detail: { status: [{ 'anything-but': 'SUCCEEDED' }] } }, true],
    [{ detail: { status: [{ 'anything-but': ['SUCCEEDED', 'FAILED'] }] } }, false],
    [{ detail: { missing: [{ exists: false }], status: [{ exists: true }] } }, true],
    [{ detail: { missing: ['x'] } }, false],
    [{ detail: { error: [null] } }, true],
    [{ detail: { tags: ['b'] } }, true],
    [{ other: { deep: ['x'] } }, false],
  ])('%j', (pattern, isMatch) => {
    expect(matchesEvent(parseEventPattern(JSON.stringify(pattern)), event)).toBe(isMatch);
  });

  it.each([
    ['no json', 'it is not JSON'],
    ['{}', 'the pattern must be an object or an array'],
    ['{"source":"aws.states"}', 'source must be an object or an array'],
    ['{"source":[]}', 'empty arrays are not allowed at source'],
    ['{"detail":{"size":[{"numeric":[">",0]}]}}', 'the matcher numeric at detail.size is not supported here'],
    ['{"source":[{"prefix":"a","exists":true}]}', 'a matcher at source must have one operator'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseEventPattern(text)).toThrow(`Event pattern is not valid. Reason: ${reason}`);
  });
});
