import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';

export function sts(_world: World): RestService {
  return {
    name: 'sts',
    operationOf: () => undefined,
    run: () => Promise.reject(new Error('not built')),
    refuse: () => ({ status: 500, headers: {}, body: '' }),
  };
}
