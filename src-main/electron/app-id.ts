/** Windows and macOS know the package by this id; electron-builder.config.ts passes it to the installers. */
export const appId = 'io.sluice.console';
