import { compareOnPocketAws } from '/work/wt/strangers/scripts/strangers/on-pocket-aws.ts';
import { strangersEnvironment } from '/work/wt/strangers/scripts/strangers/open-console.ts';
Object.assign(process.env, strangersEnvironment);
const [from = '1', to = '5'] = process.argv.slice(2);
const t0 = process.cpuUsage(); let figs = 0;
for (let i = Number(from); i <= Number(to); i++) {
  const s = performance.now();
  try {
  const r = await compareOnPocketAws({ seed: String(i), now: Date.now() });
  figs += r.figures;
  for (const w of r.wrong) console.log(w);
  for (const w of r.forbidden) console.log('FORBIDDEN', w);
  console.log(i, r.figures, 'wrong', r.wrong.length, 'calls', r.calls, Math.round(performance.now() - s), 'ms');
  } catch (e) { console.log(i, 'CRASH', e); }
}
const c = process.cpuUsage(t0); console.log('figures', figs, 'cpu', (c.user + c.system) / 1e6);
