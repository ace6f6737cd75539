import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import type { SessionStore } from '../../session/session-store.ts';

type Names = 'session.current' | 'session.actAs';

export function sessionHandlers(
  session: SessionStore,
): Pick<Handlers, Names> & Pick<Watchers, 'session.watch'> {
  return {
    'session.current': () => ok(session.current()),

    'session.actAs': ({ personaId }) => {
      const changed = session.actAs(personaId);
      if (changed !== undefined) return ok(changed);
      const { connection } = session.current();
      const why =
        connection.kind === 'sandbox'
          ? `There is no persona "${personaId}" in the sandbox.`
          : `On ${connection.name} your role comes from its pipeline API and cannot be switched here.`;
      return refused({
        code: 'not-found',
        message: `${why} The user was not switched.`,
        what: `persona ${personaId}`,
      });
    },

    'session.watch': (_input, emit) => {
      emit(session.current());
      return session.onChange(emit);
    },
  };
}
