import { describe, expect, it } from 'vitest';
import { passOnExecutions } from '#local/world/living/execution-events.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aFolder } from './a-folder.ts';

const ended = {
  executionArn: 'arn:aws:states:local:000000000000:execution:m:batch-1-r1',
  stateMachineArn: 'arn:aws:states:local:000000000000:stateMachine:m',
  status: 'FAILED',
  error: 'States.Runtime',
} as const;

describe('the end of an execution', () => {
  it('is passed on once', async () => {
    const { aws } = aPocketAws();
    const seen: object[] = [];
    passOnExecutions(aws.world, (event) => Promise.resolve(void seen.push(event)));
    aws.world.events.emit({ kind: 'execution ended', ...ended });
    await aws.advance(60_000);
    expect(seen).toEqual([ended]);
  });

  it('is passed on again if it could not be processed', async () => {
    const { aws } = aPocketAws();
    let calls = 0;
    passOnExecutions(aws.world, () => {
      calls += 1;
      return calls < 3 ? Promise.reject(new Error('throttled')) : Promise.resolve();
    });
    aws.world.events.emit({ kind: 'execution ended', ...ended });
    await aws.advance(60_000);
    expect(calls).toBe(3);
    await aws.advance(24 * 3_600_000);
    expect(calls).toBe(3);
  });

  it('is not lost if the process is killed before it was processed', async () => {
    const folder = aFolder();
    const first = aPocketAws({ folder });
    passOnExecutions(first.aws.world, () => new Promise(() => undefined));
    first.aws.world.events.emit({ kind: 'execution ended', ...ended });
    void first.aws.advance(0);
    await Promise.resolve();
    first.aws.close();

    const { aws } = aPocketAws({ folder });
    const seen: object[] = [];
    passOnExecutions(aws.world, (event) => Promise.resolve(void seen.push(event)));
    await aws.advance(0);
    expect(seen).toEqual([ended]);
  });
});
