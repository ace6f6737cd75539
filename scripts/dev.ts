import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, createServer, mergeConfig } from 'vite';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { buildIfStale } from './build-if-stale.ts';
import { startConsole } from './start-console.ts';
import type { RunningConsole } from './start-console.ts';

/**
 * This runs the console during development: the page is replaced in place when a file of the renderer is saved, and the
 * main process is rebuilt and restarted when one of its files is. All state is in `.cache/dev`.
 */
const folder = '.cache/dev';
const flags = process.argv.slice(2);

interface SignedInConsole {
  readonly console: RunningConsole;
  readonly cookie: string;
}

/** The page's requests wait here while the main process restarts. */
let current: Promise<SignedInConsole> | undefined;

mkdirSync(folder, { recursive: true });
linkBuiltFiles();
const { config } = await resolveConfig({}, 'build', 'development');
if (config?.main === undefined || config.renderer === undefined)
  throw new Error('There is no build configuration.');
await watchMain(config.main);
const server = await createServer(pageConfig(config.renderer));
await server.listen();
process.stdout.write(`ready ${server.resolvedUrls?.local[0] ?? ''}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([server.close(), current?.then(({ console }) => console.kill())]).finally(() =>
      process.exit(0),
    );
  });
}

/**
 * Links built files, because the host needs a built page to serve, and the page needs the files that a build copies,
 * such as PDF fonts.
 */
function linkBuiltFiles(): void {
  if (!existsSync('out/renderer')) buildIfStale('production');
  rmSync(`${folder}/renderer`, { force: true, recursive: true });
  symlinkSync(resolve('out/renderer'), `${folder}/renderer`, 'dir');
}

async function watchMain(main: InlineConfig): Promise<void> {
  const watching = mergeConfig(main, {
    logLevel: 'warn',
    build: { outDir: `${folder}/main`, watch: {}, minify: false, reportCompressedSize: false },
  });
  const watcher = (await build(watching)) as Rolldown.RolldownWatcher;
  await new Promise<void>((ready) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
      if (event.code !== 'BUNDLE_END') return;
      void event.result.close();
      current = restart(current);
      current.then(
        () => ready(),
        (error: unknown) => process.stderr.write(`${String(error)}\n`),
      );
    });
  });
}

async function restart(before: Promise<SignedInConsole> | undefined): Promise<SignedInConsole> {
  const started = performance.now();
  await before?.then(({ console }) => console.kill()).catch(() => undefined);
  const console = await startConsole({ build: folder, home: resolve(folder, 'home'), flags });
  const token = new URL(console.address).hash.slice('#token='.length);
  const answer = await fetch(`${console.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: console.origin },
    body: JSON.stringify({ token }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (cookie === undefined) throw new Error('The main process was started and did not let the page in.');
  process.stderr.write(`Main process started in ${Math.round(performance.now() - started)} ms.\n`);
  return { console, cookie };
}

function pageConfig(renderer: InlineConfig): InlineConfig {
  return mergeConfig(renderer, {
    configFile: false,
    cacheDir: resolve(folder, 'vite'),
    build: { rolldownOptions: { input: resolve('src-renderer/index.html') } },
    server: { host: '127.0.0.1', port: 5_173 },
    plugins: [passToMain()],
  });
}

function passToMain(): Plugin {
  return {
    name: 'pass-to-main',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const isForMain = request.method === 'POST' || /^\/(?:events|assets\/pdfjs-)/.test(request.url ?? '');
        if (!isForMain) return next();
        current?.then((signedIn) => pass(signedIn, request, response), next);
      });
    },
  };
}

/** Rewrites the page's request as if it came from the host's own address, because the host answers no other. */
function pass(
  { console, cookie }: SignedInConsole,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { host } = new URL(console.origin);
  const headers = {
    ...request.headers,
    host,
    cookie,
    ...(request.headers.origin && { origin: console.origin }),
  };
  const passed = httpRequest(
    console.origin + (request.url ?? '/'),
    { method: request.method, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.once('error', () => response.destroy());
  response.once('close', () => passed.destroy());
  request.pipe(passed);
}
