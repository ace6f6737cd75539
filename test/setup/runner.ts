import { TestRunner } from 'vitest';

/**
 * Vitest keeps something for each test until its process ends, goes through all of it after each file, and at the end
 * once more for each file: with a thousand files in a process that took a minute and 4 GB. It is for fixtures that many
 * files share, which no test here has, so each file's are given back when it ends.
 * Vitest takes the default export.
 */
// oxlint-disable-next-line import/no-default-export
export default class Runner extends TestRunner {
  #giveBack: (() => unknown) | undefined;

  override onCleanupWorkerContext(listener: () => unknown): void {
    this.#giveBack = listener;
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    // The next file comes by a message, so this is done before it.
    this.#giveBack?.();
  }
}
