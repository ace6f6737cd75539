import type { Session } from '#shared/contract/session.ts';

/** Why the pipeline API cannot be asked just now, without anybody being asked to sign in for it; null: it can. */
export function whyNoAnchor({ signIn, who }: Pick<Session, 'signIn' | 'who'>): string | null {
  if (signIn?.pipeline.state === 'no-api') return 'This connection names no pipeline API.';
  const isSignedIn = signIn === null || signIn.pipeline.state === 'signed-in';
  return who !== null && isSignedIn ? null : 'Nobody is signed in to the pipeline API.';
}
