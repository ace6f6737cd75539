import { execFileSync } from 'node:child_process';
import { build } from 'vite';
import { semiSpaceMb } from '#local/host/young-generation.ts';

/**
 * Runs a program from ./programs in the same way as pocket AWS's thread, in plain Node with a large young
 * generation.
 */
export function measuredBy<T>(program: string, ...given: readonly string[]): Promise<T> {
  return run(program, [`--max-semi-space-size=${semiSpaceMb}`], given);
}

/** Runs a program in the same way as the console's own thread, with Node's defaults. */
export function measuredInConsole<T>(program: string, ...given: readonly string[]): Promise<T> {
  return run(program, [], given);
}

/**
 * Builds the program first, because running TypeScript directly names each function as it is created, which
 * slows the SDK down.
 */
export async function built(program: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: `test/bench/programs/${program}.ts`,
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  return `${outDir}/${program}.js`;
}

const outDir = '.cache/bench';

async function run<T>(program: string, flags: readonly string[], given: readonly string[]): Promise<T> {
  const node = ['--no-warnings', ...flags, await built(program), ...given];
  return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' })) as T;
}
