import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { freePort } from './free-port.ts';
import { cacheFolder, NotHere, type Oracle } from './oracle.ts';
import { startServer } from './server-process.ts';

/** https://www.npmjs.com/package/@dynoxide/linux-x64 */
export const dynoxide: Oracle = {
  name: 'dynoxide',
  version: '1.2.1',
  needs: 'Linux on x64',
  services: ['dynamodb'],
  install() {
    binary();
  },
  async start() {
    const port = await freePort();
    return startServer({
      name: 'dynoxide',
      command: binary(),
      args: ['serve', '--host', '127.0.0.1', '--port', String(port)],
      port,
      log: join(cacheFolder, 'log', 'dynoxide.log'),
    });
  },
};

function binary(): string {
  try {
    const found = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    return join(dirname(found), 'dynoxide');
  } catch {
    throw new NotHere('its optional package is not installed; it exists for Linux on x64');
  }
}
