import { describe, expect, it } from 'vitest';
import { decideState, type AlarmDatapoint } from '#local/aws/cloudwatch/alarm-state.ts';

/**
 * These are the rows of the two tables in AWS's guide, the newest period last: `-` is missing, `X` breaching,
 * `0` not breaching.
 */
const threeOfThree: [string, string[]][] = [
  ['0-X-X', ['OK', 'OK', 'OK', 'OK']],
  ['0----', ['OK', 'OK', 'OK', 'OK']],
  ['-----', ['INSUFFICIENT_DATA', 'retained', 'ALARM', 'OK']],
  ['0XX-X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
  ['--X--', ['ALARM', 'retained', 'ALARM', 'OK']],
];
const twoOfThree: [string, string[]][] = [
  ['0-X-X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
  ['00X0X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
  ['0-X--', ['OK', 'OK', 'ALARM', 'OK']],
  ['----0', ['OK', 'OK', 'ALARM', 'OK']],
  ['---X-', ['ALARM', 'retained', 'ALARM', 'OK']],
];

const treatments = ['missing', 'ignore', 'breaching', 'notBreaching'] as const;

describe('missing data', () => {
  it.each(threeOfThree)('three of three in %s', (row, expected) =>
    expect(verdicts(row, 3)).toEqual(expected),
  );
  it.each(twoOfThree)('two of three in %s', (row, expected) => expect(verdicts(row, 2)).toEqual(expected));

  it('does not raise an alarm before its time', () => {
    expect(verdicts('----X', 3)[0]).toBe('retained');
    expect(verdicts('---X-', 3)[0]).toBe('retained');
  });
});

function verdicts(row: string, datapointsToAlarm: number): string[] {
  const range = Array.from(row, (mark, index): AlarmDatapoint | undefined =>
    mark === '-' ? undefined : { time: index, value: mark === 'X' ? 1 : 0 },
  ).toReversed();
  return treatments.map((treatMissingData) => {
    const breaches = (value: number): boolean => value > 0;
    const criteria = { evaluationPeriods: 3, datapointsToAlarm, treatMissingData, breaches };
    return decideState(range, criteria).state ?? 'retained';
  });
}
