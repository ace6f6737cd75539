import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { electronProblem } from '#scripts/package/electron-support.ts';
import { hostileStarts, unrefusedStarts } from '#scripts/package/unrefused-starts.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly permissions?: unknown;
  readonly strategy: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency: unknown;
  readonly jobs: { readonly test: Job; readonly desktop: Job };
}

const text = readFileSync('.github/workflows/build.yml', 'utf8');
const workflow = parse(text) as Workflow;
const { test: tested, desktop } = workflow.jobs;
const jobs = Object.values(workflow.jobs);
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> })
  .scripts;

const runs = (job: Job): string => job.steps.map(({ run }) => run ?? '').join('\n');

test('runs on every push and pull request', () => {
  expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(['push', 'pull_request']));
});

test('may read the code and nothing else, and keeps no credentials', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(jobs.map(({ permissions }) => permissions)).toEqual(jobs.map(() => undefined));
  expect(text).not.toContain('secrets.');
  expect(text).not.toContain('pull_request_target');
  for (const { steps } of jobs) {
    expect(steps[0]?.uses).toMatch(/^actions\/checkout@/);
    expect(steps[0]?.with).toMatchObject({ 'persist-credentials': false });
  }
});

test('every action is pinned to a commit', () => {
  const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(4);
  for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
});

test('builds, smoke-tests and packages on three systems', () => {
  expect(desktop.strategy.matrix['os']).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
  const smoke = desktop.steps.filter(({ run }) => run?.includes('npm test -- --only electron'));
  expect(smoke.map((step) => step.if)).toEqual(["runner.os == 'Linux'", "runner.os != 'Linux'"]);
  expect(smoke[0]?.run).toMatch(/^xvfb-run /);
  const order = [
    'npm ci',
    'install-electron',
    '--only electron',
    'npm run package',
    'verify-package',
    'smoke-package',
    'package:try -- dist',
  ];
  const places = order.map((name) => runs(desktop).indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(desktop.steps.at(-1)?.with).toMatchObject({ 'if-no-files-found': 'error' });
});

test('checks and tests on the oldest Node and on the one that packages', () => {
  expect(tested.strategy.matrix['node']).toEqual(['20.19', '22']);
  expect(runs(tested)).toMatch(/npm ci[^]*npm run check[^]*--only unit[^]*--only e2e/);
});

test('names only scripts that exist, and no job runs for ever', () => {
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  for (const [, file] of text.matchAll(/tsx (scripts\/[\w-]+\.ts)/g)) {
    expect(readFileSync(file ?? '', 'utf8')).not.toBe('');
  }
  for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  expect(workflow.concurrency).toBeDefined();
});

test.each([
  ['45.3.4', '45.3.4', undefined],
  ['45.3.4', '47.0.0', undefined],
  ['45.3.4', '48.0.0', /no longer supported.*oldest supported major is 46/],
  ['^45.3.4', '45.3.4', /must pin/],
  ['latest', '45.3.4', /must pin/],
  ['', '45.3.4', /must pin/],
  ['45.3.4', '', /did not say/],
])('reports Electron %s while the latest is %s', (pinned, latest, problem) => {
  const found = electronProblem(pinned, latest);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

test('accepts a packaged app that refuses all of them', async () => {
  const asked: string[] = [];
  const problems = await unrefusedStarts(({ args: [first = ''] }) => {
    asked.push(first);
    return Promise.resolve(first === '--help' ? 0 : 1);
  });
  expect(problems).toEqual([]);
  expect(asked).toHaveLength(hostileStarts.length + 1);
});

test('reports an app that starts, crashes or runs as Node', async () => {
  const codes: Record<string, number | undefined> = {
    '--no-sandbox': undefined,
    '-e': 0,
    '--inspect=0': 139,
  };
  const problems = await unrefusedStarts(({ args: [first = ''] }) =>
    Promise.resolve(first in codes ? codes[first] : first === '--help' ? 3 : 2),
  );
  expect(problems).toEqual([
    '--no-sandbox: it started, expected 1 or 2',
    '--inspect=0: exit code 139, expected 1 or 2',
    '-e: exit code 0, expected 1 or 2',
    '--help: exit code 3, expected 0',
  ]);
});
