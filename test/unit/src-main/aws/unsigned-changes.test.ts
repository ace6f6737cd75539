import { describe, expect, it } from 'vitest';
import { NotSignedIn } from '#main/aws/account/not-signed-in.ts';
import { refusalOf, troubleOf } from '#main/aws/aws-trouble.ts';
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

describe('a change for which the SDK takes no address', () => {
  const error = Object.assign(new Error('A custom endpoint cannot be combined with FIPS'), {
    name: 'EndpointError',
  });
  const why = expect.stringMatching(/^This machine asks for FIPS .* Nothing was done\.$/) as string;

  it('was never sent either', () => {
    expect(sqsOutcome(error, 'SendMessageBatch')).toMatchObject({ kind: 'refused', why, isForNow: true });
    expect(outcomeOfError(error, 'RedriveExecution', 'one')).toMatchObject({ kind: 'refused', why });
  });

  it('is told so of a read', () => {
    const target = { operation: 'Query', table: 'main-staging', index: null } as const;
    expect(refusalOf(troubleOf(error), target, 1)).toMatchObject({
      code: 'aws-refused',
      message: expect.stringMatching(/^This machine asks for .* So the table "main-staging" was not read\.$/),
    });
  });
});
