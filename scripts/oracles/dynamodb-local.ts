import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { fetchJars, requireJava } from './java-libraries.ts';
import { cacheFolder, NotHere, type Oracle } from './oracle.ts';
import { startServer } from './server-process.ts';

const version = '3.3.1';
const folder = join(cacheFolder, `dynamodb-local-${version}`);

/** This is AWS's own: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.html */
export const dynamodbLocal: Oracle = {
  name: 'DynamoDB Local',
  version,
  needs: 'a JDK of 17 or later and Maven',
  services: ['dynamodb'],
  install() {
    requireJava(17);
    if (!nativeLibraryExists()) throw new NotHere('its SQLite has no native library for this platform');
    fetchJars(folder, {
      group: 'software.amazon.dynamodb',
      artifact: 'DynamoDBLocal',
      version,
      // Only its telemetry needs these; without them it cannot phone home.
      without: ['cognitoidentity', 'cognitoidentityprovider', 'pinpoint', 'dynamodb-enhanced'].map(
        (artifact) => `software.amazon.awssdk:${artifact}`,
      ),
    });
  },
  async start() {
    const port = await freePort();
    const jars = join(folder, 'jars');
    return startServer({
      name: 'DynamoDB Local',
      command: 'java',
      args: [
        `-Djava.library.path=${jars}`,
        '-cp',
        join(jars, '*'),
        'scripts/oracles/dynamodb-local/LoopbackServer.java',
        String(port),
      ],
      port,
      env: { DDB_LOCAL_TELEMETRY: '0' },
      log: join(cacheFolder, 'log', 'dynamodb-local.log'),
    });
  },
};

function nativeLibraryExists(): boolean {
  const { platform, arch } = process;
  return arch === 'x64' || (platform === 'darwin' && arch === 'arm64');
}
