import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SessionStore } from '../../session/session-store.ts';
import type { SignInsOf } from '../../session/sign-ins.ts';

type Names = 'connections.signIn' | 'connections.answerCode' | 'connections.giveUpSignIn';

/** Uses the open connection; the session shows who is asked, and how the sign-in ends. */
export function signInHandlers(
  session: Pick<SessionStore, 'current'>,
  signInsOf: SignInsOf,
): Pick<Handlers, Names> {
  const ofOpen = () => signInsOf(session.current().connection.id);

  return {
    'connections.signIn': async ({ to }) => {
      const { name } = session.current().connection;
      const signIns = ofOpen();
      if (signIns === null) return refused({ ...inTheSandbox, what: `sign-in to ${to}` });
      if (to === 'aws') {
        await signIns.credentials.signIn();
        return ok(session.current());
      }
      if (signIns.api === null) {
        const message = `The connection ${name} names no pipeline API in connections.json. Not signed in.`;
        return refused({ code: 'not-found', message, what: 'pipeline API' });
      }
      await signIns.api.signIn();
      return ok(session.current());
    },

    'connections.answerCode': ({ promptId, code }) => {
      if (ofOpen()?.credentials.answer(promptId, code)) return ok(session.current());
      return refused(noPromptWaits);
    },

    'connections.giveUpSignIn': ({ promptId }) => {
      if (ofOpen()?.credentials.giveUp(promptId)) return ok(session.current());
      return refused(noPromptWaits);
    },
  };
}

const inTheSandbox = {
  code: 'not-found',
  message: 'The local sandbox needs no sign-in. Nothing was done.',
} as const;

const noPromptWaits = {
  code: 'not-found',
  message: 'This sign-in is over: it was answered, cancelled, or took too long. Nothing was done.',
  what: 'prompt',
} as const;

/**
 * Leaves out the code: it has six digits, so any hash of it could be reversed. The rest says which prompt was answered.
 */
export function hashedOfSignIn(operation: string, input: unknown): unknown {
  if (operation !== 'connections.answerCode' || typeof input !== 'object' || input === null) return input;
  const { code: _, ...rest } = input as { readonly code?: unknown };
  return rest;
}
