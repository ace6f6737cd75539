import { refused } from '#shared/contract/result.ts';
import type { Result } from '#shared/contract/result.ts';

export function noSuchSystem(id: string, consequence: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The catalogue has no system "${id}". ${consequence}`,
    what: 'system',
  });
}

export function noSuchPattern(system: string, pattern: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The system "${system}" has no access pattern "${pattern}". Nothing was read.`,
    what: 'pattern',
  });
}
