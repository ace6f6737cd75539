/** Electron supports the latest three majors; an older one keeps the holes that are found in its Chromium. */
const supportedMajors = 3;

export function electronProblem(pinned: string, latest: string): string | undefined {
  const ours = parseMajor(pinned);
  if (ours === undefined) return `package.json must pin Electron to one version; it says "${pinned}".`;
  const newest = parseMajor(latest);
  if (newest === undefined) return `The registry did not say which Electron is the latest ("${latest}").`;
  const oldest = newest - supportedMajors + 1;
  return ours < oldest
    ? `Electron ${pinned} is no longer supported: the latest is ${latest}, the oldest supported major is ${oldest}.`
    : undefined;
}

function parseMajor(version: string): number | undefined {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(version) ?? [];
  return major === undefined ? undefined : Number(major);
}
