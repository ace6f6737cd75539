import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pocketAws, type PocketAws } from '../aws/pocket-aws.ts';
import { serveHttp, type HttpService } from '../aws/serve-http.ts';
import { answerControl } from './control.ts';

const usage = `npm run local -- [options]

  --port N      the port on 127.0.0.1 (default: any free one)
  --home DIR    where its state lives, in DIR/local; without it nothing is kept
  --seed N      where its ids and dice come from (default 1)
  --help        this text`;

interface Flags {
  readonly port: number;
  readonly home: string | undefined;
  readonly seed: string;
}

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const flags = parsedFlags(argv);
  if (!flags) return;
  let aws: PocketAws | undefined;
  let server: HttpService | undefined;
  let address = '';
  try {
    server = await serveHttp((request, signal) => theWorld(aws).dispatch(request, signal), {
      port: flags.port,
      also: (request) => answerControl(theWorld(aws), request),
    });
    address = `http://127.0.0.1:${server.port}`;
    aws = pocketAws({
      seed: flags.seed,
      endpoint: address,
      ...(flags.home === undefined ? {} : { folder: join(flags.home, 'local') }),
    });
  } catch (error) {
    await server?.close();
    end(reasonOf(error, flags));
    return;
  }
  endOn(async () => {
    await server?.close();
    aws?.close();
  });
  process.stdout.write(`ready ${address}\n`);
}

/** A signal, or the end of the process that has started this one, however it ended. Twice is as good as once. */
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

/** The port is taken first, since addresses in answers name it; nobody knows it before `ready`. */
function theWorld(aws: PocketAws | undefined): PocketAws {
  if (!aws) throw new Error('Pocket AWS is still opening');
  return aws;
}

function parsedFlags(argv: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        home: { type: 'string' },
        seed: { type: 'string', default: '1' },
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
    if (!/^\d+$/.test(values.seed)) {
      throw new Error(`--seed expects a whole number, got "${values.seed}".`);
    }
    if (values.home === '') throw new Error('--home expects a folder, got nothing.');
    return { port: Number(values.port), home: values.home, seed: values.seed };
  } catch (error) {
    end(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return undefined;
  }
}

function reasonOf(error: unknown, { port }: Flags): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${port} is in use. Choose another with --port, or leave it out for any free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

function end(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
