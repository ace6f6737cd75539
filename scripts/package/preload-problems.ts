/** In the sandbox a preload is one script that can require nothing but Electron; another would leave a page without bridge. */
export function preloadProblems(files: readonly string[], source: string): readonly string[] {
  const scripts = files.filter((file) => file.startsWith('out/preload/'));
  const required = [...source.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map((match) => match[1] ?? '');
  const strange = [...new Set(required)].filter((name) => name !== 'electron');
  return [
    ...(scripts.length === 1 ? [] : [`the preload is ${scripts.length} files, not one`]),
    ...strange.map((name) => `the preload requires ${name}, which the sandbox has not got`),
    ...(/^\s*import\s/m.test(source) ? ['the preload is a module, which the sandbox does not load'] : []),
  ];
}
