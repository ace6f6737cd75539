import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';

export function s3(_world: World): RestService {
  return {
    name: 's3',
    operationOf: () => undefined,
    run: () => Promise.reject(new Error('not built')),
    refuse: () => ({ status: 500, headers: {}, body: '' }),
  };
}
