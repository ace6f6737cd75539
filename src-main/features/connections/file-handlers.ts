import { readFileSync, realpathSync } from 'node:fs';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { keepEntries, keepFolder, replaceFile } from '../../home/home-folder.ts';
import { dirname } from 'node:path';
import type { Handlers } from '../../gate/gate.ts';
import { changeFile, entryInFile, makeFingerprint } from './change-file.ts';
import { exportEntries, readImport } from './exchange-entries.ts';
import { listMistakes, showEntry } from './shown-entry.ts';

export type FileNames =
  | 'connections.entry'
  | 'connections.previewFile'
  | 'connections.saveFile'
  | 'connections.export'
  | 'connections.readImport';

interface Parts {
  /** The path of connections.json. */
  readonly file: string;
  /** Reads the file again and answers as connections.readFile does. */
  readonly readAgain: () => OutputOf<'connections.readFile'>;
  /** Replaces a file as a whole; a test may stop it at any step. */
  readonly replace?: typeof replaceFile;
}

/** Serves the changes of connections.json. The text of the file is read each time. */
export function fileHandlers({ file, readAgain, replace = replaceFile }: Parts): Pick<Handlers, FileNames> {
  return {
    'connections.entry': ({ connectionId }) =>
      withText(file, (text) => {
        const entry = entryInFile(text, connectionId);
        if (entry === undefined) return refused(notInFile(connectionId, file));
        return ok({
          ...showEntry(entry),
          hidden: [...showEntry(entry).hidden],
          problems: listMistakes(entry),
          fingerprint: makeFingerprint(text),
        });
      }),

    'connections.previewFile': ({ change }) =>
      withText(file, (text) => ok({ file, ...changeFile(text, change).preview })),

    'connections.saveFile': ({ change, fingerprint }) =>
      withText<OutputOf<'connections.saveFile'>>(file, (before) => {
        const { text, preview } = changeFile(before, change);
        if (preview.fingerprint !== fingerprint)
          return ok({ answer: { state: 'conflict', file, ...preview } });
        if (text === null) return ok({ answer: { state: 'mistakes', file, ...preview } });
        if (text !== before) {
          const failed = writeBoth({ file, before, text, replace });
          if (failed !== null) return failed;
        }
        return ok({ answer: { state: 'saved', ...readAgain() } });
      }),

    'connections.export': ({ connectionIds }) =>
      withText(file, (text) => {
        const entries = connectionIds.map((id) => ({ id, entry: entryInFile(text, id) }));
        const missing = entries.find(({ entry }) => entry === undefined);
        if (missing !== undefined) return refused(notInFile(missing.id, file));
        return ok(exportEntries(entries.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))));
      }),

    'connections.readImport': ({ text }) => ok(readImport(text)),
  };
}

function withText<T>(file: string, work: (text: string | undefined) => Result<T>): Result<T> {
  let text: string | undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') {
      const message = `${file} cannot be read (${code ?? String(error)}). Nothing was changed; make it readable for you, then try again.`;
      return refused({ code: 'storage-failed', message, file });
    }
  }
  return work(text);
}

interface Written {
  readonly file: string;
  readonly before: string | undefined;
  readonly text: string;
  readonly replace: typeof replaceFile;
}

/** The copy is written first, so that at every moment one of both files has what was there. */
function writeBoth({ file, before, text, replace }: Written): ReturnType<typeof refused> | null {
  try {
    // A file that is a link, as with people who keep their settings elsewhere, stays one.
    const target = before === undefined ? file : realpathSync(file);
    keepFolder(dirname(target));
    if (before !== undefined) replace(`${file}.before`, before);
    replace(target, text);
    keepEntries(dirname(target));
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `connections.json was not saved: ${why}. The file is as it was.`;
    return refused({ code: 'storage-failed', message, file });
  }
}

function notInFile(connectionId: string, file: string) {
  return {
    code: 'not-found' as const,
    message: `There is no connection "${connectionId}" in ${file}, or the file cannot be read. Nothing was changed.`,
    what: `connection ${connectionId}`,
  };
}
