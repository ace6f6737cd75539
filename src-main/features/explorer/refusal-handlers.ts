import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Refusal, Result } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { holdsEmail, isPresigned } from '../../rows/shown-text.ts';
import type { RefusalsStore } from './refusals-store.ts';
import type { ShownSystems } from './shown-systems.ts';
import { noSuchSystem } from './no-such.ts';

interface Parts {
  readonly refusals: RefusalsStore;
  readonly systems: ShownSystems;
  readonly connectionId: () => string;
  readonly who: () => string | null;
}

export function refusalHandlers({
  refusals,
  systems,
  connectionId,
  who,
}: Parts): Pick<Handlers, 'explorer.refuse' | 'explorer.refusals'> {
  return {
    'explorer.refuse': (question) => {
      const system = systems.find(question.system)?.declaration;
      if (system === undefined) return noSuchSystem(question.system, 'Nothing was counted.');
      if (findDeclared(system.entities, question.entity) === undefined) {
        const message = `The system "${system.id}" has no entity of this name. Nothing was counted.`;
        return refused({ code: 'not-found', message, what: 'entity' });
      }
      if ([question.question, ...question.by].some((text) => isPresigned(text) || holdsEmail(text))) {
        return refused(holdsValue);
      }
      return stored('The question was not counted', refusals.file, () =>
        refusals.count(connectionId(), who(), question),
      );
    },

    'explorer.refusals': () =>
      stored('The refused questions cannot be listed', refusals.file, () => ({
        refusals: [...refusals.list(connectionId())],
      })),
  };
}

/** The file is no place for people's data: it counts what is asked by, and never with what. */
const holdsValue: Refusal = {
  code: 'invalid-input',
  message: 'The question holds an address, and only names are counted. Nothing was counted.',
  issues: [{ path: 'question', problem: 'holds an e-mail or presigned address; expected names only' }],
};

function stored<T>(otherwise: string, file: string, work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused({ code: 'storage-failed', message: `${otherwise}: ${why}.`, file });
  }
}
