import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageBuild } from '../../electron.vite.config.ts';

/** Beside the test build's console and no part of it, so that the console that is tested is the one that ships. */
export default defineConfig({
  root: 'test/gallery',
  base: '/gallery/',
  plugins: [react()],
  build: { ...pageBuild, outDir: '../../out-test/renderer/gallery', emptyOutDir: true },
});
