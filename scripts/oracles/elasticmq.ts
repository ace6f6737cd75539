import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { fetchJars, requireJava } from './java-libraries.ts';
import { cacheFolder, type Oracle } from './oracle.ts';
import { startServer } from './server-process.ts';

const version = '1.7.1';
const folder = join(cacheFolder, `elasticmq-${version}`);

/** https://github.com/softwaremill/elasticmq */
export const elasticmq: Oracle = {
  name: 'ElasticMQ',
  version,
  needs: 'Java of 17 or later, and Maven',
  services: ['sqs'],
  install() {
    requireJava(17);
    fetchJars(folder, { group: 'org.elasticmq', artifact: 'elasticmq-server_2.13', version });
  },
  async start() {
    const port = await freePort();
    const settings = join(folder, 'server.conf');
    writeFileSync(settings, settingsFor(port));
    return startServer({
      name: 'ElasticMQ',
      command: 'java',
      args: [`-Dconfig.file=${settings}`, '-cp', join(folder, 'jars', '*'), 'org.elasticmq.server.Main'],
      port,
      log: join(cacheFolder, 'log', 'elasticmq.log'),
    });
  },
};

function settingsFor(port: number): string {
  return `include classpath("application.conf")
node-address { protocol = http, host = 127.0.0.1, port = ${port}, context-path = "" }
rest-sqs { enabled = true, bind-port = ${port}, bind-hostname = "127.0.0.1", sqs-limits = strict }
rest-stats { enabled = false }
`;
}
