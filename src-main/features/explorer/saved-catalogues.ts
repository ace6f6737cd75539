import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { SavedCatalogue } from '#shared/contract/drafts.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { keepEntries, keepFolder, replaceFile } from '../../home/home-folder.ts';
import { parseDraft, readCatalogueFile, type CatalogueFile } from './read-catalogue-file.ts';

/** The catalogue files in the home folder, one for each draft that was saved. */
export interface SavedCatalogues {
  list(): readonly SavedFile[];
  read(name: string): Result<{ readonly text: string; readonly fingerprint: string }>;
  /** `fingerprint` is that of the file as it was read, or null for a new file. */
  save(name: string, text: string, fingerprint: string | null): Result<readonly SavedFile[]>;
  remove(name: string, fingerprint: string): Result<readonly SavedFile[]>;
}

export interface SavedFile extends CatalogueFile {
  readonly name: string;
  readonly fingerprint: string;
}

/** Systems of other files and built-in ones have their ids, which a saved file cannot take. */
export function openSavedCatalogues(home: string, taken: readonly SystemDeclaration[]): SavedCatalogues {
  const folder = join(home, 'catalogues');
  const buildPath = (name: string): string => join(folder, `${name}.json`);
  const others = new Set(taken.map(({ id }) => id));

  function list(): readonly SavedFile[] {
    const seen = new Set(others);
    return listNames(folder).map((name) => {
      const file = readCatalogueFile(buildPath(name));
      const twice = file.systems.filter(({ id }) => seen.has(id));
      const problems = twice.map(({ id }) => ({
        path: 'id',
        value: JSON.stringify(id),
        problem: 'is the id of another system; expected one of its own',
      }));
      const systems = file.systems.filter(({ id }) => !seen.has(id));
      for (const { id } of systems) seen.add(id);
      return {
        name,
        path: file.path,
        systems,
        problems: [...file.problems, ...problems],
        fingerprint: hashText(readText(buildPath(name)) ?? ''),
      };
    });
  }

  return {
    list,
    read(name) {
      const text = readText(buildPath(name));
      if (text === undefined) return missing(name);
      return ok({ text, fingerprint: hashText(text) });
    },
    save(name, text, fingerprint) {
      const { system, problems } = parseDraft(text);
      if (system === null) {
        const [first] = problems;
        return invalid(
          'text',
          `has mistakes: ${first?.path ?? ''} ${first?.problem ?? 'no system is in it'}`,
        );
      }
      const rival = list().find(
        (file) => file.name !== name && file.systems.some(({ id }) => id === system.id),
      );
      if (others.has(system.id) || rival !== undefined) {
        const owner = rival === undefined ? 'another system' : rival.path;
        return invalid('id', `"${system.id}" is the id of ${owner}; expected one of its own`);
      }
      const before = readText(buildPath(name));
      const found = before === undefined ? null : hashText(before);
      if (found !== fingerprint) return changed(name, found);
      return stored(buildPath(name), 'The draft was not saved', () => {
        keepFolder(folder);
        replaceFile(buildPath(name), text);
        keepEntries(folder);
        return list();
      });
    },
    remove(name, fingerprint) {
      const before = readText(buildPath(name));
      if (before === undefined) return missing(name);
      if (hashText(before) !== fingerprint) return changed(name, hashText(before));
      return stored(buildPath(name), 'The file was not removed', () => {
        rmSync(buildPath(name));
        keepEntries(folder);
        return list();
      });
    },
  };
}

export function toSavedCatalogue({ name, path, fingerprint, systems, problems }: SavedFile): SavedCatalogue {
  return { name, path, fingerprint, systems: systems.map(({ id }) => id), problems: [...problems] };
}

const mostFiles = 100;

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .flatMap((file) => /^([a-z0-9][a-z0-9-]{0,59})\.json$/.exec(file)?.[1] ?? [])
      .toSorted()
      .slice(0, mostFiles);
  } catch {
    // There is no folder before the first draft is saved.
    return [];
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function stored<T>(file: string, otherwise: string, work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused({ code: 'storage-failed', message: `${otherwise}: ${why}.`, file });
  }
}

function invalid(path: string, problem: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `The ${path === 'text' ? 'draft' : path} ${problem}. Nothing was saved.`,
    issues: [{ path, problem }],
  });
}

function changed(name: string, found: string | null): Result<never> {
  const problem =
    found === null
      ? `${name}.json was removed in the meantime. Nothing was changed. Save under a new name.`
      : `${name}.json exists and is not the file that you opened. Nothing was changed. Choose another name, or open the file and correct that.`;
  return refused({ code: 'invalid-input', message: problem, issues: [{ path: 'name', problem }] });
}

function missing(name: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `There is no catalogue file ${name}.json. Nothing was changed.`,
    what: `${name}.json`,
  });
}
