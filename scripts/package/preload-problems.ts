/**
 * Finds faults in the preload: in the sandbox it must be one script that requires only Electron, or the page is left
 * without a bridge.
 */
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
