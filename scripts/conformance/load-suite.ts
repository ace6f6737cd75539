import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import type { Assertion } from './assertion.ts';
import type { Judgement } from './judgement.ts';

/** Loads the tests' files by path, because they are not part of this project's types. */
export async function loadSuite(): Promise<readonly Assertion[]> {
  const { suite } = (await load('suite.ts')) as { suite: readonly Assertion[] };
  const seen = new Set<string>();
  for (const { id } of suite) {
    if (seen.has(id)) throw new Error(`Two assertions are called ${id}`);
    seen.add(id);
  }
  return suite;
}

export async function loadJudgements(): Promise<readonly Judgement[]> {
  return ((await load('judgements.ts')) as { judgements: readonly Judgement[] }).judgements;
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(resolve('test/conformance', file)).href);
}
