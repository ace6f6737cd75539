import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/**
 * These switches in Electron's binary cannot be turned on again from outside without breaking its signature. All are
 * named, so that one added by a later Electron stops the packaging until it has been decided on.
 */
const wanted: Record<FuseV1Options, boolean> = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // This applies on macOS and Windows; Electron has no such check on Linux.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // This is Electron's default. The page's policy allows no WebAssembly, so it makes no difference.
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** Electron 33, which tests may be packed from, has only the eight before it. */
const missingInOlder = FuseV1Options.WasmTrapHandlers;

/**
 * Sets the fuses without the packager's own setting, because the version that it brings along does not know the latest
 * ones.
 */
export async function setFuses(executable: string, forTests = false): Promise<void> {
  const how = {
    version: FuseVersion.V1,
    // A changed binary loses its signature, and Apple's processors run nothing without one.
    resetAdHocDarwinSignature: process.platform === 'darwin',
  } as const;
  if (forTests && (await describeMissingFuse(executable)) !== undefined) {
    const { [missingInOlder]: _, ...others } = wanted;
    await flipFuses(executable, { ...others, ...how });
  } else {
    await flipFuses(executable, { ...wanted, ...how, strictlyRequireAllFuses: true });
  }
}

/** Describes differences from the list above; empty when the executable is as it should be. */
export async function fuseProblems(executable: string, forTests = false): Promise<readonly string[]> {
  const { version, ...found } = await getCurrentFuseWire(executable);
  if (version !== FuseVersion.V1) return [`its fuses have version ${String(version)}, which is unknown here`];
  const states = found as Readonly<Record<string, FuseState | undefined>>;
  const known = Object.entries(wanted).flatMap(([index, on]) => {
    const is = states[index];
    if (forTests && is === undefined && index === String(missingInOlder)) return [];
    return is === (on ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`${FuseV1Options[Number(index)]} should be ${on ? 'on' : 'off'}, but is ${said(is)}`];
  });
  const unknown = Object.keys(states).filter((index) => !(index in wanted));
  return [...known, ...unknown.map((index) => `fuse ${index} is new and has no decision yet`)];
}

/** Says what a package for tests lacks because its Electron is older; undefined when it lacks nothing. */
export async function describeMissingFuse(executable: string): Promise<string | undefined> {
  const wire = await getCurrentFuseWire(executable);
  const is = (wire as Readonly<Record<string, unknown>>)[missingInOlder];
  return is === undefined
    ? `its Electron is too old for the fuse ${FuseV1Options[missingInOlder]}`
    : undefined;
}

function said(state: FuseState | undefined): string {
  if (state === FuseState.ENABLE) return 'on';
  if (state === FuseState.DISABLE) return 'off';
  return state === FuseState.REMOVED ? 'no longer there' : 'not there';
}
