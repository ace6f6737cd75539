/**
 * Lists libraries that the built main process imports, or a function of the sandbox requires, and the archive lacks:
 * the app or its sandbox would end as soon as it starts.
 */
export function missingLibraries(files: readonly string[], sources: readonly string[]): readonly string[] {
  const held = new Set(files);
  const imported = new Set(sources.flatMap((source) => [...source.matchAll(bareImport)].map(nameIn)));
  imported.delete('electron');
  return [...imported].filter((name) => !held.has(`node_modules/${name}/package.json`)).toSorted();
}

/** Matches at the beginning of a line, or in the middle for one that is imported on demand. */
const bareImport =
  /(?:^import\s*|^(?:import|export)\b[^"'\n]*\bfrom\s*|^(?:let|const|var)\b[^"'\n]*=\s*require\(|\bimport\()["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"'\n]*)?["']/gm;

function nameIn(match: RegExpExecArray): string {
  return match[1] ?? '';
}
