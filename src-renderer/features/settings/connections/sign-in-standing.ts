import { deviceName } from '#shared/domain/formatting.ts';
import type { AwsSignIn, PipelineSignIn } from '#shared/contract/sign-in.ts';
import { messages } from '../messages.ts';

export interface Standing {
  readonly words: string;
  readonly tone: 'succeeded' | 'review' | 'failed' | 'default';
  /** The label of the button that signs in; null if there is none. */
  readonly button: string | null;
  /** A sign-in is in progress: the button stays and does nothing. */
  readonly busy: boolean;
  /** The full explanation of a failure. */
  readonly why: string | null;
}

export function describeAwsStanding(signIn: AwsSignIn): Standing {
  switch (signIn.state) {
    case 'not-yet':
      return { ...plain, words: messages.signIn.notYet, button: 'Sign in' };
    case 'in-progress':
      return { ...plain, words: messages.signIn.signingIn, button: 'Sign in', busy: true };
    case 'code-wanted':
      return {
        ...plain,
        tone: 'review',
        words: `waiting for the code from ${deviceName(signIn.device)}`,
        button: 'Sign in',
        busy: true,
      };
    case 'signed-in':
      return { ...plain, tone: 'succeeded', words: messages.signIn.signedIn, button: 'Sign in again' };
    default:
      // The bar over every page already says why and what to run.
      return { ...plain, tone: 'failed', words: failureTexts[signIn.reason], button: 'Sign in' };
  }
}

export function describePipelineStanding(signIn: PipelineSignIn): Standing {
  switch (signIn.state) {
    case 'no-api':
      return {
        ...plain,
        words: messages.signIn.noApiShort,
        why: messages.signIn.noApi,
      };
    case 'not-yet':
      return { ...plain, words: messages.signIn.notYet, button: 'Sign in' };
    case 'in-progress':
      return { ...plain, words: messages.signIn.signingIn, button: 'Sign in', busy: true };
    case 'in-browser':
      return {
        ...plain,
        tone: 'review',
        words: `continue in the browser at ${signIn.issuer}`,
        // A closed browser tab sends no event. The next press opens another tab, and the earlier one is no
        // longer valid.
        button: 'Sign in again',
      };
    case 'signed-in':
      return { ...plain, tone: 'succeeded', words: messages.signIn.signedIn, button: 'Sign in again' };
    default:
      return {
        ...plain,
        tone: 'failed',
        words: messages.signIn.notSignedIn,
        button: 'Sign in',
        why: signIn.why,
      };
  }
}

const plain = { tone: 'default', button: null, busy: false, why: null } as const;

const failureTexts = {
  // Perhaps no sign-in was ever made: the keys of a profile do not show the difference.
  expired: messages.signIn.newSignIn,
  'other-account': messages.signIn.otherAccount,
  'no-profile': messages.signIn.noWay,
  'given-up': messages.signIn.cancelled,
  unreachable: messages.signIn.unreachable,
  refused: messages.signIn.refused,
} as const;
