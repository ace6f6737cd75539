import type { AwsSignIn } from '#shared/contract/sign-in.ts';

type Reason = Extract<AwsSignIn, { state: 'failed' }>['reason'];

/** Why nothing can be asked of an account now, in a sentence for people. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
  /** Those that no sign-in fails by: somebody is asked, or it goes on. */
  readonly reason: Reason | 'code-wanted' | 'in-progress';
  /** What to run in a terminal, where that is the way. */
  readonly run: string | null;

  constructor(reason: NotSignedIn['reason'], why: string, run: string | null = null) {
    super(why);
    this.reason = reason;
    this.run = run;
  }
}

/** Another code may do: whoever typed this one is still there. */
export class CodeNotTaken extends NotSignedIn {
  constructor() {
    super('refused', 'AWS did not take that code. Wait for the next one that the device shows.');
  }
}
