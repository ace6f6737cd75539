import { ok } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { Log } from '../../log/open-log.ts';

export function problemsHandlers(log: Log): Pick<Handlers, 'problems.report'> {
  return {
    'problems.report': ({ where, message, stack }, { reference }) => {
      log.error({ where, reference, stack }, `page: ${message}`);
      return ok({ reference });
    },
  };
}
