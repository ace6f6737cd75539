import { deliverWebhook } from '../extraction/deliver-webhook.ts';
import { queueHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = queueHandler(container, deliverWebhook);
