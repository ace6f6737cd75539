import { createRequire, syncBuiltinESMExports } from 'node:module';

type AnyFunction = (...args: never[]) => unknown;
/** Returns the code of the error that a call gets, or undefined where it succeeds. */
export type FileFault = (call: FileCall, path: string) => string | undefined;
type FileCall = 'read' | 'open' | 'write' | 'make' | 'copy';

const require = createRequire(import.meta.url);

/**
 * Makes calls of Node's file system fail for as long as the returned function is not called. Everything that the main
 * process calls is covered, so that a test needs no special edge in the product.
 */
export function injectFileFaults(fault: FileFault): () => void {
  const fs = require('node:fs') as Record<string, AnyFunction>;
  const promises = require('node:fs/promises') as Record<string, AnyFunction>;
  const paths = new Map<number, string>();
  const restore: (() => void)[] = [];

  function refuse(call: FileCall, path: unknown): void {
    const code = fault(call, String(path));
    if (code === undefined) return;
    throw Object.assign(new Error(`${code}: injected, ${call} '${String(path)}'`), { code, path });
  }

  function patch(
    target: Record<string, AnyFunction>,
    name: string,
    make: (real: AnyFunction) => AnyFunction,
  ): void {
    const real = target[name] as AnyFunction;
    target[name] = make(real);
    restore.push(() => (target[name] = real));
  }

  function before(names: readonly string[], call: FileCall, at = 0): void {
    for (const name of names) {
      patch(fs, name, (real) => (...args) => {
        const path: unknown = args[at];
        refuse(call, typeof path === 'number' ? (paths.get(path) ?? '') : path);
        return real(...args);
      });
    }
    for (const name of names.map((one) => one.replace('Sync', ''))) {
      if (typeof promises[name] !== 'function') continue;
      patch(promises, name, (real) => async (...args) => {
        refuse(call, args[at]);
        return real(...args);
      });
    }
  }

  before(['readFileSync'], 'read');
  before(['writeSync', 'writeFileSync', 'appendFileSync', 'fsyncSync', 'ftruncateSync'], 'write');
  before(['mkdirSync', 'linkSync'], 'make');
  before(['copyFileSync', 'renameSync'], 'copy', 1);
  patch(fs, 'openSync', (real) => (...args) => {
    const [path, flags] = args as unknown as [string, string | undefined];
    refuse(flags === undefined || flags === 'r' ? 'read' : 'open', path);
    const descriptor = real(...args) as number;
    paths.set(descriptor, path);
    return descriptor;
  });
  patch(promises, 'open', (real) => async (...args) => {
    const [path, flags] = args as unknown as [string, string | undefined];
    refuse(flags === undefined || flags === 'r' ? 'read' : 'open', path);
    const handle = (await real(...args)) as Record<string, AnyFunction>;
    for (const name of ['appendFile', 'writeFile', 'write', 'datasync', 'sync']) {
      patch(handle, name, (own) => async (...more) => {
        refuse('write', path);
        return own.apply(handle, more);
      });
    }
    return handle;
  });
  syncBuiltinESMExports();
  return () => {
    // A second call has nothing to undo.
    for (const undo of restore.splice(0).toReversed()) undo();
    syncBuiltinESMExports();
  };
}
