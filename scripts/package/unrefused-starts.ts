export interface Start {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Each of these would let another program look into the console, weaken its page or run in its place. */
export const hostileStarts: readonly Start[] = [
  { args: ['--remote-debugging-port=0'] },
  { args: ['--remote-debugging-pipe'] },
  { args: ['--no-sandbox'] },
  { args: ['--disable-web-security'] },
  { args: ['--allow-file-access-from-files'] },
  { args: ['--inspect=0'] },
  { args: ['--inspect-brk=0'] },
  { args: ['--js-flags=--expose-gc'] },
  { args: ['--load-extension=.'] },
  { args: ['--host-resolver-rules=MAP * 127.0.0.1'] },
  { args: ['-e', 'process.exit(0)'], environment: { ELECTRON_RUN_AS_NODE: '1' } },
];

/** `run` resolves with the exit code, or with undefined if the app kept running. */
export async function unrefusedStarts(
  run: (start: Start) => Promise<number | undefined>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const start of hostileStarts) {
    const code = await run(start);
    if (code !== 1 && code !== 2) problems.push(`${start.args[0]}: ${ended(code)}, expected 1 or 2`);
  }
  const help = await run({ args: ['--help'] });
  if (help !== 0) problems.push(`--help: ${ended(help)}, expected 0`);
  return problems;
}

function ended(code: number | undefined): string {
  return code === undefined ? 'it started' : `exit code ${code}`;
}
