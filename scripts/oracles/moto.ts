import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { cacheFolder, type Oracle } from './oracle.ts';
import { pythonEnvironment } from './python-environment.ts';
import { startServer } from './server-process.ts';

const version = '5.2.5';
const folder = join(cacheFolder, `moto-${version}`);
const environment = (): string => pythonEnvironment(folder, `moto[server]==${version}`);

/** https://docs.getmoto.org */
export const moto: Oracle = {
  name: 'moto',
  version,
  needs: 'Python of 3.10 or later, with pip',
  services: ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'],
  install() {
    environment();
  },
  async start() {
    const port = await freePort();
    const running = await startServer({
      name: 'moto',
      command: join(environment(), 'python'),
      args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
      port,
      log: join(cacheFolder, 'log', 'moto.log'),
    });
    // By default its executions have a canned history of the year 2020.
    await fetch(`${running.url}/moto-api/config`, {
      method: 'POST',
      body: JSON.stringify({ stepfunctions: { execute_state_machine: true } }),
    });
    return running;
  },
};
