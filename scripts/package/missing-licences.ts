/** Lists libraries that came with a licence and were packed without it, because nearly all licences require it. */
export function missingLicences(
  files: readonly string[],
  namesIn: (folder: string) => readonly string[],
): readonly string[] {
  const held = new Set(files);
  return files
    .flatMap((file) => libraryFolder.exec(file)?.[1] ?? [])
    .filter((folder) => {
      const licences = namesIn(folder).filter((name) => isLicence.test(name));
      return licences.length > 0 && !licences.some((name) => held.has(`${folder}/${name}`));
    });
}

const libraryFolder = /^(node_modules\/.+)\/package\.json$/;
const isLicence = /^(?:licen[cs]e|notice)/i;
