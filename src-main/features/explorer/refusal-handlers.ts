import { ok, refused } from '#shared/contract/result.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
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
      if (systems.find(question.system) === undefined)
        return noSuchSystem(question.system, 'Nothing was counted.');
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

function stored<T>(otherwise: string, file: string, work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused({ code: 'storage-failed', message: `${otherwise}: ${why}.`, file });
  }
}
