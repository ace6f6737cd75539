import { refused } from '#shared/contract/result.ts';
import type { Refusal, Result } from '#shared/contract/result.ts';
import type { CatalogueReader } from './reading.ts';

export interface OpenedReader {
  readonly reader: CatalogueReader;
  close(): Promise<void>;
}

/**
 * A reader whose AWS is opened by the first question and not before: the console does not wait for it, and one that
 * has ended is opened anew by the next question.
 */
export function lateReader(open: () => Promise<OpenedReader>): OpenedReader {
  let opening: Promise<OpenedReader> | undefined;

  async function ask<T>(question: (reader: CatalogueReader) => Promise<Result<T>>): Promise<Result<T>> {
    opening ??= open();
    const mine = opening;
    let opened: OpenedReader;
    try {
      opened = await mine;
    } catch (error) {
      if (opening === mine) opening = undefined;
      return refused(notOpened(error));
    }
    const answer = await question(opened.reader);
    if (!answer.ok && answer.failure.code === 'aws-unreachable' && opening === mine) {
      // Closed first: a folder has one writer, and this one may still be alive.
      opening = undefined;
      await opened.close();
    }
    return answer;
  }

  return {
    reader: {
      run: (name, params, options) => ask((reader) => reader.run(name, params, options)),
      ask: (asked, options) => ask((reader) => reader.ask(asked, options)),
      readAgain: (item, attributes) => ask((reader) => reader.readAgain(item, attributes)),
      changed(system, items) {
        // What nobody has opened shows no list that could be old.
        void opening?.then(({ reader }) => reader.changed(system, items)).catch(() => undefined);
      },
    },
    async close() {
      const mine = opening;
      opening = undefined;
      const opened = await mine?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function notOpened(error: unknown): Refusal {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'aws-unreachable',
    message: `The sandbox did not open. ${why}${why.endsWith('.') ? '' : '.'} Nothing was read.`,
    service: 'sandbox',
  };
}
