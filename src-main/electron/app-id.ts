/** Under this name the package is known to Windows and macOS; electron-builder.config.ts gives it to the installers. */
export const appId = 'io.sluice.console';
