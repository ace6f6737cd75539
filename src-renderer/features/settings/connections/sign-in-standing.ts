import { deviceName } from '#shared/domain/formatting.ts';
import type { AwsSignIn, PipelineSignIn } from '#shared/contract/sign-in.ts';

export interface Standing {
  readonly words: string;
  readonly tone: 'succeeded' | 'review' | 'failed' | 'default';
  /** What the button that signs in says; null where there is nothing to press. */
  readonly button: string | null;
  /** It is under way: the button stays, and does nothing. */
  readonly busy: boolean;
  /** Why not, at length. */
  readonly why: string | null;
}

export function awsStanding(signIn: AwsSignIn): Standing {
  switch (signIn.state) {
    case 'not-yet':
      return { ...plain, words: 'not signed in yet', button: 'Sign in' };
    case 'in-progress':
      return { ...plain, words: 'signing in', button: 'Sign in', busy: true };
    case 'code-wanted':
      return {
        ...plain,
        tone: 'review',
        words: `waits for the code of ${deviceName(signIn.device)}`,
        button: 'Sign in',
        busy: true,
      };
    case 'signed-in':
      return { ...plain, tone: 'succeeded', words: 'signed in', button: 'Sign in again' };
    default:
      // The bar over every page says why, and what to run: once is enough.
      return { ...plain, tone: 'failed', words: failureTexts[signIn.reason], button: 'Sign in' };
  }
}

export function pipelineStanding(signIn: PipelineSignIn): Standing {
  switch (signIn.state) {
    case 'no-api':
      return {
        ...plain,
        words: 'no API named',
        why: 'The entry names no API, so nothing can be acted on through this connection.',
      };
    case 'not-yet':
      return { ...plain, words: 'not signed in yet', button: 'Sign in' };
    case 'in-progress':
      return { ...plain, words: 'signing in', button: 'Sign in', busy: true };
    case 'in-browser':
      return {
        ...plain,
        tone: 'review',
        words: `goes on in the browser at ${signIn.issuer}`,
        // A tab that was closed tells nobody: the next press opens another, and the one before holds no more.
        button: 'Sign in again',
      };
    case 'signed-in':
      return { ...plain, tone: 'succeeded', words: 'signed in', button: 'Sign in again' };
    default:
      return { ...plain, tone: 'failed', words: 'not signed in', button: 'Sign in', why: signIn.why };
  }
}

const plain = { tone: 'default', button: null, busy: false, why: null } as const;

const failureTexts = {
  // Or was never made: the keys of a profile do not tell the one from the other.
  expired: 'wants a new sign-in',
  'other-account': 'these are the keys of another account',
  'no-profile': 'there is nothing to sign in by',
  'given-up': 'the sign-in was given up',
  unreachable: 'AWS was not reached',
  refused: 'AWS refused the sign-in',
} as const;
