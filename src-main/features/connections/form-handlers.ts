import type { AccessStopped } from '#shared/contract/connections.ts';
import { ok } from '#shared/contract/result.ts';
import { listProfiles } from '../../aws/account/aws-configuration.ts';
import type { Handlers } from '../../gate/gate.ts';

type Names =
  | 'connections.profiles'
  | 'connections.identify'
  | 'connections.signInProfile'
  | 'connections.stopSignIn'
  | 'connections.discover'
  | 'connections.tryApi';

/** Serves the form that adds a connection: whose account it is, and what is there. */
export function formHandlers(): Pick<Handlers, Names> {
  return {
    'connections.profiles': async () => {
      const { profiles, files, problems } = await listProfiles(process.env);
      const has = (name: string): boolean => (process.env[name] ?? '') !== '';
      return ok({
        profiles: [...profiles],
        environmentHasKeys: has('AWS_ACCESS_KEY_ID') && has('AWS_SECRET_ACCESS_KEY'),
        files: [...files],
        problems: [...problems],
      });
    },
    'connections.identify': () => ok({ answer: stopped }),
    'connections.signInProfile': () => ok({ answer: stopped }),
    'connections.stopSignIn': () => ok({ stopped: false }),
    'connections.discover': () => ok({ answer: stopped }),
    'connections.tryApi': () => ok({ checks: [], role: null, problems: [] }),
  };
}

const stopped: AccessStopped = {
  state: 'stopped',
  trouble: 'refused',
  happened: 'AWS was not asked.',
  next: 'Write the entry into connections.json by hand.',
  run: null,
  canRunHere: false,
};
