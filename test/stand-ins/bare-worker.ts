import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveThread } from '#local/host/serve-thread.ts';

// This thread runs bare pocket AWS, because it uses the same messages between threads as a sandbox, which
// takes longer to start.
await serveThread(async ({ systems: _systems, ...options }) => {
  const aws = pocketAws(options);
  return {
    notices: [],
    answer: (request, signal) => aws.dispatch(request, signal),
    advance: (ms) => aws.advance(ms),
    reset: async (seed) => aws.reset(seed),
    setFaults: (rules) => aws.world.faults.set(rules),
    close: () => aws.close(),
  };
});
