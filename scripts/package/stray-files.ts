/** An app archive may hold the built console, the functions of the sandbox, the libraries that it loads, and the files that licences require. */
const belongs =
  /^(?:package\.json|LICENSE|THIRD-PARTY-LICENSES\.txt|out\/(?:main|preload|renderer)\/|out-functions\/(?:package\.json$|[\w-]+\/index\.js$)|node_modules\/)/;

/** These are not allowed even in libraries: leftover files, and files only for development. */
const never =
  /(?:^|\/)(?:\.env[^/]*|\.npmrc|\.git[^/]*|\.aws|connections\.json|[^/]*\.(?:pem|key|p12|pfx|map))$|^node_modules\/(?:electron|vite|vitest|typescript|@dynoxide|@playwright)\//;

/** Lists the files that should not be in the archive. */
export function strayFiles(files: readonly string[]): readonly string[] {
  return files.filter((file) => !belongs.test(file) || never.test(file));
}
