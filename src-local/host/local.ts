import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { awsRegion } from '#shared/domain/aws-region.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import { serveHttp, type HttpService } from '../aws/serve-http.ts';
import { mostTenants, tenantsWithStory } from '../world/past/fleet.ts';
import { openSandbox, type Sandbox } from './open-sandbox.ts';
import { readTemplates } from './read-templates.ts';
import { serveSandbox } from './served-sandbox.ts';

const usage = `npm run local -- [options]

  --port N      the port on 127.0.0.1 (default: any free one)
  --home DIR    where its state lives, in DIR/local; without it nothing is kept
  --seed N      its world; a different one replaces the existing world (default 1)
  --tenants N   how many tenants a new world has, from 4 to 10000 (default 4, or those of the existing world);
                another number replaces the existing world
  --region R    the region that its ARNs name (default local), for a connection to it as to an account
  --templates DIR
                the CloudFormation templates that its stacks are made of, instead of infra/templates
  --help        this text`;

interface Flags {
  readonly port: number;
  readonly home: string | undefined;
  readonly seed: string | undefined;
  readonly tenants: number | undefined;
  readonly region: string | undefined;
  readonly templates: string | undefined;
}

// The SDK's advice about Node versions would stand before the address.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const flags = parseFlags(argv);
  if (!flags) return;
  let sandbox: Sandbox | undefined;
  let answer: Dispatch = stillOpening;
  let server: HttpService | undefined;
  let address = '';
  try {
    // The port is opened first because addresses in answers contain it. It is not announced before `ready`.
    server = await serveHttp((request, signal) => answer(request, signal), { port: flags.port });
    address = `http://127.0.0.1:${server.port}`;
    sandbox = await openSandbox({
      endpoint: address,
      systems: Object.values(catalogue),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(flags.tenants === undefined ? {} : { tenants: flags.tenants }),
      ...(flags.region === undefined ? {} : { region: flags.region }),
      ...(flags.templates === undefined ? {} : { definition: { templates: readTemplates(flags.templates) } }),
      ...(flags.home === undefined ? {} : { folder: join(flags.home, 'local') }),
    });
    answer = serveSandbox(sandbox).answer;
  } catch (error) {
    await server?.close();
    end(describeFailure(error, flags));
    return;
  }
  endOn(async () => {
    await server?.close();
    sandbox?.close();
  });
  for (const notice of sandbox.notices) process.stderr.write(`${notice}\n`);
  process.stdout.write(`ready ${address}\n`);
}

const stillOpening: Dispatch = () => Promise.reject(new Error('The sandbox is still opening'));

/**
 * Stops on a signal, or when the process that started this one ends for whatever reason. A second signal does
 * no harm.
 */
function endOn(stop: () => Promise<void>): void {
  let stopped: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    await stop();
    if (process.connected) process.disconnect();
  };
  const once = (): void => {
    stopped ??= stopAll();
  };
  process.on('SIGINT', once);
  process.on('SIGTERM', once);
  process.once('disconnect', once);
}

function parseFlags(argv: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        home: { type: 'string' },
        seed: { type: 'string' },
        tenants: { type: 'string' },
        region: { type: 'string' },
        templates: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(`${usage}\n`);
      return undefined;
    }
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      throw new Error(`--port expects a number from 0 to 65535, got "${values.port}".`);
    }
    if (values.seed !== undefined && !/^\d{1,15}$/.test(values.seed)) {
      throw new Error(`--seed expects a whole number of at most 15 digits, got "${values.seed}".`);
    }
    const tenants =
      values.tenants === undefined
        ? undefined
        : /^\d+$/.test(values.tenants)
          ? Number(values.tenants)
          : Number.NaN;
    if (tenants !== undefined && !(tenants >= tenantsWithStory && tenants <= mostTenants)) {
      throw new Error(
        `--tenants expects a whole number from ${tenantsWithStory} to ${mostTenants}, got "${values.tenants}".`,
      );
    }
    if (values.region !== undefined && !awsRegion.test(values.region)) {
      throw new Error(`--region expects a region of AWS such as eu-west-1, got "${values.region}".`);
    }
    if (values.templates === '') throw new Error('--templates expects a folder, got nothing.');
    if (values.home === '') throw new Error('--home expects a folder, got nothing.');
    const seed = values.seed === undefined ? undefined : String(Number(values.seed));
    const { home, region, templates } = values;
    return { port: Number(values.port), home, seed, tenants, region, templates };
  } catch (error) {
    end(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return undefined;
  }
}

function describeFailure(error: unknown, { port }: Flags): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${port} is in use. Choose another with --port, or leave it out for any free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

function end(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
