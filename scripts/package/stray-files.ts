/** What an app archive may hold: the built console, the libraries that it loads, and what the licences ask for. */
const belongs =
  /^(?:package\.json|LICENSE|THIRD-PARTY-LICENSES\.txt|out\/(?:main|preload|renderer)\/|node_modules\/)/;

/** In the libraries, too: what people leave lying about, and what is only for development. */
const never =
  /(?:^|\/)(?:\.env[^/]*|\.npmrc|\.git[^/]*|\.aws|connections\.json|[^/]*\.(?:pem|key|p12|pfx|map))$|^node_modules\/(?:electron|vite|vitest|typescript|@dynoxide|@playwright)\//;

/** The files that should not be in there; empty when the archive is as it should be. */
export function strayFiles(files: readonly string[]): readonly string[] {
  return files.filter((file) => !belongs.test(file) || never.test(file));
}
