import type { StackTemplate } from '../aws/cloudformation/template.ts';
import api from '../../infra/templates/autowired-sandbox-api.json' with { type: 'json' };
import database from '../../infra/templates/autowired-sandbox-database.json' with { type: 'json' };
import downloads from '../../infra/templates/autowired-sandbox-downloads.json' with { type: 'json' };
import guardrail from '../../infra/templates/autowired-sandbox-guardrail.json' with { type: 'json' };
import monitoring from '../../infra/templates/autowired-sandbox-monitoring.json' with { type: 'json' };
import processing from '../../infra/templates/autowired-sandbox-processing.json' with { type: 'json' };
import storage from '../../infra/templates/autowired-sandbox-storage.json' with { type: 'json' };

/** The stacks of the pipelines, from the templates that would be deployed to an account. */
export const sandboxTemplates: readonly StackTemplate[] = [
  { name: 'autowired-sandbox-api', template: api },
  { name: 'autowired-sandbox-database', template: database },
  { name: 'autowired-sandbox-downloads', template: downloads },
  { name: 'autowired-sandbox-guardrail', template: guardrail },
  { name: 'autowired-sandbox-monitoring', template: monitoring },
  { name: 'autowired-sandbox-processing', template: processing },
  { name: 'autowired-sandbox-storage', template: storage },
];
