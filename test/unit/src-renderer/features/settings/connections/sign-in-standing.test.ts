import { describe, expect, test } from 'vitest';
import {
  describeAwsStanding,
  describePipelineStanding,
} from '#renderer/features/settings/connections/sign-in-standing.ts';

describe('the sign-in to AWS', () => {
  test('keeps its button disabled while it is in progress', () => {
    expect(describeAwsStanding({ state: 'in-progress' })).toMatchObject({ button: 'Sign in', busy: true });
    const device = 'arn:aws:iam::111122223333:mfa/phone';
    const wanted = describeAwsStanding({ state: 'code-wanted', promptId: 'p', device, again: null });
    expect(wanted).toMatchObject({ words: 'waiting for the code from phone', busy: true });
  });

  test('offers another try after a failure, whose reason is in the bar over every page', () => {
    const failed = describeAwsStanding({
      state: 'failed',
      reason: 'expired',
      why: 'That sign-in is over.',
      run: 'aws sso login',
    });
    expect(failed).toEqual({
      tone: 'failed',
      words: 'needs a new sign-in',
      button: 'Sign in',
      busy: false,
      why: null,
    });
  });

  test('can be repeated by a person who is signed in, to switch the account', () => {
    const signedIn = describeAwsStanding({
      state: 'signed-in',
      accountId: '111122223333',
      arn: 'arn:aws:iam::111122223333:root',
      expiresAt: null,
    });
    expect(signedIn).toMatchObject({ words: 'signed in', button: 'Sign in again', why: null });
  });
});

describe('the sign-in to the pipeline API', () => {
  test('says what is missing without an API, and offers nothing', () => {
    const { button, why } = describePipelineStanding({ state: 'no-api' });
    expect([button, why]).toEqual([
      null,
      'No API configured, so no actions are available on this connection.',
    ]);
  });

  test('says where it continues, and can begin again in case its tab was closed', () => {
    expect(describePipelineStanding({ state: 'in-browser', issuer: 'id.example' })).toEqual({
      tone: 'review',
      words: 'continue in the browser at id.example',
      button: 'Sign in again',
      busy: false,
      why: null,
    });
  });

  test('offers another try after a failure', () => {
    expect(describePipelineStanding({ state: 'failed', why: 'It said no.' })).toMatchObject({
      button: 'Sign in',
      why: 'It said no.',
    });
    expect(describePipelineStanding({ state: 'not-yet' }).button).toBe('Sign in');
  });
});
