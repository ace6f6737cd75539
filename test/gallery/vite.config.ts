import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageBuild } from '../../electron.vite.config.ts';

/**
 * The gallery is built beside the console and not into it, so that the tested console is the one that ships.
 */
export default defineConfig({
  root: 'test/gallery',
  base: '/gallery/',
  plugins: [react()],
  build: { ...pageBuild, outDir: '../../out-test/renderer/gallery', emptyOutDir: true },
});
