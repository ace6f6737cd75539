import { defineConfig } from 'vitest/config';

// CDK takes seconds to load and more to synthesise, so one worker loads it for all files.
export default defineConfig({
  test: { include: ['test/*.test.ts'], testTimeout: 60_000, isolate: false, fileParallelism: false },
});
