import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'electron-vite';
import type { BuildOptions, Plugin, Rolldown } from 'vite';
import { guidePages } from './scripts/guide-pages.ts';
import { listBundledPackages } from './scripts/package/bundled-packages.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * Pages have addresses of several segments (/triage/batch-…), and the build tool's own base, `./`,
 * would look for the bundle beside them. Both hosts serve it from the root.
 */
const rootedAssets = { name: 'rooted-assets', config: () => ({ base: '/' }) };

/**
 * What pdf.js fetches by name while it draws: its worker, the fonts that PDFs may leave out, the tables for texts in
 * Chinese, Japanese and Korean, and its decoders of scans as plain scripts, since the policy allows no WebAssembly.
 * Their names have no hash, and are kept for ever by browsers: the folder's name has the version instead.
 */
const pdfjsFiles: Plugin = {
  name: 'pdfjs-files',
  generateBundle() {
    const root = 'node_modules/pdfjs-dist';
    const { version: of } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
    const emit = (source: string, name: string) =>
      this.emitFile({
        type: 'asset',
        originalFileName: `${root}/${source}`,
        fileName: `assets/pdfjs-${of}/${name}`,
        source: readFileSync(`${root}/${source}`),
      });
    emit('legacy/build/pdf.worker.min.mjs', 'pdf.worker.js');
    for (const [folder, wanted] of [
      ['standard_fonts', /\.(?:pfb|ttf)$|^LICENSE/],
      ['cmaps', /\.bcmap$|^LICENSE/],
      ['wasm', /_nowasm_fallback\.js$|^LICENSE/],
    ] as const) {
      for (const file of readdirSync(`${root}/${folder}`)) {
        if (wanted.test(file)) emit(`${folder}/${file}`, `${folder}/${file}`);
      }
    }
  },
};

/**
 * What the first page needs is one file, because the bundler would make fifty of it: one for each set of pages that share
 * something of it. Each file costs the window and the host a request.
 */
function nameFirstFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const above = new Set([id]);
  for (const one of above) {
    const info = build.getModuleInfo(one);
    if (info?.isEntry) return 'shell';
    for (const importer of info?.importers ?? []) above.add(importer);
  }
  return null;
}

/** How every page is built, the gallery of the tests too. */
export const pageBuild = {
  target: 'es2023',
  // The first to know light-dark(): for older ones it would be rewritten in terms of :root, and a
  // subtree could no longer carry its own theme (decision 007).
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  minify: true,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // The bar is 250 KB compressed, and `npm run bench` holds it; the bundler's own limit is of another kind.
  chunkSizeWarningLimit: 1_000,
} satisfies BuildOptions;

/**
 * `--mode test` builds the same console into out-test.
 * Main and web host share one target: the browser host must run on the oldest Node we support.
 */
export default defineConfig(({ mode }) => {
  const out = mode === 'test' ? 'out-test' : 'out';
  return {
    main: {
      define: { __VERSION__: JSON.stringify(version) },
      plugins: [listBundledPackages(`${out}/bundled`, 'main')],
      build: {
        outDir: `${out}/main`,
        target: 'node20.19',
        rolldownOptions: {
          input: {
            start: 'src-main/start/start.ts',
            electron: 'src-main/electron/main.ts',
            local: 'src-local/host/local.ts',
            'pocket-aws': 'src-local/host/worker-entry.ts',
            // The tests' host is built as well, because to compile it in each of its processes takes longer than to run.
            ...(mode === 'test' && { 'moved-console-host': 'test/e2e/moved-console-host.ts' }),
          },
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    preload: {
      plugins: [listBundledPackages(`${out}/bundled`, 'preload')],
      build: {
        outDir: `${out}/preload`,
        // A sandboxed preload is one CommonJS file without imports of its own.
        externalizeDeps: false,
        rolldownOptions: {
          input: { preload: 'src-main/electron/preload.ts' },
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: 'src-renderer',
      plugins: [
        react(),
        rootedAssets,
        pdfjsFiles,
        guidePages,
        listBundledPackages(`${out}/bundled`, 'renderer'),
      ],
      build: {
        outDir: `${out}/renderer`,
        ...pageBuild,
        rolldownOptions: {
          input: 'src-renderer/index.html',
          output: { codeSplitting: { groups: [{ name: nameFirstFile, debugName: 'first file' }] } },
        },
      },
    },
  };
});
