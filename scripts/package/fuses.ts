import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/**
 * Switches in Electron's binary that nobody can turn on again from outside without breaking its signature. All are
 * named: one that a later Electron adds stops the packaging until somebody has decided about it.
 */
const wanted: Record<FuseV1Options, boolean> = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // On macOS and Windows; Electron has no such check on Linux.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default. The page runs no WebAssembly (its policy), so there is nothing to weigh.
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** Not by the packager's own setting: the version that it brings along does not know the last of them. */
export async function setFuses(executable: string): Promise<void> {
  await flipFuses(executable, {
    ...wanted,
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // What is changed has lost the signature without which Apple's processors run nothing.
    resetAdHocDarwinSignature: process.platform === 'darwin',
  });
}

/** What differs from the list above, in words; empty when the executable is as it should be. */
export async function fuseProblems(executable: string): Promise<readonly string[]> {
  const { version, ...found } = await getCurrentFuseWire(executable);
  if (version !== FuseVersion.V1)
    return [`its fuses have version ${String(version)}, which nobody here knows`];
  const states = found as Readonly<Record<string, FuseState | undefined>>;
  const known = Object.entries(wanted).flatMap(([index, on]) => {
    const is = states[index];
    return is === (on ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`${FuseV1Options[Number(index)]} should be ${on ? 'on' : 'off'}, but is ${said(is)}`];
  });
  const unknown = Object.keys(states).filter((index) => !(index in wanted));
  return [...known, ...unknown.map((index) => `fuse ${index} is new, and nobody has decided about it`)];
}

function said(state: FuseState | undefined): string {
  if (state === FuseState.ENABLE) return 'on';
  if (state === FuseState.DISABLE) return 'off';
  return state === FuseState.REMOVED ? 'no longer there' : 'not there';
}
