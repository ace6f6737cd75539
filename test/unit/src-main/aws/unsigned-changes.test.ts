import { describe, expect, it } from 'vitest';
import { NotSignedIn } from '#main/aws/account/not-signed-in.ts';
import { outcomeOfError } from '#main/aws/sfn-outcome.ts';
import { sqsOutcome } from '#main/aws/sqs-outcome.ts';

describe('a change that nobody is signed in for', () => {
  const why = 'AWS wants a code of your device before anything is read.';
  const error = new NotSignedIn('code-wanted', why);

  it('was never sent, so it is no unclear one', () => {
    expect(sqsOutcome(error, 'SendMessageBatch')).toEqual({
      kind: 'refused',
      name: 'NotSignedIn',
      why: `${why} Nothing was done.`,
      mayTryAgain: false,
      isForNow: true,
    });
    expect(outcomeOfError(error, 'RedriveExecution', 'one')).toEqual({
      kind: 'refused',
      name: 'NotSignedIn',
      why: `${why} Nothing was done.`,
    });
  });
});
