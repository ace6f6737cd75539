import { groupedAccount } from '#shared/domain/formatting.ts';
import { codeDigits, codePattern, type AwsSignIn, type PipelineSignIn } from '#shared/contract/sign-in.ts';

export type SignedIn = Extract<AwsSignIn, { state: 'signed-in' }>;

/** For how long these keys do, in words that stay true for a while. */
export function endsIn({ expiresAt }: Pick<SignedIn, 'expiresAt'>, now: number): string {
  if (expiresAt === null) return 'does not end';
  const minutes = Math.floor((Date.parse(expiresAt) - now) / 60_000);
  if (minutes < 1) return 'ends in a minute';
  if (minutes < 60) return `ends in ${String(minutes)} min`;
  return `ends in ${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** What is in the way, in a few words, before the sentence that says why. */
export function notSignedIn(accountId: string | null): string {
  return `Not signed in to ${accountId === null ? 'AWS' : groupedAccount(accountId)}.`;
}

/** Why it is not known who one is, where the pipeline API says so and nobody else. */
export function whyUnknown(pipeline: PipelineSignIn | undefined): string {
  const meanwhile = 'Until then the console offers nothing that needs a role.';
  switch (pipeline?.state) {
    case 'no-api':
      return 'Your name and role come from the pipeline API, and the entry of this connection names none. So the console offers nothing that needs a role.';
    case 'failed':
      return `Your name and role come from the pipeline API, and you are not signed in there. ${pipeline.why} ${meanwhile}`;
    case 'in-browser':
      return `Your name and role come from the pipeline API, and the sign-in there goes on in the browser. ${meanwhile}`;
    case 'not-yet':
      return `Your name and role come from the pipeline API, and nobody has signed in there yet. ${meanwhile}`;
    default:
      return `Your name and role come from the pipeline API, which has not said them yet. ${meanwhile}`;
  }
}

/** A code as it is typed: what a device shows in two groups, or is pasted with a space, is the same. */
export function typedCode(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, codeDigits);
}

export function codeProblem(code: string): string | undefined {
  return codePattern.test(code) ? undefined : 'Type the 6 digits that the device shows.';
}
