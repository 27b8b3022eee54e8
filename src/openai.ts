/**
 * OpenAI's wire for pages, built as `/openai.js`. The guard loads it at the first request to an address that ends in `/v1` (docs/openai.md), and
 * the gateway's page.
 */
export { answerOpenAi, serveRealtime } from './client/openai/answer-openai.ts';
