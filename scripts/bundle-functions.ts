import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { functions } from '#pipelines/functions.ts';
import { functionsDir } from './build-if-stale.ts';
import { listBundledPackages } from './package/bundled-packages.ts';

/** Lambda's runtime has the SDK, and its own version is the one that AWS maintains. */
const inTheRuntime = [/^node:/, /^@aws-sdk\//, /^@smithy\//];

/**
 * Builds a bundle for each function of a deployment: `out-functions/<entry>/index.js`, whose handler is `index.handler`.
 * The same sources give the same bytes. It is not minified, so that a stack trace in a log can be read.
 */
export async function bundleFunctions(folder: string = functionsDir): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Lambda takes a script without a package for CommonJS. Here the project's own package would say otherwise.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const entries = Object.values(functions).map(({ entry }) => entry);
  for (const entry of entries) await bundle(entry, folder);
}

async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [listBundledPackages(join(folder, 'bundled'), entry)],
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      outDir: join(folder, entry),
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { index: `src-pipelines/lambda/${entry}.ts` },
        external: inTheRuntime,
        // A client of the SDK that nothing in the bundle uses need not be loaded.
        treeshake: { moduleSideEffects: 'no-external' },
        output: { format: 'cjs', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  const folder = process.argv[2] ?? functionsDir;
  await bundleFunctions(folder);
  const sizes = Object.values(functions).map(({ entry }) => statSync(join(folder, entry, 'index.js')).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_024;
  const seconds = (performance.now() - started) / 1_000;
  process.stderr.write(
    `${sizes.length} functions of ${kilobytes.toFixed(0)} KB together, in ${seconds.toFixed(1)} s\n`,
  );
}
