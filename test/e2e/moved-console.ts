import type { TestType } from '@playwright/test';
import type { MovedConsole } from './console-process.ts';
import { test as base } from './fixtures.ts';

export type { MovedConsole } from './console-process.ts';

/** Extends `test` with an account that other users can change, in a world whose clock can be moved. */
export const test: Moved = base.extend<{ readonly world: MovedConsole }>({
  world: ({ moved }, use) => use(moved),
});

type Moved =
  typeof base extends TestType<infer Each, infer Worker>
    ? TestType<Each & { readonly world: MovedConsole }, Worker>
    : never;
